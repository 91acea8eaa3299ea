"""Pairwise tests of systems as a table: one row per pair, metric and set of sentences."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, combinations
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple, Protocol

from nonproj.data.rows import read_rows, write_rows
from nonproj.errors import NonprojError
from nonproj.evaluation.options import Metric
from nonproj.evaluation.significance.paired_tests import paired_error
from nonproj.evaluation.significance.partial_order import LEVELS, Edge, PartialOrder, order_of
from nonproj.evaluation.values import Setting, Subject, items_of, text_of

Z_95 = NormalDist().inv_cdf(0.975)  # half the width of a 95 % interval, in standard errors


class PairwiseTestError(NonprojError):
    """A row that is no test, or two tests of one pair that contradict each other."""


class Family(NamedTuple):
    """The tests that are read together."""

    treebank: str
    split: str
    setting: Setting
    metric: str


@dataclass(frozen=True)
class PairwiseTest:
    """The difference of a and b, in shares of 1, lies in [low, high]."""

    treebank: str
    split: str
    setting: Setting  # what a and b share
    metric: str
    a: Subject
    b: Subject
    correct_a: int
    correct_b: int
    total: int
    # None where the two have different words, as in precision, Pre and Post
    only_a: int | None = None
    only_b: int | None = None
    p_mcnemar: float | None = None
    p_holm: float = 1.0  # McNemar's or resampled, over all pairs of the family
    t: float | None = None  # None where all pairs differ by the same
    p_t: float | None = None  # None for parts of a text
    low: float | None = None
    high: float | None = None
    p_t_folds: float | None = None  # of the scores of folds, a check of p_t; None of one text
    total_b: int | None = None  # where it is not `total`
    p_resampled: float | None = None  # by permutation (precision) or bootstrap (Pre and Post)

    @property
    def family(self) -> Family:
        return Family(self.treebank, self.split, self.setting, self.metric)

    def p(self, kind: str) -> float:
        """By a test of P_VALUES, or else by the one that such values have."""
        every = (getattr(self, P_VALUES[kind]), self.p_mcnemar, self.p_resampled)
        return next(p for p in every if p is not None)

    @property
    def difference(self) -> float:
        """In shares of 1."""
        of_b = self.total if self.total_b is None else self.total_b
        return self.correct_a / self.total - self.correct_b / of_b

    def seen_from(self, a: Subject) -> "PairwiseTest":
        """The same with `a` in the first place."""
        if a == self.a:
            return self
        if a != self.b:
            raise PairwiseTestError(f"{a} is no part of a test of {self.a} and {self.b}")
        return replace(
            self,
            a=self.b,
            b=self.a,
            correct_a=self.correct_b,
            correct_b=self.correct_a,
            total=self.total if self.total_b is None else self.total_b,
            total_b=None if self.total_b is None else self.total,
            only_a=self.only_b,
            only_b=self.only_a,
            t=None if self.t is None else -self.t,
            low=None if self.high is None else -self.high,
            high=None if self.low is None else -self.low,
        )

    def standard_error(self, kind: str) -> float | None:
        """Of the difference: from t, from discordant pairs, or from a bootstrap's interval."""
        if kind == "t" and self.t:
            return abs(self.difference / self.t)
        if self.only_a is not None:
            return paired_error(self.only_a, self.only_b, self.total)
        return None if self.low is None else (self.high - self.low) / (2 * Z_95)


HEADER = tuple(field.name for field in fields(PairwiseTest))
COUNTS = ("correct_a", "correct_b", "total", "only_a", "only_b", "total_b")
NUMBERS = ("p_mcnemar", "p_holm", "t", "p_t", "low", "high", "p_t_folds", "p_resampled")
OPTIONAL = {field.name for field in fields(PairwiseTest) if field.default is None}
P_VALUES = {"mcnemar": "p_mcnemar", "holm": "p_holm", "t": "p_t"}


