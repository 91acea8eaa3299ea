"""Cells of published | ours | difference, and what happens where one of them is missing."""

from dataclasses import replace

import pytest

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import Measurement
from nonproj.reporting import tables
from nonproj.reporting.suite import SuiteTreebank


@pytest.fixture(scope="module")
def coverage(studies):
    return next(study for study in studies if study.id.startswith("gomez")).table("T3")


@pytest.fixture
def build(published):
    def build(spec, measurements, treebanks=()):
        return tables.build(spec, measurements, published[spec.study], treebanks)

    return build


def uncovered(treebank, system, numerator, denominator=10_000, level="sentence"):
    return Measurement(
        treebank, "train", system, f"level={level}", "coverage", "percent", numerator, denominator
    )


def cell(table, treebank, column):
    row = next(row for row in table.rows if row.treebank == treebank)
    return row.cells[[c.id for c in table.columns].index(column)]


def test_reproduced_figures_print_as_published(studies, reproduce, build):
    for study in studies:
        for spec in (spec for spec in study.tables if spec.source):
            table = build(spec, reproduce(spec))
            assert table.rows
            assert not table.published_rows
            assert not table.unavailable
            for row in table.rows:
                for found in row.cells:
                    assert found.ours == found.published, (spec.id, row)
                    assert not found.differs


def test_three_parts(coverage, build):
    table = build(coverage, [uncovered("ud20-got", "mh4", 9724)])
    found = cell(table, "ud20-got", "mh4")
    assert (found.published, found.ours, found.difference) == ("97.25", "97.24", "-0.01")
    assert found.differs
    assert (found.numerator, found.denominator) == (9724, 10_000)
    projective = cell(table, "ud20-got", "projective")
    assert (projective.published, projective.ours, projective.difference) == ("78.42", None, None)


def test_equal_at_the_printed_precision_is_no_difference(coverage, build):
    found = cell(build(coverage, [uncovered("ud20-got", "mh4", 97254, 10**5)]), "ud20-got", "mh4")
    assert (found.ours, found.difference, found.differs) == ("97.25", "0.00", False)


def test_a_treebank_of_ones_own_has_our_figure_alone(coverage, build):
    found = cell(build(coverage, [uncovered("mine", "mh4", 1, 3)]), "mine", "mh4")
    assert (found.published, found.ours, found.difference) == (None, "33.33", None)


def test_nothing_counted_is_no_figure(coverage, build):
    found = cell(build(coverage, [uncovered("ud20-got", "mh4", 0, 0)]), "ud20-got", "mh4")
    assert (found.published, found.ours, found.difference) == ("97.25", None, None)


def test_treebanks_of_the_paper_stay_visible(coverage, build):
    table = build(coverage, [uncovered("ud20-got", "mh4", 9724)])
    names = ["eu", "ur", "hu", "cu", "da", "el", "hi", "de", "ro"]
    assert [row.treebank for row in table.published_rows] == [f"ud20-{name}" for name in names]
    assert {item.reason for item in table.unavailable} == {"not in this suite"}
    assert table.published_rows[0].cells[0].published == "5396"
    assert all(found.ours is None for row in table.published_rows for found in row.cells)


def test_treebanks_of_the_suite_that_are_missing_are_named(coverage, build):
    treebanks = [
        SuiteTreebank("ud20-eu", "Euskara", available=False, reason="download failed"),
        SuiteTreebank("lost", available=False),
        SuiteTreebank("testonly"),
        SuiteTreebank("ud20-got"),
    ]
    table = build(coverage, [uncovered("ud20-got", "mh4", 9724)], treebanks)
    found = {item.treebank: item for item in table.unavailable}
    assert (found["ud20-eu"].label, found["ud20-eu"].reason) == ("Euskara", "download failed")
    assert found["ud20-eu"].published
    assert (found["lost"].reason, found["lost"].published) == ("not found", False)
    assert found["testonly"].reason == "no such split"
    assert "ud20-got" not in found


