"""The CSV file of a table holds every cell, whatever a treebank is called."""

import csv
import io

import pytest

from nonproj.results.values import Values
from studies.tables import build as tables
from studies.tables import export


@pytest.fixture(scope="module")
def built(studies, published, values, suite):
    return [
        tables.build(spec, values, published[study.id], suite.treebanks)
        for study in studies
        for spec in study.tables
    ]


def test_csv_holds_every_cell(built):
    for table in built:
        lines = list(csv.DictReader(io.StringIO(export.to_csv(table))))
        assert len(lines) == len(table.rows) + len(table.published_rows)
        for line, row in zip(lines, table.rows + table.published_rows, strict=True):
            assert None not in line
            assert (line["treebank"], line["label"], line["part"]) == (
                row.treebank,
                row.label,
                row.part,
            )
            for column, cell in zip(table.columns, row.cells, strict=True):
                assert line[column.id] == (cell.ours or "")
                assert line.get(f"{column.id}.published", "") == (cell.published or "")
                assert line.get(f"{column.id}.difference", "") == (cell.difference or "")
                assert line.get(f"{column.id}.sd", "") == (cell.sd or "")
                assert line.get(f"{column.id}.se", "") == (cell.se or "")
                assert line.get(f"{column.id}.published.sd", "") == (cell.published_sd or "")


def test_tables_without_values(study, published):
    spec = study("gomez-rodriguez-2018").table("T3")
    table = tables.build(spec, Values(), published[spec.study])
    assert len(export.to_csv(table).splitlines()) == 1 + len(table.published_rows)


def test_spread_is_exported(built):
    table = next(table for table in built if table.id == "T5.6")
    line = next(csv.DictReader(io.StringIO(export.to_csv(table))))
    assert (line["p0"], line["p0.sd"], line["p0.se"]) == ("1.00", "0.50", "0.16")
