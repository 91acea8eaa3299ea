"""Values: the numbers in the report, stored as counts, each under a key.

The values printed in the papers have keys of the same form, so they can be joined
with our values."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import index
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from nonproj.data.rows import read_rows, read_table, write_rows
from nonproj.data.splits import SPLITS
from nonproj.errors import NonprojError
from nonproj.results.metrics import METRICS
from nonproj.results.settings import Setting, drop_items, items_of, named_items, text_of
from nonproj.results.units import UNITS

EVERY_SPLIT = "all"  # all splits of a treebank together
Influence = tuple[tuple[str, str, int], np.ndarray]  # a text, and what its sentences add to a value
VALUE_COLUMNS = (
    "treebank",
    "split",
    "system",
    "setting",
    "metric",
    "unit",
    "numerator",
    "denominator",
)


class DefectiveValueError(NonprojError):
    """Error for a row that is not a value, or for two different values with the same key."""


class Subject(NamedTuple):
    """A system with its own items, such as the blend `gl-eq;classifiers=all4`."""

    name: str
    items: Setting = frozenset()

    @classmethod
    def of(cls, text: str) -> "Subject":
        name, _, items = text.partition(";")
        return cls(name, items_of(items))

    def __str__(self) -> str:
        return ";".join(filter(None, (self.name, text_of(self.items))))


class Key(NamedTuple):
    """The key of a value; a key without a metric stands for the keys of several metrics."""

    treebank: str
    split: str
    system: str
    setting: Setting = frozenset()
    metric: str = ""

    def under(self, *settings: str) -> "Key":
        """Return the key with more items, given as strings such as "arcs=nonproj;labelled"."""
        return self._replace(setting=self.setting.union(*map(items_of, settings)))

    def value(self, metric: str, numerator: int, denominator: int = 1, unit: str = "") -> "Value":
        """Return a value of a metric, by default in the metric's unit."""
        key, unit = self._replace(metric=metric), unit or METRICS[metric].unit
        return Value(key, unit, numerator, denominator)

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Key":
        treebank, split, system, setting, metric = texts
        return cls(treebank, split, system, items_of(setting), metric)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(self._replace(setting=text_of(self.setting)))

    def __str__(self) -> str:
        return ",".join(self.texts)


@dataclass(frozen=True)
class Value:
    """The ratio of two counts; a denominator of 0 means that there was nothing to count."""

    key: Key
    unit: str
    numerator: int
    denominator: int = 1

    def __post_init__(self) -> None:
        for name in ("numerator", "denominator"):
            object.__setattr__(self, name, _count(name, getattr(self, name)))
        if self.denominator < 0:
            raise DefectiveValueError(f"{self.key}: denominator {self.denominator} is negative")
        if self.unit not in UNITS:
            raise DefectiveValueError(f"unit {self.unit!r}; expected one of {', '.join(UNITS)}")

    @property
    def row(self) -> tuple:
        """The value as a row of a table with the columns of VALUE_COLUMNS."""
        return *self.key.texts, self.unit, self.numerator, self.denominator

    def as_dict(self) -> dict[str, str | int]:
        return dict(zip(VALUE_COLUMNS, self.row, strict=True))


def summed(values: Sequence[Value]) -> Value | None:
    """Add up the counts of values; the sum has the key of the first value.

    Return None if there are no values, if the values have different units, or if counts in their
    unit, or of their metrics, cannot be added up."""
    units = {value.unit for value in values}
    addable = all(METRICS[value.key.metric].adds for value in values)
    if len(units) != 1 or not addable or not UNITS[units.pop()].additive:
        return None
    totals = sum(value.numerator for value in values), sum(value.denominator for value in values)
    return Value(values[0].key, values[0].unit, *totals)


class ValueSource(Protocol):
    """Interface for sources that compute values on demand."""

    treebanks: Sequence[str]

    def find(self, key: Key) -> Value | None: ...

    def influence(self, key: Key) -> Influence | None: ...

    def along(self, item: str, *keys: Key) -> list[tuple[str, Value]]: ...


