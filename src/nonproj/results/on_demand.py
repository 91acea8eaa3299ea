"""All values and tests of a suite, computed from its parses when they are looked up."""

from collections.abc import Sequence
from pathlib import Path

from nonproj.results.seeds import over_seeds
from nonproj.results.significance.table import Tests
from nonproj.results.texts import read_texts
from nonproj.results.values import Values, read_values


def on_demand(
    measurements: Values, scores: Sequence[Path], words: Sequence[Path], seeds: Sequence[Path]
) -> tuple[Values, Tests]:
    """Return the values and tests of a suite.

    `measurements` are values of treebanks, `scores` files of further values, `words` files of
    scored texts, and `seeds` files of scores that were trained with other seeds."""
    texts, further = read_texts(*words), read_values(*seeds)
    stored = read_values(*scores, *seeds)
    together = Values(over_seeds(texts, further))
    return Values(sources=[measurements, stored, texts, together]), Tests(sources=[texts])
