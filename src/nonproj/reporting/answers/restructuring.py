"""What parsers gain that learn coordinations and verb groups in another shape, undone in parses."""

from dataclasses import dataclass

from nonproj.evaluation.significance.paired_tests import holm
from nonproj.evaluation.significance.table import PairwiseTest, Tests
from nonproj.evaluation.values import Subject
from nonproj.experiments.study.names import is_variant
from nonproj.parsers.families import variant_named
from nonproj.parsers.steps import Restructured
from nonproj.parsers.variants import parts_of
from nonproj.reporting.answers.differences import LEVEL, SPLITS
from nonproj.reporting.answers.sentences import Found, Sentence, doubted, interval


@dataclass(frozen=True)
class Gain:
    """LAS of a parser of restructured trees less that of its twin; see `Difference`."""

    treebank: str
    variant: str
    twin: str
    points: float
    low: float
    high: float
    p: float

    @property
    def significant(self) -> bool:
        return self.p < LEVEL


def restructuring(found: Found) -> Sentence | None:
    """How often another annotation helps, and where it helps most."""
    gains = [gain for name in found.names for gain in _gains(found.tests, name)]
    if not gains:
        return None
    better = sum(gain.significant and gain.points > 0 for gain in gains)
    worse = sum(gain.significant and gain.points < 0 for gain in gains)
    several = f"{len(gains)} comparisons" if len(gains) > 1 else "the only comparison"
    text = (
        f"Parsers that learned coordinations or verb groups in another shape, which their parses "
        f"lose again, gain LAS significantly in {better} and lose it in {worse} of {several} with "
        f"the same parser of the trees as they are. The most, on each treebank:"
    )
    best = {
        name: max((g for g in gains if g.treebank == name), key=lambda g: g.points)
        for name in dict.fromkeys(gain.treebank for gain in gains)
    }
    items = (
        f"{found.names[name]}: {gain.variant}, {interval(gain)} over {gain.twin}"
        f"{doubted(gain.significant, gain.low, gain.high)}"
        for name, gain in best.items()
    )
    return Sentence("What another annotation brings", text, tuple(items))


def _gains(tests: Tests, treebank: str) -> list[Gain]:
    """On the first split that has any; p adjusted by Holm's method for all of them."""
    pairs = [
        (test, sign, pair[0].name)
        for test in tests
        if test.treebank == treebank and test.metric == "las" and not test.setting
        for sign, pair in ((1, (test.a, test.b)), (-1, (test.b, test.a)))
        if pair[1] == Subject(as_it_is(pair[0].name)) and not pair[0].items
    ]
    split = min(
        (test.split for test, _, _ in pairs if test.split in SPLITS), key=SPLITS.index, default=None
    )
    pairs = [pair for pair in pairs if pair[0].split == split]
    adjusted = holm([test.p_mcnemar for test, _, _ in pairs])
    return [_gain(*pair, p) for pair, p in zip(pairs, adjusted, strict=True)]


def as_it_is(name: str) -> str | None:
    """The same parser, trained on constructions as they are annotated; None if it is this one.

    The generic moves of a label change no construction of a kind, and do not count."""
    if not is_variant(name):
        return None
    changing = {step.name for step in variant_named(name).steps if isinstance(step, Restructured)}
    parts = parts_of(name)
    kept = [step for step in parts.steps if ":" in step or step not in changing]
    return parts._replace(steps=kept).name if kept != parts.steps else None


def _gain(test: PairwiseTest, sign: int, variant: str, p: float) -> Gain:
    low, high = (test.low, test.high) if sign > 0 else (-test.high, -test.low)
    points = 100 * sign * test.difference
    return Gain(test.treebank, variant, as_it_is(variant), points, 100 * low, 100 * high, p)
