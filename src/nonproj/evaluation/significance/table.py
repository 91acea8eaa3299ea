"""Pairwise tests of systems as a table: one row per pair, metric and set of sentences."""

import csv
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import canonical_setting
from nonproj.evaluation.outcomes import Metric
from nonproj.evaluation.significance.partial_order import LEVELS, Edge, PartialOrder, order_of
from nonproj.evaluation.values import Setting, System, items_of


class PairwiseTestError(NonprojError):
    """A row that is no test."""


@dataclass(frozen=True)
class PairwiseTest:
    """The difference of a and b, in shares of 1, lies in [low, high]."""

    treebank: str
    split: str
    setting: str
    metric: str
    a: str
    b: str
    correct_a: int
    correct_b: int
    total: int
    only_a: int
    only_b: int
    p_mcnemar: float
    p_holm: float  # McNemar's, over all pairs of the family
    t: float | None  # None where all pairs differ by the same
    p_t: float
    low: float
    high: float
    p_t_folds: float | None = None  # of the scores of folds, a check of p_t; None of one text

    @property
    def family(self) -> tuple[str, str, str, str]:
        """The tests that are read together."""
        return self.treebank, self.split, canonical_setting(self.setting), self.metric


HEADER = tuple(field.name for field in fields(PairwiseTest))
COUNTS = ("correct_a", "correct_b", "total", "only_a", "only_b")
NUMBERS = ("p_mcnemar", "p_holm", "t", "p_t", "low", "high", "p_t_folds")
P_VALUES = {"mcnemar": "p_mcnemar", "holm": "p_holm", "t": "p_t"}


class Tests:
    """Pairwise tests by what they compare; a pair has one test."""

    def __init__(self, tests: Iterable[PairwiseTest] = ()) -> None:
        self._tests: dict[tuple, PairwiseTest] = {}
        for test in tests:
            key = test.treebank, test.split, test.metric
            a, b = (_under_all_items(name, test.setting) for name in (test.a, test.b))
            for pair in ((a, b), (b, a)):
                known = self._tests.setdefault((*key, *pair), test)
                if known != test:
                    raise PairwiseTestError(f"two tests of one pair: {known} and {test}")

    def __iter__(self) -> Iterator[PairwiseTest]:
        return iter(dict.fromkeys(self._tests.values()))

    def find(
        self, treebank: str, split: str, metric: str, a: System, b: System
    ) -> PairwiseTest | None:
        """The test of two systems under all their items, those that they share included."""
        return self._tests.get((treebank, split, metric, tuple(a), tuple(b)))


def _under_all_items(name: str, setting: str) -> tuple[str, Setting]:
    system = System.of(name)
    return system.name, system.items | items_of(setting)


def order_of_tests(
    tests: Iterable[PairwiseTest],
    metric: Metric | str,
    systems: Sequence[str],
    kind: str = "mcnemar",
) -> PartialOrder | None:
    """By McNemar's p, unadjusted as in Kuhlmann & Nivre (2010), or that of another of P_VALUES.

    None unless all pairs are there."""
    by_pair = {frozenset((test.a, test.b)): test for test in tests}
    pairs = [frozenset(pair) for pair in combinations(systems, 2)]
    if not all(pair in by_pair for pair in pairs):
        return None
    edges = []
    for test in (by_pair[pair] for pair in pairs):
        p = getattr(test, P_VALUES[kind])
        reached = [level for level in LEVELS if p < level]
        if reached:
            ordered = (test.b, test.a) if test.correct_a > test.correct_b else (test.a, test.b)
            edges.append(Edge(*ordered, reached[0], p))
    return order_of(Metric(metric), tuple(systems), edges)


def write_tests(path: Path | str, tests: Iterable[PairwiseTest]) -> None:
    """The whole file or none of it; numbers with all their digits."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([getattr(test, name) for name in HEADER] for test in tests)
    atomic_write(Path(path), text.getvalue())


def read_tests(path: Path | str) -> list[PairwiseTest]:
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        header = next(rows, [])
        if tuple(header) != HEADER:
            raise PairwiseTestError(f"{path}:1: columns {header}, expected {list(HEADER)}")
        return [_parsed(row, f"{path}:{rows.line_num}") for row in rows]


def _parsed(row: list[str], place: str) -> PairwiseTest:
    if len(row) != len(HEADER):
        raise PairwiseTestError(f"{place}: {len(row)} values, expected {len(HEADER)}")
    values = dict(zip(HEADER, row, strict=True))
    counts = {name: _number(values[name], int, f"{place}: {name}") for name in COUNTS}
    numbers = {name: _number(values[name], float, f"{place}: {name}") for name in NUMBERS}
    return PairwiseTest(**{**values, **counts, **numbers})


def _number(text: str, kind: type, place: str) -> float | None:
    """Empty: only what does not always exist, the t statistic and a test of folds."""
    if text == "" and place.endswith((": t", ": p_t_folds")):
        return None
    try:
        number = kind(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise PairwiseTestError(f"{place} {text!r} is not a number")
    return number
