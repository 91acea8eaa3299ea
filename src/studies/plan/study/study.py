"""Types for the tables, figures and runs of one study (`study.yaml` in its folder).

A value in a table is found by (treebank, system, setting, split, metric). Columns refine the
address of their table, and rows refine both; the settings of all three are merged. The printed
value in `published.csv` has the same key."""

from collections.abc import Collection
from dataclasses import field, replace
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field

from nonproj.public.errors import NonprojError
from nonproj.public.files import Declared, Name, reject_duplicates, whole
from nonproj.public.parsers import TokenizerTraining
from nonproj.public.scores import METRICS, UNITS, require_metric, require_setting
from nonproj.public.values import Key, drop_items, items_of, text_of
from studies.plan.study.addresses import Address
from studies.plan.study.blends import Blend, Votes
from studies.plan.study.names import (
    is_neural,
    require_parsers,
    require_systems,
)
from studies.plan.study.pools import GenericParsers, Selection
from studies.plan.study.trainings import Regime
from studies.plan.treebanks.config import RUN_LEVELS

Several = Annotated[tuple[Name, ...], Field(min_length=1)]
NameMap = dict[str, Name]  # name of one kind -> name of another kind
Id = Annotated[str, whole("[A-Za-z0-9.]+")]  # of a table or figure
SELECTED = "selection-"  # begins the names of blends of selected parsers
MOST_SERIES = 6  # more series would be hard to distinguish


class Located(Declared):
    """What one level of a file says about a value: part of its key, and its unit."""

    system: str = ""
    setting: str = ""
    split: str = ""  # `all` pools a treebank's splits; `a|b` means a, or else b
    metric: str = ""
    unit: Literal[tuple(UNITS)] | None = None  # None: the unit of the metric

    @property
    def address(self) -> Address:
        setting = items_of(self.setting)
        unit = METRICS[self.metric].unit if self.metric in METRICS else ""
        return Address(self.system, setting, self.split, self.metric, self.unit or unit)

    def within(self, outer: "Located") -> Self:
        """Return a copy with the address completed from the outer level of the file."""
        address = outer.address.refined(self.address)
        texts = {"setting": text_of(address.setting), "unit": address.unit or None}
        return replace(self, **vars(address) | texts)


class ColumnSpec(Located, kw_only=True):
    id: Annotated[str, whole("[A-Za-z0-9.-]+")]  # name in the CSV file
    header: Name
    group: str = ""  # header above neighbouring columns
    decimals: Annotated[int, Field(ge=0)] | None = None  # None: as many as the paper prints
    published_only: bool = False  # only the paper has values here

    @property
    def each(self) -> "list[ColumnSpec]":
        return [self]


class Columns(ColumnSpec, kw_only=True):
    """A column, or what several columns have in common, in which `*` stands for the id of each.

    A value is the id and the header of its column."""

    id: Annotated[str, whole("[A-Za-z0-9.*-]+")] = "*"
    header: Name = "*"
    columns: tuple[ColumnSpec, ...] = ()
    values: tuple[Name, ...] = ()

    def __post_init__(self) -> None:
        if "*" in self.id + self.header and not self.columns + self.values:
            raise ValueError("expected `id` and `header`, `columns` or `values`")

    @property
    def each(self) -> list[ColumnSpec]:
        columns = [*self.columns, *(ColumnSpec(id=name, header=name) for name in self.values)]
        return [self._around(column) for column in columns] or [self]

    def _around(self, column: ColumnSpec) -> ColumnSpec:
        names = ("id", "system", "setting", "metric")
        outer = replace(self, **{n: getattr(self, n).replace("*", column.id) for n in names})
        return replace(
            column.within(outer),
            id=outer.id,
            header=self.header.replace("*", column.header),
            group=self.group or column.group,
            decimals=self.decimals if column.decimals is None else column.decimals,
            published_only=self.published_only or column.published_only,
        )


class RowSpec(Located, kw_only=True):
    """A row that a table has for every treebank, such as a row for one split, system or metric."""

    label: str


class SummarySpec(Declared):
    """A final row that summarises the treebanks with complete values."""

    of: Literal["mean", "sum"]  # unweighted mean, or sum of counts
    label: Name
    published: str = ""  # name of the paper's summary in `published.csv`; empty: none
    split: str = ""  # split of the paper's summary; empty: the column's split


