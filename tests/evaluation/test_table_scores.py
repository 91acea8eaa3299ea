"""Scores and tests of parsers and of their blends, each under its own setting."""

import pytest
from scipy import stats

from nonproj.claims.records import Figure, Records
from nonproj.data.conll import parse_treebank
from nonproj.evaluation.measurements import concatenate
from nonproj.evaluation.parse_scores import Part
from nonproj.evaluation.significance.pairwise import pairwise_tests
from nonproj.evaluation.table_scores import table_scores
from oracles import evaluation as oracle

GOLD = [("a", "X", 0, "r"), ("b", "X", 1, "x"), ("c", "X", 1, "y"), ("d", "X", 3, "x")]
ONE = "gl-eq;classifiers=all4"
OTHER = "gl-eq;classifiers=no-mbl"
PAIRS = [("svm", "mbl"), ("svm", ONE), (ONE, OTHER)]
# Heads of the second sentence; the first one is right.
HEADS = {"svm": (0, 1, 2, 2), "mbl": (0, 1, 2, 1), ONE: (0, 1, 1, 3), OTHER: (0, 1, 1, 1)}


def parts():
    gold = treebank(GOLD)
    found = {}
    for name, heads in HEADS.items():
        words = [(w[0], w[1], head, w[3]) for w, head in zip(GOLD, heads, strict=True)]
        found[name] = [Part(gold, treebank(words))]
    return found


def treebank(words):
    return parse_treebank(oracle.conll([GOLD, words]).encode(), name="made.conll")


@pytest.fixture(scope="module")
def rows():
    return table_scores("t", "test", ["train=90%"], parts(), PAIRS)


def shares(rows, metric):
    return {
        (row.system, row.setting): (row.numerator, row.denominator)
        for row in rows
        if row.metric == metric and "punctuation" not in row.setting
    }


def test_items_of_a_name_are_items_of_the_setting(rows):
    assert shares(rows, "uas") == {
        ("svm", "train=90%"): (6, 8),
        ("mbl", "train=90%"): (6, 8),
        ("gl-eq", "classifiers=all4;train=90%"): (8, 8),
        ("gl-eq", "classifiers=no-mbl;train=90%"): (7, 8),
    }
    assert len(concatenate([rows])) == len(rows)


def test_error_reductions_of_tested_pairs_over_parsers(rows):
    found = shares(rows, "error-reduction")
    of_uas = {key: share for key, share in found.items() if "of=uas" in key[1]}
    assert of_uas == {
        ("svm", "baseline=mbl;of=uas;train=90%"): (0, 2),
        ("svm", "baseline=mbl;of=uas;per=remaining;train=90%"): (0, 2),
        ("mbl", "baseline=svm;of=uas;train=90%"): (0, 2),
        ("mbl", "baseline=svm;of=uas;per=remaining;train=90%"): (0, 2),
        ("gl-eq", "baseline=svm;classifiers=all4;of=uas;train=90%"): (2, 2),
    }


def test_tests_are_found_by_systems_and_settings():
    tests = pairwise_tests("t", "test", "train=90%", parts(), PAIRS)
    assert len(tests) == len(PAIRS) * 4 * 2
    records = Records([], tests)
    svm = Figure("svm", "train=90%", "test", "uas")
    one, other = (
        Figure("gl-eq", f"classifiers={name};train=90%", "test", "uas")
        for name in ("all4", "no-mbl")
    )
    assert records.test("t", one, svm).only_b == records.test("t", svm, one).only_b == 2
    found = records.test("t", one, other)
    assert (found.only_a, found.only_b, found.setting) == (1, 0, "train=90%")
    assert records.test("t", other, svm) is None
    assert records.test("t", one, Figure("svm", "", "test", "uas")) is None


def test_of_folds_their_scores_are_tested_too():
    folds = {name: found * 3 for name, found in parts().items()}
    gold = folds["svm"][0].gold
    folds["svm"][0] = Part(gold, gold)
    tests = pairwise_tests("t", "train-cv10", "", folds, PAIRS)
    found = {(t.a, t.b): t for t in tests if (t.metric, t.setting) == ("uas", "")}
    expected = stats.ttest_rel([8 / 8, 6 / 8, 6 / 8], [6 / 8] * 3)
    assert found["svm", "mbl"].p_t_folds == pytest.approx(expected.pvalue)
    once = pairwise_tests("t", "dev", "", parts(), PAIRS)
    assert {test.p_t_folds for test in once} == {None}
