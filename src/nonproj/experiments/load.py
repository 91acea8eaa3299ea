"""Experiment files: the tables and figures of a study as data.

Adding a table is an edit of workflow/experiments/<study>.yaml; the fields are explained in
workflow/schemas/experiment.schema.yaml, which refuses unknown ones."""

from collections.abc import Iterable
from pathlib import Path

import jsonschema
import yaml

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import canonical_setting
from nonproj.experiments.addresses import Address
from nonproj.experiments.blends import TRANSITION, Blend
from nonproj.experiments.specs import (
    AcrossSpec,
    ColumnSpec,
    FigureSpec,
    RowSpec,
    Run,
    Selection,
    SeriesSpec,
    Spread,
    Study,
    SummarySpec,
    TableSpec,
)
from nonproj.experiments.translation import Translation


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
        runs=tuple(_run(run, f"{path}: run {i}") for i, run in enumerate(content["runs"], start=1)),
        tables=tables,
        figures=figures,
        selection=_selection(content),
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
        rows=tuple(RowSpec(row["label"], Address.of(row), _spread(row)) for row in rows),
        sort=sort.get("by"),
        descending=sort.get("descending", False),
        translation=_translation(content, table),
        labels=content["treebanks"],
        summary=_summary(table),
    )
    for row in spec.rows:
        for column in columns:
            _reject_incomplete(spec.address(row, column), f"{place}: {column.id}")
    return spec


def _translation(content: dict, table: dict) -> Translation:
    """What a table says goes before what its study says."""
    systems, splits, settings = (
        content.get(name, {}) | table.get(name, {}) for name in ("variants", "splits", "settings")
    )
    return Translation(systems, splits, settings, tuple(table.get("ignore", ())))


def _summary(table: dict) -> SummarySpec | None:
    content = table.get("summary")
    return content and SummarySpec(**{"published": "", "split": ""} | content)


def _spread(content: dict) -> Spread:
    return Spread(**content.get("spread", {}))


def _run(run: dict, place: str) -> Run:
    variants, models = tuple(run["variants"]), run.get("models", {})
    for name in (*models, *models.values()):
        if name not in variants:
            raise NonprojError(f"{place}: models name {name!r}, which is none of its variants")
    blends = tuple(_blend(blend, variants, place) for blend in run.get("blends", ()))
    _reject_duplicates([*variants, *(blend.name for blend in blends)], f"{place}: systems")
    return Run(
        training=run["training"],
        target=run["target"],
        variants=variants,
        oracle=run.get("oracle", False),
        treebanks=tuple(run.get("treebanks", ())),
        models=models,
        blends=blends,
        without=tuple(run.get("without", ())),
    )


def _selection(content: dict) -> Selection | None:
    selection = content.get("selection")
    return selection and Selection(**selection | {"parsers": tuple(selection["parsers"])})


def _blend(content: dict, variants: tuple[str, ...], place: str) -> Blend:
    place = f"{place}: blend {content['system']}"
    blend = Blend(
        system=content["system"],
        setting=canonical_setting(content.get("setting", "")),
        level=content["level"],
        weights=content["weights"],
        parsers=tuple(content["parsers"]),
        accumulate=content.get("accumulate", False),
        compared=content.get("compared", False),
    )
    for parser in blend.parsers:
        if parser not in variants:
            raise NonprojError(f"{place}: parser {parser!r} is none of the variants of its run")
    if blend.level == TRANSITION and not blend.is_one_system:
        raise NonprojError(f"{place}: parsers that vote may only differ in their learners")
    return blend


def _column(column: dict, defaults: Address) -> ColumnSpec:
    return ColumnSpec(
        id=column["id"],
        header=column["header"],
        group=column.get("group", ""),
        address=defaults.refined(Address.of(column)),
        decimals=column.get("decimals"),
        spread=_spread(column),
        published_only=column.get("published-only", False),
    )


def _across(figure: dict) -> AcrossSpec | None:
    content = figure.get("across")
    return content and AcrossSpec(**content | {"values": tuple(content.get("values", ()))})


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
        across=_across(figure),
        metrics=figure.get("metrics", {}),
        test=figure.get("test", "mcnemar"),
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