class DeclaredTable(Located, kw_only=True):
    """A table as described in `study.yaml`."""

    id: Id
    title: Name
    caption: Name
    columns: Annotated[tuple[Columns, ...], Field(min_length=1)]
    rows: Annotated[tuple[RowSpec, ...], Field(min_length=1)] = (RowSpec(label=""),)
    source: Name | None = ""  # the paper's table; by default the id, null for none
    sort: str = ""  # id of the column by which treebanks are sorted; empty: the suite's order
    summary: SummarySpec | None = None
    beside: str = ""  # system whose printed values are beside all of ours; empty: our own

    def __post_init__(self) -> None:
        columns = tuple(column for columns in self.columns for column in columns.each)
        object.__setattr__(self, "columns", columns)
        place = f"table {self.id}"
        ids = [column.id for column in self.columns]
        reject_duplicates(ids, f"{place}: columns")
        if self.sort and self.sort not in ids:
            raise ValueError(f"{place}: sorted by {self.sort!r}, expected one of its columns")
        for row in self.rows:
            for column in self.columns:
                address = self.address_of(row, column)
                _require_complete(address, f"{place}: {column.id}", column.published_only)

    def address_of(self, row: RowSpec, column: ColumnSpec) -> Address:
        return self.address.refined(column.address, row.address)

    @property
    def of_parsers(self) -> bool:
        """True if some of the values belong to trained parsers."""
        return any(self.address_of(r, c).of_a_parser for r in self.rows for c in self.columns)


class TableSpec(DeclaredTable, kw_only=True):
    """A table of a study, completed with the study's id and names."""

    study: str
    labels: NameMap  # name of a published treebank -> the paper's name

    def printed_keys(self, treebank: str, address: Address) -> list[Key]:
        """List the keys of the printed value beside ours, one for each alternative of the split.

        The printed values of another system are not of several seeds."""
        keys = address.refined(Address(system=self.beside)).keys(treebank)
        if not self.beside:
            return keys
        return [key._replace(setting=drop_items(key.setting, "seeds")) for key in keys]


class SeriesSpec(Located, kw_only=True):
    label: Name


class AcrossSpec(Declared):
    """The horizontal axis of curves: the item of the setting that varies along the axis."""

    item: Name
    label: Name
    values: tuple[Name, ...] = ()  # values to show, evenly spaced; empty: all, as numbers
    together: str = ""  # label of a last panel for all treebanks as one

    def __post_init__(self) -> None:
        reject_duplicates(self.values, "values")
        if len(self.values) == 1:
            raise ValueError("expected two `values` or more")
        if self.together and not self.values:
            raise ValueError("`together` needs `values`")


class FigureKind(StrEnum):
    BARS = "bars"
    STACKED = "stacked"
    DOTS = "dots"
    LINES = "lines"
    PARTIAL_ORDER = "partial-order"
    RANKS = "ranks"


COLOURED = (
    FigureKind.BARS,
    FigureKind.STACKED,
    FigureKind.DOTS,
    FigureKind.LINES,
)  # each series has its own colour


class Figure(Located, kw_only=True):
    """A figure as described in `study.yaml`."""

    id: Id
    title: Name
    caption: Name
    kind: FigureKind
    axis: Name  # the values and their unit, or how to read partial orders
    series: Annotated[tuple[SeriesSpec, ...], Field(min_length=1)]
    scale: Literal["linear", "log"] = "linear"
    complement: bool = False  # show 100 % minus the value
    across: AcrossSpec | None = None  # only for lines
    # Only for partial orders: one panel for each metric, with its title.
    metrics: NameMap = field(default_factory=dict)
    test: Literal["mcnemar", "t"] = "mcnemar"  # only for partial orders: over words or sentences

    def __post_init__(self) -> None:
        place = f"figure {self.id}"
        if (self.kind is FigureKind.LINES) != (self.across is not None):
            raise ValueError(f"{place}: only lines need `across`, and they always do")
        if (self.kind is FigureKind.PARTIAL_ORDER) != bool(self.metrics):
            raise ValueError(f"{place}: only partial orders need `metrics`, and they always do")
        if self.kind is not FigureKind.PARTIAL_ORDER and self.test != "mcnemar":
            raise ValueError(f"{place}: only partial orders may have `test`")
        if self.kind is FigureKind.RANKS and (self.complement or len(self.series) < 2):
            raise ValueError(f"{place}: ranks need two series, and no complement")
        if self.kind in COLOURED and len(self.series) > MOST_SERIES:
            raise ValueError(f"{place}: {len(self.series)} series, expected at most {MOST_SERIES}")
        for series, address in zip(self.series, self.addresses, strict=True):
            _require_complete(address, f"{place}: {series.label}")
            if self.complement and address.unit != "percent":
                raise ValueError(f"{place}: no complement of the unit {address.unit!r}")

    @property
    def addresses(self) -> list[Address]:
        """The addresses of the series."""
        return [self.address.refined(series.address) for series in self.series]

    @property
    def of_parsers(self) -> bool:
        """True if the figure shows trained parsers."""
        return any(address.of_a_parser for address in self.addresses)


