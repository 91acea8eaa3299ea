"""The measurements of a treebank that the reports show."""

from collections.abc import Iterator, Mapping

from nonproj.public.treebanks import Treebank
from nonproj.public.trees import coverage, statistics
from nonproj.public.values import Value
from studies.values.distortion import distortion
from studies.values.restructurings import restructurings

OF_TRAINING = (distortion, coverage, restructurings)


def measures(splits: Mapping[str, Treebank], name: str) -> Iterator[Value]:
    """Measure all splits; measure encodings, tree classes and styles only in the training set."""
    for split, treebank in splits.items():
        for measure in (statistics, *(OF_TRAINING if split == "train" else ())):
            yield from measure(treebank, name, split)
