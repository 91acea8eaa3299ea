"""Experiment files: the tables and figures of a study as data.

Adding a table is an edit of workflow/experiments/<study>.yaml; the fields are explained in
workflow/schemas/experiment.schema.yaml, which refuses unknown ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import yaml

from nonproj.errors import NonprojError
from nonproj.reporting.addresses import Address


@dataclass(frozen=True)
class ColumnSpec:
    id: str
    header: str
    group: str
    address: Address
    decimals: int | None  # None: as many as the paper prints


@dataclass(frozen=True)
class RowSpec:
    """What tells apart the rows of one treebank, such as its splits."""

    label: str
    address: Address


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
    variants: Mapping[str, str]  # our name of a system -> the paper's
    labels: Mapping[str, str]  # name of a published treebank -> how the paper calls it


@dataclass(frozen=True)
class SeriesSpec:
    label: str
    address: Address


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
    tables: tuple[TableSpec, ...]
    figures: tuple[FigureSpec, ...]

    @property
    def source(self) -> str:
        """How a sentence refers to the study."""
        return f"{self.authors}, {self.year}"

    def table(self, name: str) -> TableSpec:
        return _named(self.tables, name, f"table of {self.id}")

    def figure(self, name: str) -> FigureSpec:
        return _named(self.figures, name, f"figure of {self.id}")


def load_studies(folder: Path | str, names: Iterable[str] | None = None) -> list[Study]:
    """The named studies of a folder in the order of the names; all of them by name if None."""
    folder = Path(folder)
    if names is None:
        names = sorted(path.stem for path in folder.glob("*.yaml"))
    return [load(folder / f"{name}.yaml") for name in names]


def published_labels(studies: Iterable[Study]) -> dict[str, str]:
    """Names for people of all treebanks that some paper used."""
    return {name: label for study in studies for name, label in study.labels.items()}


def load(path: Path | str) -> Study:
    """The study of one experiment file; the schema lies in ../schemas beside its folder."""
    path = Path(path)
    if not path.is_file():
        raise NonprojError(f"{path}: no such experiment file")
    schema = path.parent.parent / "schemas" / "experiment.schema.yaml"
    content = _yaml(path)
    validator = jsonschema.Draft202012Validator(_yaml(schema))
    error = jsonschema.exceptions.best_match(validator.iter_errors(content))
    if error is not None:
        raise NonprojError(f"{path}: {error.json_path}: {error.message}")
    if content["study"] != path.stem:
        raise NonprojError(f"{path}: study {content['study']!r}, expected {path.stem!r}")
    return _study(content, path)


def _study(content: dict, path: Path) -> Study:
    tables = tuple(_table(content, table, path) for table in content["tables"])
    figures = tuple(_figure(content, figure, path) for figure in content["figures"])
    _reject_duplicates([spec.id for spec in tables + figures], f"{path}: tables and figures")
    return Study(
        id=content["study"],
        short=content["short"],
        authors=content["authors"],
        year=content["year"],
        title=content["title"],
        venue=content["venue"],
        url=content.get("url", ""),
        question=content["question"].strip(),
        labels=content["treebanks"],
        tables=tables,
        figures=figures,
    )


def _table(content: dict, table: dict, path: Path) -> TableSpec:
    place = f"{path}: table {table['id']}"
    columns = tuple(_column(column, Address.of(table)) for column in table["columns"])
    rows = table.get("rows", [{"label": ""}])
    _reject_duplicates([column.id for column in columns], f"{place}: columns")
    sort = table.get("sort", {})
    if sort and sort["by"] not in [column.id for column in columns]:
        raise NonprojError(f"{place}: sorted by {sort['by']!r}, which is none of its columns")
    spec = TableSpec(
        study=content["study"],
        id=table["id"],
        title=table["title"],
        caption=table["caption"].strip(),
        source=table.get("source", table["id"]),
        columns=columns,
        rows=tuple(RowSpec(row["label"], Address.of(row)) for row in rows),
        sort=sort.get("by"),
        descending=sort.get("descending", False),
        variants=content.get("variants", {}) | table.get("variants", {}),
        labels=content["treebanks"],
    )
    for row in spec.rows:
        for column in columns:
            _reject_incomplete(column.address.refined(row.address), f"{place}: {column.id}")
    return spec


def _column(column: dict, defaults: Address) -> ColumnSpec:
    return ColumnSpec(
        id=column["id"],
        header=column["header"],
        group=column.get("group", ""),
        address=defaults.refined(Address.of(column)),
        decimals=column.get("decimals"),
    )


def _figure(content: dict, figure: dict, path: Path) -> FigureSpec:
    place = f"{path}: figure {figure['id']}"
    defaults = Address.of(figure)
    series = tuple(
        SeriesSpec(item["label"], defaults.refined(Address.of(item))) for item in figure["series"]
    )
    for item in series:
        _reject_incomplete(item.address, f"{place}: {item.label}")
        if figure.get("complement") and item.address.unit != "percent":
            raise NonprojError(f"{place}: the complement of the unit {item.address.unit!r}")
    return FigureSpec(
        study=content["study"],
        id=figure["id"],
        title=figure["title"],
        caption=figure["caption"].strip(),
        kind=figure["kind"],
        axis=figure["axis"],
        scale=figure.get("scale", "linear"),
        complement=figure.get("complement", False),
        series=series,
    )


def _yaml(path: Path) -> dict:
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise NonprojError(f"{path}: {' '.join(str(error).split())}") from None


def _reject_incomplete(address: Address, place: str) -> None:
    if address.missing:
        raise NonprojError(f"{place}: no {', '.join(address.missing)} given")


def _reject_duplicates(names: list[str], place: str) -> None:
    twice = [name for position, name in enumerate(names) if name in names[:position]]
    if twice:
        raise NonprojError(f"{place}: {twice[0]!r} is there twice")


def _named(specs: tuple, name: str, kind: str):
    for spec in specs:
        if spec.id == name:
            return spec
    raise NonprojError(f"no {kind} is called {name!r}")
