"""Computed figures as counts: the one long format between computation and report.

The keys (treebank, system, setting, split, metric) are those of the printed figures in
data/published, so that ours and theirs join on them."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from operator import index
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.errors import NonprojError


class MeasurementError(NonprojError):
    """A row that is no measurement, or two that contradict each other."""


@dataclass(frozen=True)
class Measurement:
    """A figure numerator/denominator; `setting` is `key=value` items joined by `;`."""

    treebank: str
    split: str
    system: str
    setting: str
    metric: str
    unit: str
    numerator: int
    denominator: int = 1

    def __post_init__(self) -> None:
        for name in ("numerator", "denominator"):
            object.__setattr__(self, name, _count(name, getattr(self, name)))
        if self.denominator < 0:
            raise MeasurementError(f"denominator {self.denominator} of {self.metric!r} is negative")

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """What a printed figure is found by; the order of the settings does not matter."""
        return (
            self.treebank,
            self.system,
            canonical_setting(self.setting),
            self.split,
            self.metric,
        )


HEADER = tuple(field.name for field in fields(Measurement))


def canonical_setting(*settings: str) -> str:
    """The items of all settings, sorted: the same string for every order of writing them."""
    items = {item for setting in settings for item in setting.split(";") if item}
    return ";".join(sorted(items))


def write_measurements(path: Path | str, measurements: Iterable[Measurement]) -> None:
    """The whole file or none of it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([getattr(row, name) for name in HEADER] for row in measurements)
    atomic_write(Path(path), text.getvalue())


def read_measurements(path: Path | str) -> list[Measurement]:
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        header = next(rows, [])
        if tuple(header) != HEADER:
            raise MeasurementError(f"{path}:1: columns {header}, expected {list(HEADER)}")
        return [_parsed(row, f"{path}:{rows.line_num}") for row in rows]


def concatenate(parts: Iterable[Sequence[Measurement]]) -> list[Measurement]:
    """All parts in their order; a figure that two parts agree on is kept once."""
    kept: dict[tuple, Measurement] = {}
    for row in (row for part in parts for row in part):
        known = kept.setdefault(row.key, row)
        if (known.numerator, known.denominator) != (row.numerator, row.denominator):
            raise MeasurementError(f"two values for one figure: {known} and {row}")
    return list(kept.values())


def _parsed(row: list[str], place: str) -> Measurement:
    if len(row) != len(HEADER):
        raise MeasurementError(f"{place}: {len(row)} values, expected {len(HEADER)}")
    *keys, numerator, denominator = row
    try:
        return Measurement(*keys, int(numerator), int(denominator))
    except ValueError:
        raise MeasurementError(
            f"{place}: counts {numerator!r} / {denominator!r} are not whole numbers"
        ) from None


def _count(name: str, value) -> int:
    try:
        return index(value)
    except TypeError:
        raise MeasurementError(f"{name} {value!r} is not a whole number") from None
