"""All values and tests of a suite, computed from its parses when they are looked up."""

from collections.abc import Sequence
from pathlib import Path

from nonproj.public.scores import read_texts
from nonproj.public.values import Values, read_values
from studies.values.seeds import over_seeds
from studies.values.tests import Tests, read_tests


def on_demand(
    measurements: Values,
    scores: Sequence[Path],
    words: Sequence[Path],
    seeds: Sequence[Path],
    kept: Sequence[Path],
    tests: Sequence[Path],
    adjust: bool = True,
) -> tuple[Values, Tests]:
    """Return the values and tests of a suite.

    `measurements` are values of treebanks, `scores` files of further values, `words` files of
    scored texts, `seeds` files of scores that were trained with other seeds. `kept` and `tests` are
    stored values and tests, of systems whose parses are not at hand. Without `adjust`, no
    Holm-adjusted p-values are computed."""
    texts, further = read_texts(*words, adjust=adjust), read_values(*seeds)
    computed = read_values(*scores, *seeds)
    together = Values(over_seeds(texts, further))
    values = Values(sources=[measurements, computed, texts, together, read_values(*kept)])
    return values, Tests(sources=[texts, read_tests(*tests)])
