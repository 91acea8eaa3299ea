"""Tables of the papers beside ours: every cell is published | ours | difference where it can be."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import Measurement
from nonproj.reporting import printing
from nonproj.reporting.addresses import Address, Lookup
from nonproj.reporting.experiments import ColumnSpec, TableSpec
from nonproj.reporting.notes import Note, marked
from nonproj.reporting.published import PublishedFigure, printed_in
from nonproj.reporting.suite import SuiteTreebank


@dataclass(frozen=True)
class Cell:
    published: str | None = None
    sd: str | None = None
    note: str = ""
    mark: str = ""
    ours: str | None = None
    difference: str | None = None
    differs: bool = False
    numerator: int | None = None
    denominator: int | None = None


@dataclass(frozen=True)
class Column:
    id: str
    header: str
    group: str
    unit: str
    mark: str = ""


@dataclass(frozen=True)
class Row:
    treebank: str
    label: str
    part: str
    cells: tuple[Cell, ...]

    @property
    def compared(self) -> bool:
        return any(cell.published is not None for cell in self.cells)


@dataclass(frozen=True)
class Unavailable:
    treebank: str
    label: str
    reason: str
    published: bool


@dataclass(frozen=True)
class Table:
    study: str
    id: str
    title: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]  # treebanks that were measured
    published_rows: tuple[Row, ...]  # treebanks of the paper that were not
    unavailable: tuple[Unavailable, ...]
    notes: tuple[Note, ...] = field(default=())

    @property
    def key(self) -> tuple[str, str]:
        return self.study, self.id

    @property
    def has_parts(self) -> bool:
        return any(row.part for row in self.rows + self.published_rows)

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Table":
        content = json.loads(text)
        return cls(
            **{
                **content,
                "columns": tuple(Column(**column) for column in content["columns"]),
                "rows": _rows_from(content["rows"]),
                "published_rows": _rows_from(content["published_rows"]),
                "unavailable": tuple(Unavailable(**item) for item in content["unavailable"]),
                "notes": tuple(Note(**note) for note in content["notes"]),
            }
        )


def build(
    spec: TableSpec,
    measurements: Iterable[Measurement],
    published: Iterable[PublishedFigure],
    treebanks: Sequence[SuiteTreebank] = (),
) -> Table:
    """The table over all treebanks that were measured; `treebanks` gives their order and labels.

    Treebanks of the paper that were not measured keep their figures in `published_rows`."""
    builder = _Builder(spec, measurements, published, treebanks)
    measured, absent = builder.measured(), builder.absent()
    rows = [row for name in measured for row in builder.rows(name)]
    published_rows = [row for name in absent for row in builder.rows(name) if row.compared]
    columns = [
        Column(column.id, column.header, column.group, column.address.unit)
        for column in spec.columns
    ]
    columns, (rows, published_rows), notes = marked(columns, (rows, published_rows))
    return Table(
        study=spec.study,
        id=spec.id,
        title=spec.title,
        caption=spec.caption,
        columns=tuple(columns),
        rows=tuple(rows),
        published_rows=tuple(published_rows),
        unavailable=tuple(builder.unavailable(absent)),
        notes=tuple(notes),
    )


class _Builder:
    """Cells of one table from the measurements and printed figures that share a key."""

    def __init__(self, spec, measurements, published, treebanks) -> None:
        self.spec: TableSpec = spec
        self.lookup = Lookup(measurements)
        self.printed = printed_in(spec.source, published) if spec.source else {}
        self.suite = {treebank.name: treebank for treebank in treebanks}
        self.addresses = [
            [column.address.refined(row.address) for column in spec.columns] for row in spec.rows
        ]
        self.decimals = [self._decimals(i, column) for i, column in enumerate(spec.columns)]

    def measured(self) -> list[str]:
        """Treebanks with a figure of this table, in the order of the table."""
        known = [*self.suite, *(n for n in self.lookup.treebanks if n not in self.suite)]
        names = [name for name in known if any(self._found(name))]
        if self.spec.sort is None:
            return names
        column = [column.id for column in self.spec.columns].index(self.spec.sort)
        return sorted(names, key=lambda name: self._sort_key(name, column))

    def absent(self) -> list[str]:
        """Treebanks of the paper's table that were not measured, in the order of the paper."""
        wanted = {
            (address.system, address.setting, address.split, address.metric)
            for row in self.addresses
            for address in map(self._in_paper, row)
        }
        names = dict.fromkeys(key[0] for key in self.printed if key[1:] in wanted)
        return [name for name in names if not any(self._found(name))]

    def unavailable(self, absent: Sequence[str]) -> list[Unavailable]:
        """Those of the paper first, then those of the suite."""
        unmeasured = [n for n in self.suite if n not in absent and not any(self._found(n))]
        return [
            Unavailable(name, self._label(name), self._reason(name), name in absent)
            for name in [*absent, *unmeasured]
        ]

    def rows(self, treebank: str) -> list[Row]:
        """The rows of one treebank, less those without any figure."""
        rows = [
            Row(treebank, self._label(treebank), row.label, tuple(self._cells(treebank, i)))
            for i, row in enumerate(self.spec.rows)
        ]
        return [row for row in rows if any(cell != Cell() for cell in row.cells)]

    def _cells(self, treebank: str, row: int) -> Iterable[Cell]:
        for address, decimals in zip(self.addresses[row], self.decimals, strict=True):
            figure = self.printed.get(self._in_paper(address).key(treebank))
            yield _cell(self.lookup.find(treebank, address), figure, address.unit, decimals)

    def _found(self, treebank: str) -> list[Measurement]:
        found = (self.lookup.find(treebank, a) for row in self.addresses for a in row)
        return [measurement for measurement in found if measurement is not None]

    def _in_paper(self, address: Address) -> Address:
        system = self.spec.variants.get(address.system, address.system)
        return address.refined(Address(system=system))

    def _decimals(self, position: int, column: ColumnSpec) -> int:
        """For treebanks that the paper does not have: the paper's precision in this column."""
        if column.decimals is not None:
            return column.decimals
        addresses = [self._in_paper(row[position]).key("")[1:] for row in self.addresses]
        figures = [f.value for key, f in self.printed.items() if key[1:] in addresses]
        if not figures:
            raise NonprojError(
                f"{self.spec.study} {self.spec.id}: column {column.id!r} needs decimals, "
                "as the paper prints no figure for it"
            )
        return max(map(printing.decimals_of, figures))

    def _sort_key(self, treebank: str, column: int) -> tuple[bool, float]:
        """Treebanks without the figure come last; ties keep the order of the suite."""
        address = self.addresses[0][column]
        measurement = self.lookup.find(treebank, address)
        value = measurement and printing.value_in(measurement, address.unit)
        if value is None:
            return True, 0
        return False, -value if self.spec.descending else value

    def _label(self, treebank: str) -> str:
        known = self.suite.get(treebank)
        return (known and known.label) or self.spec.labels.get(treebank, treebank)

    def _reason(self, treebank: str) -> str:
        known = self.suite.get(treebank)
        if known is None:
            return "not in this suite"
        return known.reason or ("no such split" if known.available else "not found")


