"""Tables with the papers' numbers next to ours; a cell shows published | ours | difference."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonproj.public.errors import NonprojError
from nonproj.public.scores import printing
from nonproj.public.treebanks import SPLITS
from nonproj.public.values import (
    EVERY_SPLIT,
    Value,
    Values,
    drop_items,
    items_of,
    named_items,
)
from nonproj.public.variants import uncapped
from studies.plan.study.addresses import Address
from studies.plan.study.published import PublishedValue, printed_in
from studies.plan.study.study import ColumnSpec, SummarySpec, TableSpec
from studies.plan.treebanks.suite import SuiteTreebank
from studies.tables.cells import Cell, cell_of, ours_from
from studies.tables.notes import Note, marked
from studies.tables.ranking import gain_of, with_best
from studies.tables.summaries import summarised
from studies.values.shared_task import CONLL18
from studies.values.tests import Tests

# Names of splits in tables with different splits for different treebanks.
SPLIT_NAMES = {"train-cv10": "ten folds", "dev20": "80/20"}
OWN_DECIMALS = 2  # decimals in tables that no paper has


@dataclass(frozen=True)
class TableColumn:
    id: str
    header: str
    group: str
    unit: str
    published_only: bool = False
    mark: str = ""  # refers to a note


@dataclass(frozen=True)
class TableRow:
    treebank: str
    label: str
    part: str
    cells: tuple[Cell, ...]
    summary: bool = False  # whether the row is about several treebanks

    @property
    def compared(self) -> bool:
        return any(cell.published is not None for cell in self.cells)


@dataclass(frozen=True)
class Unavailable:
    treebank: str
    label: str
    reason: str
    published: bool


class TablePart(NamedTuple):
    """Rows of a table that are shown together, with their columns and notes."""

    columns: list[TableColumn]
    rows: list[TableRow]
    notes: list[Note]


@dataclass(frozen=True)
class Table:
    study: str
    id: str
    title: str
    caption: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]  # treebanks that were measured
    published_rows: tuple[TableRow, ...]  # treebanks of the paper that were not measured
    unavailable: tuple[Unavailable, ...]

    @property
    def key(self) -> tuple[str, str]:
        return self.study, self.id

    @property
    def measured_part(self) -> TablePart:
        """Rows of measured treebanks, without empty columns for values that only papers have."""
        return self._part(self.rows, [not column.published_only for column in self.columns])

    @property
    def published_part(self) -> TablePart:
        """Rows for which only the paper has values, without empty columns."""
        return self._part(self.published_rows, [False] * len(self.columns))

    def _part(self, rows: Sequence[TableRow], always: Sequence[bool]) -> TablePart:
        kept = [
            i
            for i, stays in enumerate(always)
            if stays or any(row.cells[i].published is not None for row in rows)
        ]
        chosen = [replace(row, cells=tuple(row.cells[i] for i in kept)) for row in rows]
        return TablePart(*marked([self.columns[i] for i in kept], chosen))


def groups(columns: Sequence[TableColumn]) -> list[tuple[str, int]]:
    """Return the headers above neighbouring columns, and how many columns each header spans."""
    found: list[tuple[str, int]] = []
    for column in columns:
        if column.group and found and found[-1][0] == column.group:
            found[-1] = (column.group, found[-1][1] + 1)
        else:
            found.append((column.group, 1))
    return found


def build(
    spec: TableSpec,
    values: Values,
    published: Iterable[PublishedValue],
    treebanks: Sequence[SuiteTreebank] = (),
    tests: Tests | None = None,
) -> Table:
    """Build a table with all measured treebanks; `treebanks` gives their order and labels.

    Treebanks of the paper that were not measured keep their printed values in `published_rows`."""
    builder = _Builder(spec, values, published, treebanks, tests or Tests())
    measured, absent = builder.measured(), builder.absent()
    rows = [row for name in measured for row in builder.rows(name)]
    published_rows = [row for name in absent for row in builder.rows(name) if row.compared]
    if spec.summary is not None:
        rows += builder.summary(spec.summary)
        published_rows += builder.published_summary(spec.summary)
    columns = [
        TableColumn(column.id, column.header, column.group, address.unit, column.published_only)
        for column, address in zip(spec.columns, builder.addresses[0], strict=True)
    ]
    return Table(
        study=spec.study,
        id=spec.id,
        title=spec.title,
        caption=spec.caption,
        columns=tuple(columns),
        rows=tuple(rows),
        published_rows=tuple(published_rows),
        unavailable=tuple(builder.unavailable(absent)),
    )


class _Builder:
    """A builder of one table, which joins our values and the paper's values by key."""

    def __init__(
        self,
        spec: TableSpec,
        values: Values,
        published: Iterable[PublishedValue],
        treebanks: Sequence[SuiteTreebank],
        tests: Tests,
    ) -> None:
        self.spec = spec
        self.values = values
        self.tests = tests
        self.printed = printed_in(spec.source, published)
        self.suite = {treebank.name: treebank for treebank in treebanks}
        self.addresses = [
            [spec.address_of(row, column) for column in spec.columns] for row in spec.rows
        ]
        self.decimals = [self._decimals(i, column) for i, column in enumerate(spec.columns)]

    def measured(self) -> list[str]:
        """List the treebanks with a measured value in this table, in the order of the table."""
        known = [*self.suite, *(n for n in self.values.treebanks if n not in self.suite)]
        names = [name for name in known if any(self._found(name))]
        if not self.spec.sort:
            return names
        column = [column.id for column in self.spec.columns].index(self.spec.sort)
        return sorted(names, key=lambda name: self._sort_key(name, column))

    def absent(self) -> list[str]:
        """List treebanks in the paper's table that were not measured, in the order of the paper."""
        return [name for name in self._in_paper() if not any(self._found(name))]

    def unavailable(self, absent: Sequence[str]) -> list[Unavailable]:
        """List the treebanks without measured values, the paper's first and then the suite's."""
        unmeasured = [n for n in self.suite if n not in absent and not any(self._found(n))]
        return [
            Unavailable(name, self._label(name), self._reason(name), name in absent)
            for name in [*absent, *unmeasured]
        ]

    def rows(self, treebank: str) -> list[TableRow]:
        """Return a treebank's rows, without empty rows and repetitions of the uncapped parsers."""
        numbers = range(len(self.spec.rows))
        cells = with_best([self._cells(treebank, i) for i in numbers], self.addresses)
        repeated = {i: j for i in numbers for j in [self._repeated(cells, i)] if j is not None}
        rows = []
        for i in numbers:
            part = self._part(treebank, i)
            same = [self.spec.rows[j].label for j, uncapped in repeated.items() if uncapped == i]
            part = " = ".join(filter(None, [part, *same]))
            if i not in repeated and any(cell != Cell() for cell in cells[i]):
                rows.append(TableRow(treebank, self._label(treebank), part, cells[i]))
        return rows

    def _repeated(self, cells: Sequence[tuple[Cell, ...]], row: int) -> int | None:
        """Return the row of the uncapped parsers if both rows have equal numbers, otherwise None.

        A row with printed values is never a repetition."""
        whole = [replace(a, system=uncapped(a.system) or "") for a in self.addresses[row]]
        if whole not in self.addresses or any(cell.published for cell in cells[row]):
            return None
        other = self.addresses.index(whole)
        counts = ([(c.numerator, c.denominator) for c in cells[i]] for i in (row, other))
        return other if len({tuple(part) for part in counts}) == 1 else None

    def summary(self, summary: SummarySpec) -> list[TableRow]:
        """Summarise two or more treebanks, and add the paper's summary of the same treebanks."""
        names = self._complete()
        if len(names) < 2:
            return []
        label = f"{summary.label} ({len(names)} treebanks)"
        rows = self._summarised(summary, label, names, self._as_in_paper())
        return [row for row in rows if any(cell != Cell() for cell in row.cells)]

    def published_summary(self, summary: SummarySpec) -> list[TableRow]:
        """Return the paper's own summary if ours does not cover the same treebanks."""
        if self._as_in_paper():
            return []
        rows = self._summarised(summary, self._label(summary.published), (), True)
        return [row for row in rows if row.compared]

    def _summarised(
        self, summary: SummarySpec, label: str, names: Sequence[str], with_theirs: bool
    ) -> Iterator[TableRow]:
        for row, addresses in zip(self.spec.rows, self.addresses, strict=True):
            cells = []
            for address, decimals in zip(addresses, self.decimals, strict=True):
                ours = summarised(summary.of, self.values, names, address) if names else None
                split = address.refined(Address(split=summary.split))
                theirs = self._printed(summary.published, split) if with_theirs else None
                cells.append(cell_of(ours, theirs, address.unit, decimals))
            yield TableRow("", label, row.label, tuple(cells), summary=True)

    def _cells(self, treebank: str, row: int) -> tuple[Cell, ...]:
        cells = []
        for address, decimals in zip(self.addresses[row], self.decimals, strict=True):
            value = self.values.find(*address.keys(treebank))
            ours = ours_from(value, address.unit, *self._spread(treebank, address))
            cell = cell_of(ours, self._printed(treebank, address), address.unit, decimals)
            gain = gain_of(self.tests, value) if address.of_a_parser and value else None
            cells.append(replace(cell, gain=gain) if gain else cell)
        return tuple(cells)

    def _spread(self, treebank: str, address: Address) -> Iterator[Value | None]:
        """Yield the standard deviation over folds or seeds, and the standard error over folds.

        The standard errors of the shared task's scores are over sentences."""
        items = named_items(address.setting)
        with_error = "over" in items or address.metric.startswith(CONLL18)
        for kind, shown in (("sd", {"over", "seeds"} & items.keys()), ("se", with_error)):
            other = replace(address, metric=f"{address.metric}-{kind}", unit="points")
            yield self.values.find(*other.keys(treebank)) if shown else None

    def _part(self, treebank: str, row: int) -> str:
        """Return a row's label, followed by the split if treebanks may use different splits."""
        addresses = [address for address in self.addresses[row] if len(address.splits) > 1]
        ours = (self.values.find(*address.keys(treebank)) for address in addresses)
        theirs = (self._printed(treebank, address) for address in addresses)
        splits = [value.key.split for value in ours if value is not None]
        splits += [value.split for value in theirs if value is not None]
        names = [SPLIT_NAMES.get(splits[0], splits[0])] if splits else []
        return ", ".join(filter(None, [self.spec.rows[row].label, *names]))

    def _printed(self, treebank: str, address: Address) -> PublishedValue | None:
        keys = self.spec.printed_keys(treebank, address)
        return next((self.printed[key] for key in keys if key in self.printed), None)

    def _wanted(self, addresses: Iterable[Address]) -> set[tuple]:
        """Return the keys of printed values for these addresses, without the treebank."""
        return {key[1:] for a in addresses for key in self.spec.printed_keys("", a)}

    def _in_paper(self) -> list[str]:
        """List treebanks with a published value in this table, in the order of the paper."""
        wanted = self._wanted(address for row in self.addresses for address in row)
        summary = self.spec.summary and self.spec.summary.published
        names = dict.fromkeys(key[0] for key in self.printed if key[1:] in wanted)
        return [name for name in names if name != summary]

    def _complete(self) -> list[str]:
        """List the treebanks without missing values, in the table's order.

        A value counts as missing only if another treebank has it."""
        addresses = [address for row in self.addresses for address in row]
        found = {
            name: {a for a in addresses if self.values.find(*a.keys(name)) is not None}
            for name in self.measured()
        }
        measurable = set().union(*found.values())
        return [name for name in found if found[name] == measurable]

    def _as_in_paper(self) -> bool:
        """Check whether our summary covers the same treebanks as the paper's summary."""
        printed = set(self._in_paper())
        return bool(printed) and printed == set(self._complete())

    def _found(self, treebank: str) -> Iterator[Value]:
        found = (self.values.find(*a.keys(treebank)) for row in self.addresses for a in row)
        return (value for value in found if value is not None)

    def _decimals(self, position: int, column: ColumnSpec) -> int:
        """Return how many decimals a column has: by default, as many as the paper prints."""
        if column.decimals is not None:
            return column.decimals
        if not self.spec.source:
            return OWN_DECIMALS
        wanted = self._wanted(row[position] for row in self.addresses)
        theirs = [value.value for key, value in self.printed.items() if key[1:] in wanted]
        if not theirs:
            raise NonprojError(
                f"{self.spec.study} {self.spec.id}: column {column.id!r} needs decimals, "
                "because the paper prints no value for it"
            )
        return max(map(printing.decimals_of, theirs))

    def _sort_key(self, treebank: str, column: int) -> tuple[bool, float]:
        """Return a key for sorting treebanks by a column; treebanks without a value come last."""
        address = self.addresses[0][column]
        value = self.values.find(*address.keys(treebank))
        number = value and printing.number_in(value, address.unit)
        return number is None, number or 0

    def _label(self, treebank: str) -> str:
        known = self.suite.get(treebank)
        return (known and known.label) or self.spec.labels.get(treebank, treebank)

    def _reason(self, treebank: str) -> str:
        known = self.suite.get(treebank)
        if known is None:
            return "not in this suite"
        if known.reason or not known.available:
            return known.reason or "not found"
        if not self._splits() & {file.split for file in known.files}:
            return "no such split"
        if not self.spec.of_parsers:
            return "nothing to measure"
        setting = items_of(self.spec.setting)
        seeds = setting - drop_items(setting, "seeds")
        return " with ".join(["not parsed in this suite", *seeds])

    def _splits(self) -> set[str]:
        """Return the splits whose files are needed to compute the table's values."""
        splits = {split for row in self.addresses for a in row for split in a.splits}
        if EVERY_SPLIT in splits:
            return set(SPLITS)
        return {split if split in SPLITS else "train" for split in splits}