class FigureSpec(Figure, kw_only=True):
    """A figure of a study, completed with the study's id."""

    study: str


class Target(StrEnum):
    """A text to parse; `heldout` is the part of the training set that training left out."""

    DEV = "dev"
    TEST = "test"
    HELDOUT = "heldout"


class Tokenizing(TokenizerTraining, Declared):
    """How a tokenizer is trained, in a file."""


class Run(Declared):
    """The parsers to train, and the texts to parse with them, to fill the tables.

    Parsers trained with cv0 also parse set 0, which is not scored, but used to weight votes and to
    select parsers (Nilsson 2009, chapters 7 to 9)."""

    training: Regime
    target: Target
    variants: Several
    treebanks: tuple[Name, ...] = ()  # only these, if the suite has them; empty: all
    # Variant -> another variant, which provides the model for parsing.
    models: NameMap = field(default_factory=dict)
    blends: tuple[Blend, ...] = ()  # blends of the run's variants
    votes: tuple[Votes, ...] = ()  # blends of classifiers, which are added to `blends`
    peers: tuple[Name, ...] = ()  # other programs, whose stored parses are scored with the run's
    styles: tuple[Name, ...] = ()  # coordination styles of the treebanks; empty: all
    seeds: tuple[Annotated[int, Field(ge=0)], ...] = ()  # scored together; empty: the config's
    level: Literal[RUN_LEVELS] = "demo"  # the lowest level of suites that have this run
    public: tuple[Name, ...] = ()  # of public treebanks only these; empty: all
    # The parsers also parse the raw text of the target, split by a tokenizer that is trained so.
    tokenizer: Tokenizing | None = None

    def __post_init__(self) -> None:
        voted = (blend for votes in self.votes for blend in votes.blends())
        object.__setattr__(self, "blends", (*self.blends, *voted))
        object.__setattr__(self, "votes", ())
        require_parsers(self.variants)
        if (self.training, self.target) == ("cv0", "heldout"):
            raise ValueError("the part that cv0 leaves out is not scored")
        if self.tokenizer and (self.training, self.target) != ("train", "test"):
            raise ValueError("a tokenizer needs training 'train' and target 'test'")
        for name in (*self.models, *self.models.values()):
            if name not in self.variants:
                raise ValueError(f"models name {name!r}, which is not one of the run's variants")
        systems = [*self.variants, *(blend.name for blend in self.blends), *self.peers]
        reject_duplicates(systems, "systems")
        if self.blends and (self.seeds or self.training not in ("train", "sets8", "cv0")):
            raise ValueError("blends need one seed, and the training train, sets8 or cv0")
        for blend in self.blends:
            place = f"blend {blend.name}"
            if blend.weighed and (self.training, self.target) != ("cv0", "test"):
                raise ValueError(
                    f"{place} needs training 'cv0', which holds data out, and target 'test'"
                )
            for parser in blend.parsers:
                if parser not in self.variants:
                    raise ValueError(f"{place}: {parser!r} is not one of the variants of its run")

    @property
    def trained(self) -> bool:
        """False if only the output of the parsers' oracles is scored."""
        return self.level != RUN_LEVELS[0]

    @property
    def neural(self) -> bool:
        """True if any parser is neural; suites without neural parsers leave out the whole run."""
        return any(is_neural(name) for name in self.variants)

    def is_possible(
        self, treebank: str, splits: Collection[str], style: str, public: bool = False
    ) -> bool:
        """Check whether the run includes a treebank, and the treebank has the required splits."""
        learnt = {"train", "dev"} if self.neural else {"train"}  # dev: to choose an epoch
        return (
            treebank in (self.treebanks or [treebank])
            and treebank in (self.public if self.public and public else [treebank])
            and style in (self.styles or [style])
            and learnt <= {*splits}
            and self.target in (*splits, Target.HELDOUT)
        )

    def settled(self, cross_validate: bool) -> "Run":
        """Return the run with a choice for `train-or-cv10`, and a suitable target."""
        regime = Regime(self.training)
        settled = regime.settled(cross_validate)
        if settled is regime:
            return self
        target = Target.HELDOUT if settled is Regime.CV10 else self.target
        return replace(self, training=settled, target=target)


