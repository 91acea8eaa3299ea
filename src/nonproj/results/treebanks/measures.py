"""The measurements of a treebank that the reports show."""

from collections.abc import Iterator, Mapping

from nonproj.data.treebank import Treebank
from nonproj.results.treebanks.coverage import coverage
from nonproj.results.treebanks.distortion import distortion
from nonproj.results.treebanks.restructurings import restructurings
from nonproj.results.treebanks.statistics import statistics
from nonproj.results.values import Value

OF_TRAINING = (distortion, coverage, restructurings)


def measures(splits: Mapping[str, Treebank], name: str) -> Iterator[Value]:
    """Measure all splits; measure encodings, tree classes and styles only in the training set."""
    for split, treebank in splits.items():
        for measure in (statistics, *(OF_TRAINING if split == "train" else ())):
            yield from measure(treebank, name, split)
