"""How much strategies for non-projectivity gain over their projective twins."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nonproj.evaluation.significance.paired_tests import holm
from nonproj.evaluation.significance.table import PairwiseTest, Tests
from nonproj.evaluation.values import Subject
from nonproj.parsers.strategies import Strategy, strategy_of
from nonproj.parsers.variants import uncapped

LEVEL = 0.05
SPLITS = ("test", "dev", "train-cv10", "dev20")  # in the order of preference


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
        return self.p < LEVEL


def differences(
    tests: Tests, strategy_of: Callable[[str], Strategy | None] = strategy_of
) -> list[Difference]:
    """All strategies that were tested against their twins, in the order of the tests.

    Each on the first of its splits; one with a cap that changes nothing is left out.
    `strategy_of` says what is a strategy, and over which twin."""
    found: dict[tuple[str, str], tuple[PairwiseTest, Strategy, int]] = {}
    for test in tests:
        if test.metric != "las" or test.setting or test.split not in SPLITS:
            continue
        for sign, (system, other) in ((1, (test.a, test.b)), (-1, (test.b, test.a))):
            strategy = strategy_of(system.name)
            if strategy is None or other != Subject(strategy.twin) or system.items:
                continue
            known = found.get((test.treebank, system.name))
            if known is None or SPLITS.index(test.split) < SPLITS.index(known[0].split):
                found[test.treebank, system.name] = test, strategy, sign
    kept = {key: item for key, item in found.items() if not _repeats(key, found)}
    adjusted = _adjusted({key: test.p_mcnemar for key, (test, _, _) in kept.items()})
    return [_difference(*item, adjusted[key]) for key, item in kept.items()]


def _repeats(key: tuple[str, str], found: Mapping) -> bool:
    """True where a cap changes no word of the score."""
    other = found.get((key[0], uncapped(key[1])))
    return other is not None and _correct(*other) == _correct(*found[key])


def _correct(test: PairwiseTest, _: Strategy, sign: int) -> tuple[int, int]:
    pair = test.correct_a, test.correct_b
    return pair if sign > 0 else pair[::-1]


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


def _difference(test: PairwiseTest, strategy: Strategy, sign: int, p: float) -> Difference:
    correct, twin = _correct(test, strategy, sign)
    low, high = (test.low, test.high) if sign > 0 else (-test.high, -test.low)
    return Difference(
        test.treebank,
        test.split,
        strategy,
        100 * correct / test.total,
        100 * (correct - twin) / test.total,
        100 * low,
        100 * high,
        p,
    )