class Winner(Declared):
    """The best of several systems in a table, which rows and series of the study can show."""

    system: Name  # the name in rows and series
    table: Name
    among: Several  # systems in that table


class Study(Declared):
    id: Name = field(metadata={"key": "study"})  # the name of its file
    short: Name  # the name in navigation
    authors: Name
    year: int
    title: Name
    venue: Name
    question: Name  # the question of the study, for newcomers
    # Name in `published.csv` -> printed name.
    labels: NameMap = field(metadata={"key": "treebanks"})
    runs: tuple[Run, ...]
    tables: Annotated[tuple[DeclaredTable, ...], Field(min_length=1)]
    figures: tuple[Figure, ...]
    url: str = ""
    of_a_paper: bool = True  # if false, only in suites that name the study
    printed: bool = True  # whether there is a `published.csv`
    selection: Selection | None = None
    generic: GenericParsers | None = None
    winners: tuple[Winner, ...] = ()

    def __post_init__(self) -> None:
        reject_duplicates([spec.id for spec in (*self.tables, *self.figures)], "tables, figures")
        require_systems(self._systems)

    @property
    def _systems(self) -> set[str]:
        """The systems in tables and figures, except combinations that the study defines."""
        columns = (
            [table.address_of(row, column) for row in table.rows]
            for table in self.tables
            for column in table.columns
            if not column.published_only
        )
        series = (figure.addresses for figure in self.figures)
        systems = {address.system for part in (*columns, *series) for address in part}
        own = self.combinations | {winner.system for winner in self.winners} | self.peers
        return {s for s in systems - own if not (self.selection and s.startswith(SELECTED))}

    @property
    def combinations(self) -> set[str]:
        """The systems that combine parsers of the study."""
        return {blend.system for run in self.runs for blend in run.blends}

    @property
    def peers(self) -> set[str]:
        """The other programs that are compared with the study's parsers."""
        return {peer for run in self.runs for peer in run.peers}

    @property
    def completed(self) -> "Study":
        """The study, with tables, columns, figures and series completed from the levels above."""
        tables, figures = map(self._table, self.tables), map(self._figure, self.figures)
        return replace(self, tables=tuple(tables), figures=tuple(figures))

    def _table(self, table: DeclaredTable) -> TableSpec:
        columns = tuple(column.within(table) for column in table.columns)
        source = table.id if table.source == "" else table.source
        more = {"columns": columns, "source": source}
        return TableSpec(**vars(table) | more, study=self.id, labels=self.labels)

    def _figure(self, figure: Figure) -> FigureSpec:
        series = tuple(series.within(figure) for series in figure.series)
        return FigureSpec(**vars(figure) | {"series": series}, study=self.id)

    def table(self, name: str) -> TableSpec:
        return _named(self.tables, name, f"table of {self.id}")

    def figure(self, name: str) -> FigureSpec:
        return _named(self.figures, name, f"figure of {self.id}")


def _named(specs: tuple, name: str, kind: str):
    for spec in specs:
        if spec.id == name:
            return spec
    raise NonprojError(f"no {kind} is called {name!r}")


def _require_complete(address: Address, place: str, published_only: bool = False) -> None:
    """Raise ValueError if an address lacks a part or has an unknown metric or setting."""
    if address.missing:
        raise ValueError(f"{place}: no {', '.join(address.missing)} given")
    if not published_only:
        try:
            require_metric(address.metric)
            require_setting(address.setting)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
