"""How much strategies for non-projectivity gain over their projective twins."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from nonproj.evaluation.significance.p_values import SIGNIFICANT
from nonproj.evaluation.significance.paired_tests import holm
from nonproj.evaluation.significance.table import PairwiseTest, Tests
from nonproj.evaluation.values import Subject
from nonproj.parsers.strategies import Strategy, strategy_of
from nonproj.parsers.variants import uncapped

SPLITS = ("test", "dev", "train-cv10", "dev20")  # in the order of preference
Comparison = tuple[PairwiseTest, Strategy]  # the strategy comes first in the test


@dataclass(frozen=True)
class Difference:
    """LAS of a strategy less that of its twin, in points, with a 95 % interval over words.

    `p`: McNemar's test, adjusted by Holm's method for all strategies that were
    tested on the treebank."""

    treebank: str
    split: str
    strategy: Strategy
    las: float
    points: float
    low: float
    high: float
    p: float

    @property
    def significant(self) -> bool:
        return self.p < SIGNIFICANT


def differences(
    tests: Tests, strategy_of: Callable[[str], Strategy | None] = strategy_of
) -> list[Difference]:
    """All strategies that were tested against their twins, in the order of the tests.

    Each on one split: that which most strategies of the treebank share, so that they can be
    compared, else the first of its own. One with a cap that changes nothing is left out.
    `strategy_of` says what is a strategy, and over which twin."""
    found = _comparisons(tests, strategy_of)
    shared = shared_splits((key[0], split) for key, splits in found.items() for split in splits)
    chosen = {
        key: splits.get(shared[key[0]]) or splits[min(splits, key=SPLITS.index)]
        for key, splits in found.items()
    }
    kept = {key: item for key, item in chosen.items() if not _repeats(key, chosen)}
    adjusted = _adjusted({key: test.p_mcnemar for key, (test, _) in kept.items()})
    return [_difference(*item, adjusted[key]) for key, item in kept.items()]


def shared_splits(strategies: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The split of each treebank that most strategies have, given as (treebank, split)."""
    counts: dict[str, Counter[str]] = {}
    for treebank, split in strategies:
        counts.setdefault(treebank, Counter())[split] += 1
    return {
        treebank: min(count, key=lambda split: (-count[split], SPLITS.index(split)))
        for treebank, count in counts.items()
    }


def _comparisons(
    tests: Tests, strategy_of: Callable[[str], Strategy | None]
) -> dict[tuple[str, str], dict[str, Comparison]]:
    """Each strategy of each treebank against its twin, by split."""
    found: dict[tuple[str, str], dict[str, Comparison]] = {}
    for test in tests:
        if test.metric != "las" or test.setting or test.split not in SPLITS:
            continue
        for system, other in ((test.a, test.b), (test.b, test.a)):
            strategy = strategy_of(system.name)
            if strategy is not None and other == Subject(strategy.baseline) and not system.items:
                splits = found.setdefault((test.treebank, system.name), {})
                splits.setdefault(test.split, (test.seen_from(system), strategy))
    return found


def _repeats(key: tuple[str, str], found: Mapping) -> bool:
    """True where a cap changes no word of the score."""
    other = found.get((key[0], uncapped(key[1])))
    return other is not None and _correct(other) == _correct(found[key])


def _correct(comparison: Comparison) -> tuple[int, int]:
    test, _ = comparison
    return test.correct_a, test.correct_b


def _adjusted(p_values: Mapping[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    """Adjusted for all strategies on one treebank."""
    families: dict[str, list[tuple[str, str]]] = {}
    for key in p_values:
        families.setdefault(key[0], []).append(key)
    return {
        key: p
        for keys in families.values()
        for key, p in zip(keys, holm([p_values[key] for key in keys]), strict=True)
    }


def _difference(test: PairwiseTest, strategy: Strategy, p: float) -> Difference:
    return Difference(
        test.treebank,
        test.split,
        strategy,
        100 * test.correct_a / test.total,
        100 * (test.correct_a - test.correct_b) / test.total,
        100 * test.low,
        100 * test.high,
        p,
    )