def _cell(
    measurement: Measurement | None, figure: PublishedFigure | None, unit: str, decimals: int
) -> Cell:
    """Published figure, ours and the difference at the printed precision, as far as they exist."""
    value = None if measurement is None else printing.value_in(measurement, unit)
    if figure is not None and figure.unit != unit:
        raise NonprojError(f"{figure} is not printed in the unit {unit!r}")
    if figure is not None:
        decimals = printing.decimals_of(figure.value)
    elif value is not None:
        decimals = printing.enough_decimals(value, unit, decimals)
    difference = None
    if figure is not None and value is not None:
        difference = printing.difference(value, figure.value)
    return Cell(
        published=figure and _shown(figure.value, unit),
        sd=(figure and figure.sd) or None,
        note=figure.note if figure else "",
        ours=None if value is None else _shown(printing.printed(value, decimals), unit),
        difference=_shown_difference(difference, unit),
        differs=difference is not None and any(digit in "123456789" for digit in difference),
        numerator=measurement and measurement.numerator,
        denominator=measurement and measurement.denominator,
    )


def _shown(figure: str, unit: str) -> str:
    return printing.BOOLEANS.get(figure, figure) if unit == "boolean" else figure


def _shown_difference(difference: str | None, unit: str) -> str | None:
    if difference is None or unit != "boolean":
        return difference
    return printing.SAME if difference == "0" else printing.OTHER


def _rows_from(rows: list[dict]) -> tuple[Row, ...]:
    return tuple(
        Row(**{**row, "cells": tuple(Cell(**cell) for cell in row["cells"])}) for row in rows
    )
