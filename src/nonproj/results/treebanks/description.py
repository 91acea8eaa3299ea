"""The measurements of a treebank that `nonproj stats` prints."""

from nonproj.data.treebank import Treebank
from nonproj.results.treebanks.coverage import coverage
from nonproj.results.treebanks.crossings import crossing_values
from nonproj.results.treebanks.statistics import statistics
from nonproj.results.values import Value


def description(treebank: Treebank) -> list[Value]:
    """Measure a treebank's size, non-projectivity, tree classes and crossings."""
    text = treebank, treebank.name, "all"
    classes = coverage(*text, edges=False)
    return [*statistics(*text), *classes, *crossing_values(*text)]
