"""The best votes of table 7.2 in the tables and figures that look closer at them."""

import pytest

from nonproj.results.values import Key, Values, items_of
from studies.report.winners import with_winners

LEVELS = ("eq", "acc", "typeacc")
CHOICES = ("all4", "no-svm-l", "no-mbl")
THESIS = "conditions=thesis"


@pytest.fixture
def nilsson(study):
    return study("nilsson-2009")


def measured(best_tl, best_gl, treebank="t", words=1000):
    """Every vote of table 7.2 has 500 words right, but these."""
    for level, best in (("tl", best_tl), ("gl", best_gl)):
        for weights in LEVELS:
            for choice in CHOICES:
                name, setting = f"{level}-{weights}", f"classifiers={choice};{THESIS}"
                correct = best.get((weights, choice), 500)
                key = Key(treebank, "test", name, items_of(f"{setting};train=90%"))
                yield key.value("las", correct, words)


def rows_of(study, table, prefix):
    return [row for row in study.table(table).rows if row.label.startswith(prefix)]


def test_winners_are_the_best_votes_over_all_treebanks_together(nilsson):
    """A win by a word on a large treebank counts for less than by two on a small one."""
    large = measured({("eq", "no-mbl"): 501}, {("acc", "all4"): 502}, words=9000)
    small = measured({("eq", "all4"): 502}, {("acc", "all4"): 499}, treebank="u")
    resolved = with_winners(nilsson, Values([*large, *small]))
    (tl,) = rows_of(resolved, "T7.3", "best TL here")
    assert (tl.system, tl.setting) == ("tl-eq", f"classifiers=all4;{THESIS}")
    assert tl.label == "best TL here: TL Eq, all four"
    (gl,) = rows_of(resolved, "T7.5", "best GL here")
    assert (gl.system, gl.setting) == ("gl-acc", f"classifiers=all4;{THESIS}")
    (again,) = (s for s in resolved.figure("votes").series if s.label.startswith("best"))
    assert (again.system, again.address.setting) == (
        "gl-acc", items_of(f"classifiers=all4;{THESIS};labelled;train=90%"),
    )  # fmt: skip
    assert [table.id for table in resolved.tables] == [table.id for table in nilsson.tables]


def test_a_winner_that_has_a_row_already_is_named_there(nilsson):
    values = Values(measured({("acc", "no-svm-l"): 501}, {("typeacc", "no-svm-l"): 501}))
    resolved = with_winners(nilsson, values)
    assert [row.label for row in resolved.table("T7.3").rows] == [
        "SVM(Q)",
        "TL Acc (best TL of the thesis) = best TL here",
        "GL TypeAcc (best GL of the thesis) = best GL here",
    ]


def test_incomplete_values_give_no_winner(nilsson):
    some = [value for value in measured({}, {}) if value.key.system != "tl-eq"]
    resolved = with_winners(nilsson, Values(some))
    assert not rows_of(resolved, "T7.3", "best TL here")
    assert len(with_winners(nilsson, Values()).figure("votes").series) == 2
