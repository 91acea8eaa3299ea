"""What sentences speak of, and how they put it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nonproj.evaluation.significance.table import PairwiseTest, Tests
from nonproj.evaluation.units import signed
from nonproj.evaluation.values import Key, Values
from nonproj.reporting.answers.differences import Difference
from nonproj.reporting.answers.parsers import ParserResults, percent

SPLITS = {
    "test": "the test set",
    "dev": "the development set",
    "train-cv10": "ten folds of the training set",
    "dev20": "a fifth of the training set, which the parsers did not see",
}


@dataclass(frozen=True)
class Sentence:
    """A finding; `topic` says in a word or two what it is about, `items` give it by treebank.

    Pages fold the items where the text says what the least and the greatest of them are. `claims`
    are those that it speaks of, with what they say, by their ids; `link` leads, from the report, to
    a page with more."""

    topic: str
    text: str
    items: tuple[str, ...] = ()
    folded: bool = False
    claims: Mapping[str, str] = field(default_factory=dict)
    link: str = ""


@dataclass(frozen=True)
class Found:
    """What a sentence may speak of: values, tests, the treebanks' names for people, and parsers."""

    values: Values
    tests: Tests
    names: Mapping[str, str]  # in the order of the suite
    differences: Sequence[Difference]
    parsers: ParserResults = field(default_factory=ParserResults)

    def share(self, treebank: str) -> float | None:
        """Percent of the training sentences that are non-projective."""
        return self.percent(Key(treebank, "train", "gold", metric="pct-nonproj-sentences"))

    def percent(self, *keys: Key) -> float | None:
        return percent(self.values, *keys)

    def named(self, treebank: str) -> str:
        """The name with its share of sentences: "Gothic (21.6 % non-projective)"."""
        share = self.share(treebank)
        return self.names[treebank] + ("" if share is None else f" ({share:.1f} % non-projective)")

    def only(self, parsers: Iterable[tuple[str, str]]) -> "Found":
        """The same about some parsers on some splits alone, given as (variant, split)."""
        own = set(parsers)
        kept = [d for d in self.differences if (d.strategy.variant, d.split) in own]
        single = [r for r in self.parsers.single if (r.parser, r.split) in own]
        return Found(self.values, self.tests, self.names, kept, ParserResults(single))


@dataclass(frozen=True, order=True)
class Gain:
    """Points and their interval."""

    points: float
    low: float
    high: float

    @classmethod
    def of(cls, d: Difference) -> "Gain":
        return cls(d.points, d.low, d.high)

    @classmethod
    def of_test(cls, test: PairwiseTest) -> "Gain":
        """The first system less the second."""
        return cls(100 * test.difference, 100 * test.low, 100 * test.high)

    def __str__(self) -> str:
        return f"{signed(self.points)} [{signed(self.low)}, {signed(self.high)}]"


def by_treebank(
    topic: str, text: str, gains: Mapping[str, Gain], items: Iterable[str], gained: str = ""
) -> Sentence:
    """A finding whose text ends, where there are several treebanks, with what was gained: the least
    and the greatest gain; `gains` by the names for people."""
    items = tuple(items)
    if len(gains) < max(2, len(items)):
        return Sentence(topic, f"{text}:", items)
    least, most = min(gains, key=gains.__getitem__), max(gains, key=gains.__getitem__)
    range_ = f"{gains[least]} ({least}) to {gains[most]} ({most})"
    return Sentence(topic, f"{text}{gained}, over all {len(gains)}: {range_}.", items, folded=True)


def doubted(significant: bool, low: float, high: float) -> str:
    """Intervals are those of one comparison; p is corrected for all that are made."""
    if significant:
        return ""
    return ", not significant" + ("" if low <= 0 <= high else " among so many comparisons")


def said_once(texts: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """What each treebank is scored on: " on ..." for all if it is one, else ", ..." for each."""
    if len(one := set(texts.values())) == 1:
        return f" on {one.pop()}", dict.fromkeys(texts, "")
    return "", {name: f", {text}" for name, text in texts.items()}


def of_treebanks(some: int, total: int) -> str:
    """of_treebanks(1, 4) == "1 of 4 treebanks"."""
    return f"{some} of {total} treebank{'s' if total != 1 else ''}"
