"""Pairwise tests of systems as a table with one row per text, pair, setting and metric."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import chain, combinations
from pathlib import Path
from typing import Protocol

from nonproj.public.errors import ComparisonError
from nonproj.public.files import read_rows, write_rows
from nonproj.public.significance import Comparison
from nonproj.public.values import Key, Subject, items_of, text_of

IN_MEMORY = ("pairs", "t_folds", "folds", "bootstrap")  # fields that are not written to files
TEST_COLUMNS = tuple(field.name for field in fields(Comparison) if field.name not in IN_MEMORY)
COUNT_COLUMNS = ("correct_a", "correct_b", "total", "only_a", "only_b", "total_b")
NUMBER_COLUMNS = ("p_mcnemar", "p_holm", "t", "p_t", "low", "high", "p_t_folds", "p_resampled")
OPTIONAL = {field.name for field in fields(Comparison) if field.default is None}


class Tests:
    """Pairwise tests, looked up by the keys of the two values; each pair has one test.

    `sources`, such as texts, compute tests on demand; computed tests are stored."""

    __test__ = False  # otherwise, pytest would collect the class as a test

    def __init__(
        self, tests: Iterable[Comparison] = (), sources: Sequence["TestSource"] = ()
    ) -> None:
        self._tests: dict[frozenset[Key], Comparison] = {}
        self.sources = sources
        for test in tests:
            known = self._tests.setdefault(frozenset(test.keys), test)
            if known != test:
                raise ComparisonError(f"two different tests of the same pair: {known} and {test}")

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self._tests.values())

    @property
    def treebanks(self) -> list[str]:
        """The treebanks of all tests and sources, in order of first occurrence."""
        own = (test.treebank for test in self)
        return list(dict.fromkeys(chain(*(source.treebanks for source in self.sources), own)))

    def find(self, a: Key, b: Key) -> Comparison | None:
        """Find the test of two values, in either order."""
        pair = frozenset((a, b))
        if pair not in self._tests:
            found = (source.test(a, b) for source in self.sources)
            test = next((test for test in found if test is not None), None)
            if test is None:
                return None
            self._tests[pair] = test
        return self._tests[pair]

    test = find  # a table of tests is a source of tests

    def among(self, keys: Iterable[Key], systems: Iterable[str]) -> Iterator[list[Comparison]]:
        """Yield, for each key, the tests of all pairs of these systems; ignore the key's system."""
        for key in keys:
            pairs = combinations((key._replace(system=name) for name in systems), 2)
            yield [test for pair in pairs if (test := self.find(*pair)) is not None]


class TestSource(Protocol):
    """Interface for sources that compute tests on demand."""

    __test__ = False
    treebanks: Sequence[str]

    def test(self, a: Key, b: Key) -> Comparison | None: ...


def write_tests(path: Path | str, tests: Iterable[Comparison]) -> None:
    """Write tests to a file without rounding; if writing fails, no partial file is left behind."""
    write_rows(path, TEST_COLUMNS, map(_row, tests))


def _row(test: Comparison) -> list:
    texts = {"setting": text_of(test.setting), "a": str(test.a), "b": str(test.b)}
    return [texts.get(name, getattr(test, name)) for name in TEST_COLUMNS]


def read_tests(*paths: Path | str) -> Tests:
    """Read tests from files; raise ComparisonError if a pair has two different tests."""
    return Tests(
        _parsed(dict(zip(TEST_COLUMNS, row, strict=True)), f"{path}:{line}")
        for path in paths
        for line, row in read_rows(path, TEST_COLUMNS)
    )


TESTED_PAIR = [f"{name}_{side}" for side in "ab" for name in Key._fields]


def write_pairs(path: Path | str, tests: Iterable[Comparison]) -> None:
    """Write which pairs of values were tested."""
    write_rows(
        path, TESTED_PAIR, ([text for key in test.keys for text in key.texts] for test in tests)
    )


def read_pairs(path: Path | str) -> Iterator[tuple[Key, Key]]:
    """Yield the pairs of values that were tested."""
    for _, row in read_rows(path, TESTED_PAIR):
        half = len(Key._fields)
        yield Key.of(row[:half]), Key.of(row[half:])


def _parsed(values: dict[str, str], place: str) -> Comparison:
    counts = {name: _number(values[name], int, name, place) for name in COUNT_COLUMNS}
    numbers = {name: _number(values[name], float, name, place) for name in NUMBER_COLUMNS}
    systems = {name: Subject.of(values[name]) for name in "ab"}
    setting = items_of(values["setting"])
    return Comparison(**{**values, **counts, **numbers, **systems, "setting": setting})


def _number(text: str, kind: type, name: str, place: str) -> float | None:
    if text == "" and name in OPTIONAL:
        return None
    try:
        number = kind(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ComparisonError(f"{place}: {name} {text!r} is not a number")
    return number
