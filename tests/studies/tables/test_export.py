"""The CSV file of a table holds every cell, whatever a treebank is called."""

import csv
import io

import pytest

from studies.report.study import tables_of
from studies.tables import export


@pytest.fixture(scope="module")
def built(studies, published, values, significance, suite):
    inputs = ((study, values, significance, published[study.id]) for study in studies)
    return [table for each in inputs for table in tables_of(*each, suite.treebanks)]


def test_the_csv_of_a_table_has_every_cell(built):
    for table in built:
        lines = list(csv.DictReader(io.StringIO(export.to_csv(table))))
        assert len(lines) == len(table.rows) + len(table.published_rows)
        for line, row in zip(lines, table.rows + table.published_rows, strict=True):
            assert None not in line
            named = line["treebank"], line["label"], line["part"]
            assert named == (row.treebank, row.label, row.part)
            for column, cell in zip(table.columns, row.cells, strict=True):
                assert line[column.id] == (cell.ours or "")
                for part in ("published", "difference", "sd", "se", "published.sd"):
                    expected = getattr(cell, part.replace(".", "_")) or ""
                    assert line.get(f"{column.id}.{part}", "") == expected


def test_a_table_without_values_is_exported_as_printed(study, build):
    table = build(study("gomez-rodriguez-2018").table("T3"))
    assert len(export.to_csv(table).splitlines()) == 1 + len(table.published_rows)


def test_a_deviation_and_its_error_are_exported(built):
    table = next(table for table in built if table.id == "T5.6")
    line = next(csv.DictReader(io.StringIO(export.to_csv(table))))
    assert (line["p0"], line["p0.sd"], line["p0.se"]) == ("1.00", "0.50", "0.16")
