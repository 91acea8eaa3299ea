"""What an experiment file says, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nonproj.errors import NonprojError
from nonproj.experiments.addresses import Address
from nonproj.experiments.blends import Blend
from nonproj.experiments.translation import Translation


@dataclass(frozen=True)
class Spread:
    """Metrics that say how much a figure varies over folds; empty: none."""

    sd: str = ""  # standard deviation
    se: str = ""  # standard error


@dataclass(frozen=True)
class ColumnSpec:
    id: str
    header: str
    group: str
    address: Address
    decimals: int | None  # None: as many as the paper prints
    spread: Spread = Spread()
    published_only: bool = False  # the paper's alone: nothing of ours belongs here


@dataclass(frozen=True)
class RowSpec:
    """What tells apart the rows of one treebank, such as its splits or the systems."""

    label: str
    address: Address
    spread: Spread = Spread()  # goes before that of a column


@dataclass(frozen=True)
class SummarySpec:
    """A last row over all treebanks that have every figure that any of them has."""

    of: str  # mean: of the treebanks, unweighted; sum: of their counts, as if concatenated
    label: str
    published: str  # name under which the paper's own is in data/published; empty: none
    split: str  # and its split; empty: that of the column


@dataclass(frozen=True)
class TableSpec:
    study: str
    id: str
    title: str
    caption: str
    source: str | None  # the table of the paper that it reproduces
    columns: tuple[ColumnSpec, ...]
    rows: tuple[RowSpec, ...]
    sort: str | None  # a column
    descending: bool
    translation: Translation
    labels: Mapping[str, str]  # name of a published treebank -> how the paper calls it
    summary: SummarySpec | None = None

    @property
    def of_parsers(self) -> bool:
        """Whether it has figures of parsers."""
        return any(self.address(r, c).of_a_parser for r in self.rows for c in self.columns)

    def address(self, row: RowSpec, column: ColumnSpec) -> Address:
        return column.address.refined(row.address)

    def spread(self, row: RowSpec, column: ColumnSpec) -> Spread:
        return column.spread if row.spread == Spread() else row.spread


@dataclass(frozen=True)
class SeriesSpec:
    label: str
    address: Address


@dataclass(frozen=True)
class AcrossSpec:
    """The horizontal axis of curves: the item of a setting that grows along them."""

    item: str
    label: str
    values: tuple[str, ...] = ()  # those that are shown, evenly spaced; empty: all, as numbers
    together: str = ""  # label of a last panel, of all treebanks as one; empty: there is none


@dataclass(frozen=True)
class FigureSpec:
    study: str
    id: str
    title: str
    caption: str
    kind: str
    axis: str
    scale: str
    complement: bool  # 100 % less the figure
    series: tuple[SeriesSpec, ...]
    across: AcrossSpec | None = None
    metrics: Mapping[str, str] = field(default_factory=dict)  # metric of a panel -> its title
    test: str = "mcnemar"  # of partial orders

    @property
    def of_parsers(self) -> bool:
        """Whether it shows parsers."""
        return any(series.address.of_a_parser for series in self.series)


@dataclass(frozen=True)
class Run:
    """Parsers to train and what they parse then."""

    training: str  # train, train-or-cv10, cv10, sets8, cv0, folds, curve
    target: str  # dev, test, heldout
    variants: tuple[str, ...]
    oracle: bool  # whether the oracle's own output is scored, too
    treebanks: tuple[str, ...]  # empty: all of the suite
    models: Mapping[str, str]  # variant -> the variant whose model it parses with
    blends: tuple[Blend, ...] = ()
    without: tuple[str, ...] = ()  # none of these treebanks

    @property
    def scored(self) -> bool:
        """Set 0 is there to weigh votes and to select parsers (Nilsson 2009, chapters 7 to 9)."""
        return (self.training, self.target) != ("cv0", "heldout")

    def settled(self, cross_validate: bool) -> "Run":
        """Without a choice between the development set and ten folds of the training set."""
        if self.training != "train-or-cv10":
            return self
        if cross_validate:
            return replace(self, training="cv10", target="heldout")
        return replace(self, training="train")

    def model(self, variant: str) -> str:
        return self.models.get(variant, variant)


@dataclass(frozen=True)
class Selection:
    """Parsers that join a blend one after the other, in several orders."""

    training: str  # with what it held out: weights and orders come from there
    target: str  # dev, test
    weights: str
    parsers: tuple[str, ...]  # the base first


@dataclass(frozen=True)
class Study:
    id: str
    short: str
    authors: str
    year: int
    title: str
    venue: str
    url: str
    question: str
    labels: Mapping[str, str]
    runs: tuple[Run, ...]
    tables: tuple[TableSpec, ...]
    figures: tuple[FigureSpec, ...]
    selection: Selection | None = None

    @property
    def source(self) -> str:
        """How a sentence refers to the study."""
        return f"{self.authors}, {self.year}"

    def table(self, name: str) -> TableSpec:
        return _named(self.tables, name, f"table of {self.id}")

    def figure(self, name: str) -> FigureSpec:
        return _named(self.figures, name, f"figure of {self.id}")


def _named(specs: tuple, name: str, kind: str):
    for spec in specs:
        if spec.id == name:
            return spec
    raise NonprojError(f"no {kind} is called {name!r}")
