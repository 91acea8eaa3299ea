"""CSV, Markdown and LaTeX say the same as the table, whatever a treebank is called."""

import csv
import io
import re

import pytest

from nonproj.reporting.tables import build as tables
from nonproj.reporting.tables import export
from nonproj.results.values import Values


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


def test_markdown_has_one_field_per_column(built):
    for table in built:
        rows = [x for x in export.to_markdown(table).splitlines() if x.startswith("|")]
        widths = [len(re.findall(r"(?<!\\)\|", row)) for row in rows]
        expected = []
        for columns, lines, _ in (table.measured_part, table.published_part):
            if lines:
                expected += [len(columns) + 2 + table.has_parts] * (len(lines) + 2)
        assert widths == expected


def test_markdown_prints_three_parts(built):
    table = next(table for table in built if table.id == "T3")
    text = export.to_markdown(table)
    assert r"| 97.25 \| 97.25 \| 0.00 |" in text
    assert "Not available: " in text
    assert "Basque (download failed)" in text
    assert r"\<img src=x onerror=alert(1)\>" in text


def test_latex_is_balanced(built):
    for table in built:
        text = export.to_latex(table)
        bare = re.sub(r"\\[{}]", "", text)
        assert bare.count("{") == bare.count("}")
        body = text[text.index(r"\toprule") : text.index(r"\bottomrule")]
        lines = [line for line in body.splitlines() if line.endswith(r"\\")]
        fields = {len(re.findall(r"(?<!\\)&", line)) + 1 for line in lines[-len(table.rows) :]}
        assert fields == {len(table.measured_part[0]) + 1 + table.has_parts}


def test_latex_escapes_names(built):
    text = export.to_latex(next(table for table in built if table.id == "T3"))
    assert r'\textless{}img src=x onerror=alert(1)\textgreater{} \& "\$\textbackslash{}x\$"' in text
    assert r"\textbar{} a\_b \{c\}" in text


def test_tables_without_values(study, published):
    spec = study("gomez-rodriguez-2018").table("T3")
    table = tables.build(spec, Values(), published[spec.study])
    assert "Nothing was measured." in export.to_markdown(table)
    assert len(export.to_csv(table).splitlines()) == 1 + len(table.published_rows)
    assert r"\bottomrule" in export.to_latex(table)


def test_spread_is_printed_and_exported(built):
    table = next(table for table in built if table.id == "T5.6")
    line = next(csv.DictReader(io.StringIO(export.to_csv(table))))
    assert (line["p0"], line["p0.sd"], line["p0.se"]) == ("1.00", "0.50", "0.16")
    assert r"77.07 ± 0.22 \| 77.07 ± 0.50 (0.16) \| 0.00 (a)" in export.to_markdown(table)
