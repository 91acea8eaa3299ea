"""Rows of tables: what is best, what is gained, what repeats, and why a treebank is missing."""

from dataclasses import replace

import pytest

from inventions import measured, pairwise
from studies.plan.treebanks.suite import SuiteTreebank, TreebankFile
from studies.tables.ranking import gain_of
from studies.values.tests import Tests

SYSTEMS = ("carreras", "carreras+path-cap30", "carreras+path")


def encoded(*counts, treebank="t"):
    """LAS of the parsers of Björkelund and Kuhn, as far as there are counts."""
    return [
        measured(treebank, "dev", system, "", "las", "percent", count, 1000)
        for system, count in zip(SYSTEMS, counts, strict=True)
    ]


@pytest.fixture(scope="module")
def two_encodings(study):
    """Table 2 less all but the baseline and one encoding, capped and not."""
    spec = study("bjorkelund-kuhn-2012").table("T2")
    systems = zip(spec.rows, SYSTEMS, strict=False)
    rows = [replace(row, system=system) for row, system in systems]
    columns = tuple(column for column in spec.columns if column.metric == "las")
    return replace(spec, rows=tuple(rows), columns=columns)


def test_a_capped_parser_with_equal_scores_shares_a_row(two_encodings, build):
    labels = [row.label for row in two_encodings.rows]
    table = build(two_encodings, encoded(800, 810, 810))
    parts = [f"{labels[0]}, dev", f"{labels[2]}, dev = {labels[1]}"]
    assert [row.part for row in table.rows] == parts
    assert len(build(two_encodings, encoded(800, 811, 810)).rows) == 3
    published = build(two_encodings, encoded(800, 810, 810, treebank="conll09-czech"))
    assert len(published.rows) == 3, "next to printed values"


def test_a_table_marks_the_best_parser_of_a_column(two_encodings, build):
    table = build(two_encodings, encoded(800, 820, 810))
    assert [row.cells[0].best for row in table.rows] == [False, True, False]
    assert not any(row.cells[0].best for row in build(two_encodings, encoded(8, 8, 8)).rows)


def test_cells_show_the_gain_over_the_baseline(two_encodings, build):
    baseline, capped, whole = SYSTEMS
    tests = [
        pairwise("t", "las", baseline, whole, 10, 90, 0.01),
        pairwise("t", "las", capped, baseline, 60, 10, 0.01),
    ]
    table = build(two_encodings, encoded(800, 820, 810), tests=Tests(tests))
    gains = [row.cells[0].gain for row in table.rows]
    assert gains == [None, "+5.00 [-10.00, 10.00]", "+8.00 [-10.00, 10.00]"]


@pytest.mark.parametrize("setting", ["", "train=90%", "punctuation=exclude"])
@pytest.mark.parametrize(
    ("pair", "gain"), [(("mst", "eisner"), "-8.00"), (("eisner", "mst"), "+8.00")]
)
def test_a_gain_is_that_of_the_strategy_whatever_the_order_of_the_test(setting, pair, gain):
    tests = Tests([pairwise("t", "las", *pair, 10, 90, 0.01, setting=setting)])
    value = measured("t", "dev", "mst", setting, "las", "percent", 82, 100)
    assert gain_of(tests, value) == f"{gain} [-10.00, 10.00]"


def test_a_table_says_why_a_treebank_is_not_in_it(two_encodings, build):
    def reason(*splits, study=two_encodings):
        files = tuple(TreebankFile(split, "sha256:0") for split in splits)
        table = build(study, [], [SuiteTreebank("t", files=files)])
        return next(item.reason for item in table.unavailable if item.treebank == "t")

    assert reason("train", "dev") == "not parsed in this suite"
    assert reason("test") == "no such split"
    of_seeds = replace(two_encodings, setting="punctuation=exclude;seeds=5", source=None)
    assert reason("dev", study=of_seeds) == "not parsed in this suite with seeds=5"
