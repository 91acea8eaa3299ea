"""All measurements of a treebank: for `nonproj stats` and for the reports."""

from collections.abc import Iterator, Mapping

from nonproj.data.treebank import Treebank
from nonproj.results.treebanks.coverage import coverage
from nonproj.results.treebanks.crossings import crossing_values
from nonproj.results.treebanks.statistics import statistics
from nonproj.results.values import Value
from studies.values.distortion import distortion
from studies.values.restructurings import restructurings

OF_TRAINING = (distortion, coverage, restructurings)


def description(treebank: Treebank) -> list[Value]:
    """Measure a treebank's size, non-projectivity, tree classes and crossings."""
    text = treebank, treebank.name, "all"
    classes = coverage(*text, edges=False)
    return [*statistics(*text), *classes, *crossing_values(*text)]


def measures(splits: Mapping[str, Treebank], name: str) -> Iterator[Value]:
    """Measure all splits; measure encodings, tree classes and styles only in the training set."""
    for split, treebank in splits.items():
        for measure in (statistics, *(OF_TRAINING if split == "train" else ())):
            yield from measure(treebank, name, split)
