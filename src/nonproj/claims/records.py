"""The figures and tests that a claim is judged by, and the places where it is judged.

A place is a treebank, several treebanks that a claim compares, or several taken together: as one
text (Nilsson's concatenated outputs) or as an unweighted mean (Gómez-Rodríguez et al.)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from nonproj.claims.language import AbsentError, ClaimError, Term, UndefinedError
from nonproj.evaluation.measurements import Measurement, canonical_setting
from nonproj.evaluation.significance.paired import mcnemar_of_counts
from nonproj.evaluation.significance.table import P_VALUES, PairwiseTest

EVERY_SPLIT = "all"
SPLITS = ("train", "dev", "test")
ADDITIVE = ("percent", "ratio", "words")  # units whose counts may be added up


@dataclass(frozen=True)
class Figure:
    """Key of a measurement, the treebank apart; `split` holds alternatives, separated by `|`."""

    system: str = ""
    setting: str = ""
    split: str = ""
    metric: str = ""

    def refined(self, other: "Figure") -> "Figure":
        """What the other says replaces what this one says; settings add up."""
        return Figure(
            other.system or self.system,
            canonical_setting(self.setting, other.setting),
            other.split or self.split,
            other.metric or self.metric,
        )

    @property
    def alternatives(self) -> list[str]:
        return self.split.split("|")

    def on(self, alternative: int) -> "Figure":
        """With one of the alternative splits; the last one stands for all that follow."""
        splits = self.alternatives
        chosen = splits[min(alternative, len(splits) - 1)]
        return Figure(self.system, self.setting, chosen, self.metric)

    def __str__(self) -> str:
        return f"{self.metric} of {self.system}, {self.setting or 'no setting'}, {self.split}"


@dataclass(frozen=True)
class Vocabulary:
    """What the names of a study's relations stand for."""

    systems: Mapping[str, Figure]
    figures: Mapping[str, Figure]
    treebanks: Mapping[str, str]  # name in relations -> published treebank

    def figure(self, term: Term) -> Figure:
        """All parts but the treebank; ClaimError where one is unknown or missing."""
        if term.name not in self.figures:
            raise ClaimError(f"{term}: no figure is called {term.name!r}")
        figure = self.figures[term.name]
        for name in term.arguments:
            if name in self.systems:
                figure = figure.refined(self.systems[name])
            elif name not in self.treebanks:
                raise ClaimError(f"{term}: no system or treebank is called {name!r}")
        missing = [part for part in ("system", "split", "metric") if not getattr(figure, part)]
        if missing or len(term.arguments) > 2:
            raise ClaimError(f"{term}: expected a system and at most one treebank")
        return figure

    def treebank(self, term: Term) -> str | None:
        """The published treebank that a term names, if any."""
        named = [self.treebanks[name] for name in term.arguments if name in self.treebanks]
        return named[0] if named else None


class Records:
    """Measurements and tests by key."""

    def __init__(
        self, measurements: Iterable[Measurement], tests: Iterable[PairwiseTest] | None
    ) -> None:
        """`tests` None: significance is not asked for."""
        self._measured: dict[tuple, Measurement] = {}
        for row in measurements:
            self._measured.setdefault(row.key, row)
        self.treebanks = list(dict.fromkeys(key[0] for key in self._measured))
        self.tested: dict[tuple, PairwiseTest] | None = None
        if tests is not None:
            self.tested = {}
            for test in tests:
                key = test.treebank, test.split, test.metric
                a, b = (_settled(name, test.setting) for name in (test.a, test.b))
                for pair in ((a, b), (b, a)):
                    self.tested.setdefault((*key, *pair), test)

    def find(self, treebank: str, figure: Figure) -> Measurement | None:
        """On its one split; `all` adds up the splits of a treebank where it is not measured."""
        whole = self._measured.get(_key(treebank, figure, figure.split))
        if whole is not None or figure.split != EVERY_SPLIT:
            return whole
        found = [self._measured.get(_key(treebank, figure, split)) for split in SPLITS]
        return summed([row for row in found if row is not None], treebank, EVERY_SPLIT)

    def test(self, treebank: str, a: Figure, b: Figure) -> PairwiseTest | None:
        """Of two systems; items of a setting that they do not share are part of their names."""
        pair = (_settled(figure.system, figure.setting) for figure in (a, b))
        return self.tested.get((treebank, a.split, a.metric, *pair))


def _settled(name: str, setting: str) -> tuple[str, str]:
    """System and setting: `gl-eq;classifiers=all4` is gl-eq under one more item."""
    system, _, items = name.partition(";")
    return system, canonical_setting(setting, items)


def _key(treebank: str, figure: Figure, split: str) -> tuple:
    return treebank, figure.system, canonical_setting(figure.setting), split, figure.metric