def test_order(coverage, build):
    rows = [
        uncovered("a", "projective", 9000),
        uncovered("b", "mh4", 9000),
        uncovered("c", "projective", 8000),
        uncovered("d", "projective", 8000),
    ]
    suite = [SuiteTreebank(name) for name in "dcba"]

    def order(spec):
        return "".join(row.treebank for row in build(spec, rows, suite).rows)

    assert order(coverage) == "dcab"
    assert order(replace(coverage, descending=True)) == "adcb"
    assert order(replace(coverage, sort=None)) == "dcba"


def test_our_names_of_systems_are_translated(coverage, build):
    columns = tuple(
        replace(column, address=replace(column.address, system="mh4-exact"))
        for column in coverage.columns
        if column.id == "mh4"
    )
    spec = replace(coverage, columns=columns, sort=None, variants={"mh4-exact": "mh4"})
    found = cell(build(spec, [uncovered("ud20-got", "mh4-exact", 9725)]), "ud20-got", "mh4")
    assert (found.published, found.difference) == ("97.25", "0.00")


def test_units_that_contradict_the_paper_are_refused(coverage, build):
    columns = (
        replace(coverage.columns[2], address=replace(coverage.columns[2].address, unit="words")),
    )
    with pytest.raises(NonprojError, match="not printed in the unit 'words'"):
        build(replace(coverage, columns=columns, sort=None), [])


def test_columns_that_no_paper_prints_need_decimals(studies, build):
    spec = studies[0].table("BK20")
    assert build(spec, []).rows == ()
    columns = tuple(replace(column, decimals=None) for column in spec.columns)
    with pytest.raises(NonprojError, match="'path-only' needs decimals"):
        build(replace(spec, columns=columns), [])


def test_rows_of_one_treebank(studies, reproduce, build):
    spec = next(study for study in studies if study.short.startswith("Kuhlmann")).table("T1")
    table = build(spec, [row for row in reproduce(spec) if row.treebank == "conll09-czech"])
    assert [(row.label, row.part) for row in table.rows] == [
        ("Czech (CoNLL 2009)", "train"),
        ("Czech (CoNLL 2009)", "dev"),
    ]
    assert table.has_parts


def test_booleans_are_words(studies, build):
    spec = next(study for study in studies if study.id == "nivre-2007").table("T1")
    keys = ("train", "gold", "", "has-lemma", "boolean")
    rows = [
        Measurement("conll06-danish-ddt", *keys, 1),
        Measurement("conll06-slovene-sdt", *keys, 1),
    ]
    table = build(spec, rows)
    found = cell(table, "conll06-danish-ddt", "lemma")
    assert (found.published, found.ours, found.difference, found.differs) == (
        "no",
        "yes",
        "other",
        True,
    )
    found = cell(table, "conll06-slovene-sdt", "lemma")
    assert (found.published, found.ours, found.difference, found.differs) == (
        "yes",
        "yes",
        "same",
        False,
    )


def test_notes_are_written_once(studies, reproduce, build):
    def built(name):
        spec = nilsson.table(name)
        return build(spec, reproduce(spec))

    nilsson = next(study for study in studies if study.id == "nilsson-2009")
    lifts = built("T5.4")
    assert [note.mark for note in lifts.notes] == [""]
    distortion = built("T5.3")
    assert [column.mark for column in distortion.columns] == list("aaaabbb")
    assert [note.mark for note in distortion.notes] == ["a", "b"]
    labels = built("T5.5")
    assert [row.cells[0].mark for row in labels.rows] == ["a", "b", "", "", "c"]
    assert labels.notes[0].text == "paper-inconsistent: T3.1 prints 25"


def test_json_round_trip(studies, measurements, suite, build):
    for study in studies:
        for spec in study.tables:
            table = build(spec, measurements, suite.treebanks)
            assert tables.Table.from_json(table.to_json()) == table