class Tests:
    """Pairwise tests by what they compare; a pair has one test.

    `sources`, such as texts, are asked for tests that are not there yet, which are kept."""

    __test__ = False  # pytest would take the name for one of its own

    def __init__(
        self, tests: Iterable[PairwiseTest] = (), sources: Sequence["TestSource"] = ()
    ) -> None:
        self._tests: dict[tuple, PairwiseTest] = {}
        self.sources = sources
        for test in tests:
            known = self._tests.setdefault(_place(test), test)
            if known != test:
                raise PairwiseTestError(f"two tests of one pair: {known} and {test}")

    def __iter__(self) -> Iterator[PairwiseTest]:
        return iter(self._tests.values())

    @property
    def treebanks(self) -> list[str]:
        """In order of first occurrence."""
        own = (test.treebank for test in self)
        return list(dict.fromkeys(chain(*(source.treebanks for source in self.sources), own)))

    def find(
        self, treebank: str, split: str, metric: str, a: Subject, b: Subject
    ) -> PairwiseTest | None:
        """The test of two systems under all their items, those that they share included."""
        place = treebank, split, metric, frozenset((a, b))
        if place not in self._tests:
            found = (source.test(treebank, split, metric, a, b) for source in self.sources)
            test = next((test for test in found if test is not None), None)
            if test is None:
                return None
            self._tests[place] = test
        return self._tests[place]

    test = find

    def among(self, family: Family, systems: Iterable[str]) -> list[PairwiseTest]:
        """The tests of all pairs of these systems."""
        subjects = [Subject(name, family.setting) for name in systems]
        place = family.treebank, family.split, family.metric
        found = (self.find(*place, a, b) for a, b in combinations(subjects, 2))
        return [test for test in found if test is not None]


class TestSource(Protocol):
    """Where tests come from."""

    __test__ = False
    treebanks: Sequence[str]

    def test(
        self, treebank: str, split: str, metric: str, a: Subject, b: Subject
    ) -> PairwiseTest | None: ...


def _place(test: PairwiseTest) -> tuple:
    pair = frozenset(Subject(name, items | test.setting) for name, items in (test.a, test.b))
    return test.treebank, test.split, test.metric, pair


def order_of_tests(
    tests: Iterable[PairwiseTest],
    metric: Metric | str,
    systems: Sequence[str],
    kind: str = "mcnemar",
) -> PartialOrder | None:
    """By McNemar's p, unadjusted as in Kuhlmann & Nivre (2010), or that of another of P_VALUES.

    None unless all pairs are there."""
    by_pair = {frozenset((str(test.a), str(test.b))): test for test in tests}
    pairs = [frozenset(pair) for pair in combinations(systems, 2)]
    if not all(pair in by_pair for pair in pairs):
        return None
    edges = []
    for test in (by_pair[pair] for pair in pairs):
        p = test.p(kind)
        reached = [level for level in LEVELS if p < level]
        if reached:
            ordered = (test.b, test.a) if test.correct_a > test.correct_b else (test.a, test.b)
            edges.append(Edge(*map(str, ordered), reached[0], p))
    return order_of(Metric(metric), tuple(systems), edges)


def write_tests(path: Path | str, tests: Iterable[PairwiseTest]) -> None:
    """Write the whole file or none of it; numbers with all their digits."""
    write_rows(path, HEADER, map(_row, tests))


def _row(test: PairwiseTest) -> list:
    texts = {"setting": text_of(test.setting), "a": str(test.a), "b": str(test.b)}
    return [texts.get(name, value) for name, value in vars(test).items()]


def read_tests(*paths: Path | str) -> Tests:
    """The tests of all files; two tests of one pair are an error."""
    return Tests(
        _parsed(dict(zip(HEADER, row, strict=True)), f"{path}:{line}")
        for path in paths
        for line, row in read_rows(path, HEADER)
    )


def _parsed(values: dict[str, str], place: str) -> PairwiseTest:
    counts = {name: _number(values[name], int, name, place) for name in COUNTS}
    numbers = {name: _number(values[name], float, name, place) for name in NUMBERS}
    systems = {name: Subject.of(values[name]) for name in "ab"}
    setting = items_of(values["setting"])
    return PairwiseTest(**{**values, **counts, **numbers, **systems, "setting": setting})


def _number(text: str, kind: type, name: str, place: str) -> float | None:
    if text == "" and name in OPTIONAL:
        return None
    try:
        number = kind(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise PairwiseTestError(f"{place}: {name} {text!r} is not a number")
    return number