def summed(rows: list[Measurement], treebank: str, split: str) -> Measurement | None:
    """Counts of several texts as those of one; None where they cannot be added up."""
    if not rows or any(row.unit not in ADDITIVE for row in rows):
        return None
    first = rows[0]
    totals = sum(row.numerator for row in rows), sum(row.denominator for row in rows)
    return Measurement(
        treebank, split, first.system, first.setting, first.metric, first.unit, *totals
    )


def value_of(row: Measurement) -> Fraction:
    """As the papers print it: shares in percent."""
    if row.denominator == 0:
        raise UndefinedError(f"{row.metric} of {row.system} is {row.numerator} of 0")
    scale = 100 if row.unit == "percent" else 1
    return Fraction(scale * row.numerator, row.denominator)


def mean(rows: list[Measurement]) -> Fraction:
    """Unweighted."""
    return sum(value_of(row) for row in rows) / Fraction(len(rows))


def concatenated(rows: list[Measurement]) -> Fraction:
    """All texts as one."""
    whole = rows[0] if len(rows) == 1 else summed(rows, "", rows[0].split)
    if whole is None:
        raise AbsentError(f"{rows[0].metric} of several treebanks does not add up")
    return value_of(whole)


@dataclass
class Place:
    """Treebanks that a relation without named treebanks is about, taken together.

    `resolve` finds the treebank at hand for a published one; `used` and `p_values` record what the
    judgement rests on."""

    records: Records
    vocabulary: Vocabulary
    treebanks: tuple[str, ...]
    resolve: Callable[[str], str | None]
    level: Fraction
    test: str = "mcnemar"
    together: Callable[[list[Measurement]], Fraction] = concatenated
    alternatives: dict[str, int] = field(default_factory=dict)
    used: dict[str, None] = field(default_factory=dict)
    splits: dict[str, None] = field(default_factory=dict)
    p_values: dict[tuple[Term, Term], float] = field(default_factory=dict)

    def treebanks_of(self, term: Term) -> tuple[str, ...]:
        published = self.vocabulary.treebank(term)
        if published is None:
            return self.treebanks
        at_hand = self.resolve(published)
        if at_hand is None:
            raise AbsentError(f"no treebank at hand stands for {published}")
        return (at_hand,)

    def choose_splits(self, terms: Iterable[Term]) -> None:
        """Of every treebank the alternative that has most figures, the first of several; figures
        of one treebank are never taken from different alternatives."""
        needed: dict[str, list[Figure]] = {}
        for term in terms:
            for treebank in self.treebanks_of(term):
                needed.setdefault(treebank, []).append(self.vocabulary.figure(term))
        for treebank, figures in needed.items():
            found = [
                sum(self.records.find(treebank, figure.on(i)) is not None for figure in figures)
                for i in range(max(len(figure.alternatives) for figure in figures))
            ]
            self.alternatives[treebank] = found.index(max(found))

    def figure(self, term: Term, treebank: str) -> Figure:
        return self.vocabulary.figure(term).on(self.alternatives.get(treebank, 0))

    def value(self, term: Term) -> Fraction:
        rows = []
        for treebank in self.treebanks_of(term):
            figure = self.figure(term, treebank)
            row = self.records.find(treebank, figure)
            if row is None:
                raise AbsentError(f"{treebank}: {figure}")
            self.used.setdefault(",".join((treebank, *row.key[1:])))
            self.splits.setdefault(figure.split)
            rows.append(row)
        return self.together(rows)

    def p_value(self, a: Term, b: Term) -> float | None:
        if self.records.tested is None:
            return None
        if self.together is mean and len(self.treebanks) > 1:
            raise AbsentError(f"no test compares the mean {a} and {b}")
        found = [self._found(a, b, treebank) for treebank in self.treebanks_of(a)]
        p = self._pooled(found, a, b) if len(found) > 1 else getattr(found[0], P_VALUES[self.test])
        self.p_values[a, b] = p
        return p

    def _found(self, a: Term, b: Term, treebank: str) -> PairwiseTest:
        pair = self.figure(a, treebank), self.figure(b, treebank)
        found = self.records.test(treebank, *pair)
        if found is None:
            raise AbsentError(f"{treebank}: test of {pair[0]} and {pair[1]}")
        return found

    def _pooled(self, found: list[PairwiseTest], a: Term, b: Term) -> float:
        """McNemar's test over several texts; each may hold the two systems in either order."""
        if self.test != "mcnemar":
            raise AbsentError(f"no {self.test} test compares {a} and {b} over several treebanks")
        first = found[0].a
        turned = [(t.only_a, t.only_b) if t.a == first else (t.only_b, t.only_a) for t in found]
        return mcnemar_of_counts(*(sum(side) for side in zip(*turned, strict=True))).p