class Values:
    """Values by key, in the order in which they were added; each key has only one value.

    `sources`, such as texts, compute values on demand; computed values are stored."""

    def __init__(self, values: Iterable[Value] = (), sources: Sequence["ValueSource"] = ()) -> None:
        self._values: dict[Key, Value] = {}
        self.sources = sources
        for value in values:
            known = self._values.setdefault(value.key, value)
            if known != value:
                raise DefectiveValueError(f"two values for the same key: {known} and {value}")

    def __iter__(self) -> Iterator[Value]:
        return iter(self._values.values())

    def __len__(self) -> int:
        return len(self._values)

    @property
    def treebanks(self) -> list[str]:
        """The treebanks of all values and sources, in order of first occurrence."""
        own = (key.treebank for key in self._values)
        return list(dict.fromkeys(chain(*(source.treebanks for source in self.sources), own)))

    def find(self, *keys: Key) -> Value | None:
        """Return the value of the first key that has one, or None if no key has a value.

        If no value is stored for a treebank's split `all`, the values of its splits are added up.
        """
        for key in keys:
            if key not in self._values:
                found = (source.find(key) for source in self.sources)
                if (value := next((v for v in found if v is not None), None)) is not None:
                    self._values[key] = value
            if (value := self._values.get(key) or self._over_splits(key)) is not None:
                return value
        return None

    def influence(self, key: Key) -> Influence | None:
        """Return what each sentence adds to a value, and on which text; None if no source knows."""
        found = (source.influence(key) for source in self.sources)
        return next((each for each in found if each is not None), None)

    def along(self, item: str, *keys: Key) -> list[tuple[str, Value]]:
        """List the values whose keys extend `keys` by `item=...`, each with the item's value."""
        for source in self.sources:
            for _, value in source.along(item, *keys):
                self._values.setdefault(value.key, value)
        found = []
        for key, value in self._values.items():
            rest = drop_items(key.setting, item)
            if len(key.setting - rest) == 1 and key._replace(setting=rest) in keys:
                found.append((named_items(key.setting)[item], value))
        return found

    def _over_splits(self, key: Key) -> Value | None:
        if key.split != EVERY_SPLIT:
            return None
        parts = (self.find(key._replace(split=split)) for split in SPLITS)
        whole = summed([part for part in parts if part is not None])
        return whole and replace(whole, key=key)


def write_values(path: Path | str, values: Iterable[Value]) -> None:
    """Write values to a file; if this fails, no partial file is left behind."""
    write_rows(path, VALUE_COLUMNS, (value.row for value in values))


def read_keys(path: Path | str) -> Iterator[Key]:
    """Yield the keys of a file of values, without reading the values."""
    return (Key.of(row[: len(Key._fields)]) for _, row in read_rows(path, VALUE_COLUMNS))


def read_values(*paths: Path | str) -> Values:
    """Read values from files; raise DefectiveValueError if a key has two different values."""
    return Values(value for path in paths for value in _read(path))


def _read(path: Path | str) -> Iterator[Value]:
    table = read_table(path, VALUE_COLUMNS)
    settings = {text: items_of(text) for text in table["setting"].unique()}
    table["setting"] = table["setting"].map(settings)
    columns = (table[name].tolist() for name in VALUE_COLUMNS)
    for row, (*key, unit, numerator, denominator) in enumerate(zip(*columns, strict=True), start=2):
        try:
            counts = int(numerator), int(denominator)
        except ValueError:
            raise DefectiveValueError(
                f"{path}:{row}: counts {numerator!r} / {denominator!r} are not whole numbers"
            ) from None
        yield Value(Key(*key), unit, *counts)


def _count(name: str, value) -> int:
    try:
        return index(value)
    except TypeError:
        raise DefectiveValueError(f"{name} {value!r} is not a whole number") from None
