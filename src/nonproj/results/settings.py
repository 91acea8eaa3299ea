"""Settings: which words count, when a word is right, and which system to compare with.

A setting is a set of items, such as `labelled` or `arcs=nonproj`, written with `;` between them.
SETTINGS lists all items. A `Question` is about the words of a parse, which are a frame with one row
per word (`nonproj.results.words`), under a setting."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nonproj.errors import did_you_mean

LIFTS = {"0": 0, "1": 1, "2": 2, "3": 3, ">3": 4}
ARC_CLASSES = {"nonproj": "nonproj", "nonproj-malteval": "malteval", "root": "root"}
OTHER_ARCS = {"proj": "nonproj", "non-root": "root"}  # class -> the class that it excludes
LIFTED_ARCS = "lifted"
WORD_ROLES = ("conjuncts", "auxiliaries")
Setting = frozenset[str]
Frame = Mapping[str, np.ndarray]  # columns with a row for each word


def items_of(text: str) -> Setting:
    """Return the items of a setting: items_of("b=2;a") == {"a", "b=2"}; "" gives no items."""
    return frozenset(item for item in text.split(";") if item)


def text_of(setting: Iterable[str]) -> str:
    """Join items in alphabetical order, so that equal sets give equal strings."""
    return ";".join(sorted(setting))


def named_items(setting: Iterable[str]) -> dict[str, str]:
    """Map the names of items to their values: named_items({"a", "b=2"}) == {"a": "", "b": "2"}."""
    return dict(item.partition("=")[::2] for item in setting)


def drop_items(setting: Iterable[str], *names: str) -> Setting:
    """Drop items by name: drop_items({"a", "b=2"}, "b") == {"a"}."""
    return frozenset(item for item in setting if item.partition("=")[0] not in names)


@dataclass(frozen=True)
class Parsed:
    """The words of a parse, and how many operations the parser needed in each fold."""

    words: Frame
    counts: Sequence[Mapping[str, int]] = ()
    marks_lifts: bool = False  # whether labels marked the lifted arcs


def rows_of(frame: Frame, mask: np.ndarray) -> Frame:
    return {name: column[mask] for name, column in frame.items()}


class UnansweredError(Exception):
    """Error for a question that a parse cannot answer, such as one about a missing baseline."""


class Question:
    """The words of a parse that a setting selects, and which of them are right.

    `others`: other parses of the same text, by name, that this parse may be compared with."""

    def __init__(
        self, parsed: Parsed, items: Iterable[str] = (), others: Mapping[str, Parsed] | None = None
    ) -> None:
        self.parsed, self.others = parsed, others or {}
        self.setting = frozenset(items)
        self.items = named_items(self.setting)
        scored = "punctuation" in self.items
        self._rows = ~parsed.words["punctuation"] if scored else slice(None)

    def __len__(self) -> int:
        return len(self.column("head"))

    def column(self, name: str) -> np.ndarray:
        return self.parsed.words[name][self._rows]

    def right(self, *columns: str) -> np.ndarray:
        """Mark words for which all columns are true: by default head and, if it counts, label."""
        named = columns or (("head", "label") if "labelled" in self.items else ("head",))
        return np.logical_and.reduce([self.column(name) for name in named])

    def inside(self, side: str) -> np.ndarray:
        """Mark the words whose arc in the gold or system tree is selected by the setting."""
        mask = np.ones(len(self), bool)
        for name, value in self.items.items():
            if (keeps := SETTINGS[name].keeps) is not None:
                mask &= keeps(self, side, value)
        return mask

    def without(self, *names: str) -> "Question":
        """Return the same question without the named items."""
        return Question(self.parsed, drop_items(self.setting, *names), self.others)

    def folds(self) -> list["Question"]:
        """Return the same question for each fold."""
        words = self.parsed.words
        folds = dict.fromkeys(words["fold"].tolist())
        parts = (Parsed(rows_of(words, words["fold"] == fold)) for fold in folds)
        return [Question(part, self.setting) for part in parts]

    def per_sentence(self, mask: np.ndarray) -> np.ndarray:
        """Count the marked words in each sentence; omit the sentences with no scored words."""
        if not len(mask):
            return np.zeros(0, np.int64)
        return np.add.reduceat(mask.astype(np.int64), self._first)

    def part(self, name: str) -> np.ndarray:
        """Mark the words in one part of each sentence: Pre or Post (Nilsson 2009, 4.2.1).

        Pre ends with the first error of a sentence; Post holds all later words."""
        return ((self._earlier_errors() == 0) == (name == "pre")) & self.inside("gold")

    def distance(self) -> np.ndarray:
        """Measure how far each word is from the last error before it or the sentence start."""
        errors = self._earlier_errors()
        first = np.flatnonzero(_changes(self.column("sentence")) | _changes(errors))
        return np.arange(1, len(errors) + 1) - np.repeat(first, np.diff(first, append=len(errors)))

    def _earlier_errors(self) -> np.ndarray:
        """Count, for each word, the wrong words before it in its sentence."""
        wrong = ~self.right()
        earlier, first = np.cumsum(wrong) - wrong, self._first
        return earlier - np.repeat(earlier[first], np.diff(first, append=len(wrong)))

    @property
    def _first(self) -> np.ndarray:
        """The index of the first scored word in each sentence that has scored words."""
        return np.flatnonzero(_changes(self.column("sentence")))


def _changes(numbers: np.ndarray) -> np.ndarray:
    """Mark the positions at which the number differs from the one before it."""
    return np.diff(numbers, prepend=-1) != 0


class Item(NamedTuple):
    """A kind of item in a setting, with a pattern for its values.

    `keeps`: a function that marks the words selected by the item; None if it selects none.
    `classes`: the item's values along the axis of a figure. `asks`: whether the item is part of a
    question about words; other items distinguish texts, parsers and treebanks."""

    values: str = ""
    keeps: Callable[[Question, str, str], np.ndarray] | None = None
    classes: tuple[str, ...] = ()
    asks: bool = True


def _in_range(numbers: np.ndarray, value: str) -> np.ndarray:
    """Mark numbers that match `value`: a number, a span such as "3-7", or a bound such as ">7"."""
    if value.startswith(">"):
        return numbers > int(value[1:])
    low, _, high = value.partition("-")
    return (numbers >= int(low)) & (numbers <= int(high or low))


def _arcs(question: Question, side: str, value: str) -> np.ndarray:
    if value == "all":
        return np.ones(len(question), bool)
    if value == LIFTED_ARCS:  # as marked in the label before the inverse (Nilsson 2009, T5.7)
        if not question.parsed.marks_lifts:
            raise UnansweredError(LIFTED_ARCS)
        return question.column(LIFTED_ARCS if side == "system" else "gold_nonproj")
    if value in OTHER_ARCS:
        return ~question.column(f"{side}_{OTHER_ARCS[value]}")
    return question.column(f"{side}_{ARC_CLASSES[value]}")


def _sentences(question: Question, side: str, value: str) -> np.ndarray:
    """Mark the words of sentences whose gold tree is projective or not, as `value` asks."""
    inside = question.column("nonproj_sentence")
    return {"all": inside | True, "nonprojective": inside, "projective": ~inside}[value]


def _length(question: Question, side: str, value: str) -> np.ndarray:
    """Mark the arcs whose length is in the given class; arcs from node 0 form a separate class.

    MaltEval also separates arcs from node 0 (Nilsson 2009, figure 7.3)."""
    root = question.column(f"{side}_root")
    return root if value == "root" else ~root & _in_range(question.column(f"{side}_length"), value)


_RANGE = r">?\d+|\d+-\d+"
_NUMBER, _NAME = r"\d+", r"[^;]+"
SETTINGS: dict[str, Item] = {
    "labelled": Item(),  # an arc is right only if its label is right
    "unlabelled": Item(),
    "punctuation": Item("exclude"),
    "arcs": Item("|".join((*ARC_CLASSES, *OTHER_ARCS, LIFTED_ARCS, "all")), _arcs),
    "sentences": Item("all|projective|nonprojective", _sentences),
    "lifts": Item("|".join(LIFTS), lambda q, _, v: q.column("lifts") == LIFTS[v], (*LIFTS,)),
    "tokens": Item("|".join(WORD_ROLES), lambda q, side, v: q.column(f"{side}_{v}")),
    "length": Item(f"{_RANGE}|root", _length, (*map(str, range(1, 16)), ">15", "root")),
    "depth": Item(
        _RANGE,
        lambda q, side, v: _in_range(q.column(f"{side}_depth"), v),
        (*map(str, range(13)), ">12"),
    ),
    "position": Item(
        _RANGE,
        lambda q, _, v: _in_range(q.column("position"), v),
        (*(f"{i}-{i + 4}" for i in range(1, 50, 5)), ">50"),
    ),
    "bin": Item(_RANGE, lambda q, _, v: _in_range(q.distance(), v), (*map(str, range(1, 8)), ">7")),
    "over": Item("folds"),  # the mean over folds; by default, all folds are one text
    "baseline": Item(_NAME),  # the parser with which this one is compared
    "of": Item(_NAME),  # the metric that is compared, or `gold`
    "per": Item("remaining"),  # divide by the errors that are left
    "against": Item(_NAME),  # the system that a test compares this one with
    # Texts and training runs, combinations of parsers, oracles.
    "text": Item("raw", asks=False),  # split into sentences and words before it is parsed
    "train": Item(r"\d+%", asks=False),
    "seed": Item(_NUMBER, asks=False),
    "seeds": Item(_NUMBER, asks=False),
    "classifiers": Item(_NAME, asks=False),
    "conditions": Item("thesis|split|own-root|mvdm", asks=False),  # conditions of votes
    "accumulate": Item(asks=False),
    "parsers": Item(_NUMBER, asks=False),
    "parser": Item(_NAME, asks=False),
    "labels": Item(_NUMBER, asks=False),  # how many labels generic transformations move
    "peak": Item(asks=False),
    "worst": Item(asks=False),
    "unmarked": Item(asks=False),  # labels of conjuncts without their suffix
    "oracle": Item(asks=False),
    "leftovers": Item("right-arc", asks=False),
    # Treebanks.
    "level": Item("edge|sentence", asks=False),
    "max-degree": Item(_NUMBER, asks=False),
    "max-gap-degree": Item(_NUMBER, asks=False),
    "1-endpoint-crossing": Item(asks=False),
    "planar": Item(asks=False),
    "2-planar": Item(asks=False),
    "well-nested": Item(asks=False),
    "new-labels": Item("lifted|path-only", asks=False),
    "loss": Item(_NAME, asks=False),
    "passes": Item(_RANGE, asks=False),
    "search": Item(_NAME, asks=False),
}


def require_setting(items: Iterable[str]) -> None:
    """Raise ValueError if the name or the value of an item is unknown."""
    for item in items:
        [(name, value)] = named_items([item]).items()
        if name not in SETTINGS:
            raise ValueError(
                f"setting {item!r}: {name!r} is not known{did_you_mean(name, SETTINGS)}"
            )
        pattern = SETTINGS[name].values
        complete = f"{name}={value}" if pattern else name
        if item != complete or not re.fullmatch(pattern, value):
            expected = f"expected {name}={pattern}" if pattern else f"expected {name} alone"
            raise ValueError(f"setting {item!r}: {expected}")
