"""Strategies for non-projectivity, each next to its twin: the projective parser that it extends."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from nonproj.evaluation.significance.paired_tests import holm
from nonproj.evaluation.significance.table import PairwiseTest, Tests
from nonproj.evaluation.values import Subject
from nonproj.parsers.variants import parts_of, uncapped

LEVEL = 0.05
SPLITS = ("test", "dev", "train-cv10", "dev20")  # in the order of preference
STEPS = {
    "head": "pseudo-projective, head",
    "path": "pseudo-projective, path",
    "headpath": "pseudo-projective, head+path",
    "npa": "non-projective approximation",
}
# Systems that build non-projective trees -> their projective twins and what they do.
SYSTEMS = {
    "attardi": ("arc-standard", "Attardi"),
    "swap-eager": ("arc-standard", "swap, eager"),
    "swap-lazy": ("arc-standard", "swap, lazy"),
    "mh4-greedy": ("arc-hybrid", "MH4, greedy"),
    "mh4-two": ("mh3", "MH4, two"),
    "mh4-hybrid": ("mh3", "MH4, hybrid"),
    "1ec": ("mh3", "1-Endpoint-Crossing"),
}
_ENCODED = re.compile(rf"(?P<name>{'|'.join(STEPS)})(-cap(?P<cap>[0-9]+))?(?P<split>-split)?")
_COVINGTON = re.compile(r"covington-d([1-9][0-9]*|inf)")


@dataclass(frozen=True)
class Strategy:
    """A parser that can build non-projective trees, and its twin, which cannot."""

    variant: str
    twin: str
    label: str


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


def strategy_of(variant: str) -> Strategy | None:
    """None for a projective parser, and for one whose twin no name says."""
    parts = parts_of(variant)
    encoding = [match for step in parts.steps if (match := _ENCODED.fullmatch(step))]
    if len(encoding) == 1:
        match = encoding[0]
        others = [step for step in parts.steps if step != match[0]]
        cap = f", at most {match['cap']} new labels" if match["cap"] else ""
        split = ", label and lift apart" if match["split"] else ""
        label = STEPS[match["name"]] + cap + split
        return Strategy(variant, parts._replace(steps=others).name, label)
    base, reverse = parts.system.removesuffix("-r2l"), parts.system.endswith("-r2l")
    degree = _COVINGTON.fullmatch(base)
    if degree:
        bound = "any degree" if degree[1] == "inf" else f"degree up to {degree[1]}"
        twin, label = "covington-d0", f"Covington, {bound}"
    elif base in SYSTEMS:
        twin, label = SYSTEMS[base]
    else:
        return None
    twin = f"{twin}-r2l" if reverse else twin
    return Strategy(variant, parts._replace(system=twin).name, label)


def differences(tests: Tests) -> list[Difference]:
    """All strategies that were tested against their twins, in the order of the tests.

    Each on the first of its splits; one with a cap that changes nothing is left out."""
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
