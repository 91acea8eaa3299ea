"""The first screen compares our parsers with programs of others that were trained here."""

from dataclasses import replace

import pytest

from studies.report.findings.programs import Place, programs_of
from studies.tables.build import Table, TableColumn, TableRow
from studies.tables.cells import Cell

IDS = "score", "training", "speed", "memory", "model"
COLUMNS = tuple(TableColumn(id, id, "", "ratio") for id in IDS)


def row(treebank, program, *cells):
    cells = [Cell(ours=cell) for cell in cells] + [Cell()] * (len(IDS) - len(cells))
    return TableRow(treebank, treebank.title(), program, tuple(cells))


ROWS = (
    row("a", "Theirs", "61.00", "90", "500", "300", "1.0"),
    row("a", "Ours, fast: swap", "64.50", "20"),
    row("b", "Theirs", "71.25"),
    row("b", "Ours, fast: swap", "70.00"),
    row("c", "Ours, fast: swap", "50.00"),
)


def table_of(*rows, id="programs"):
    return Table("s", id, "Programs", "A caption.", COLUMNS, rows, (), ())


def test_the_best_program_of_each_treebank_is_marked_and_costs_are_shown():
    printed = replace(ROWS[0].cells[0], published="80.10")
    beside = replace(ROWS[0], cells=(printed, *ROWS[0].cells[1:]))
    found = programs_of([table_of(*ROWS, id="other"), table_of(beside, *ROWS[1:])])
    assert found.programs == ["Theirs", "Ours, fast: swap"]
    costs = {"training": "90", "memory": "300", "speed": "500"}
    assert found.places == {
        "A": [Place("61.00", costs), Place("64.50", {"training": "20"}, True), Place("80.10")],
        "B": [Place("71.25", {}, True), Place("70.00"), Place()],
    }
    told = "LAS minus that of Theirs (2 treebanks): fast: swap −1.25 to +3.50."
    assert found.sentences == [told]
    one = programs_of([table_of(*ROWS[:2])])
    assert one.sentences == ["LAS minus that of Theirs (1 treebank): fast: swap +3.50."]


@pytest.mark.parametrize(
    ("printed", "above", "below"),
    [("64.90", 1, 0), ("64.30", 0, 1), ("64.89", 0, 0), ("64.31", 0, 0)],
)
def test_the_printed_score_is_compared_with_the_interval_of_our_best(printed, above, below):
    best = row("a", "Ours, slow: biaffine", "64.60")
    cell = replace(best.cells[0], published=printed, se="0.15")
    best = replace(best, cells=(cell, *best.cells[1:]))
    [*_, told] = programs_of([table_of(*ROWS[:2], best)]).sentences
    assert f"on {above} of 1 treebanks, and below it on {below}" in told


def test_programs_stand_in_the_order_of_the_treebank_that_has_most():
    rows = (
        *ROWS[1:],
        row("d", "Theirs", "1"),
        row("d", "More", "2"),
        row("d", "Ours, fast: swap", "3"),
    )
    assert programs_of([table_of(*rows)]).programs == ["Theirs", "More", "Ours, fast: swap"]


@pytest.mark.parametrize("rows", [(), ROWS[1:2], (ROWS[1], replace(ROWS[0], cells=(Cell(),) * 5))])
def test_programs_are_not_compared_if_there_is_only_one(rows):
    assert programs_of([table_of(*rows)]) is None
