"""Scores and tests of parsers and of their blends, each under its own setting."""

import pytest
from scipy import stats

from nonproj.data.conll import parse_treebank
from nonproj.evaluation.parse_scores import Fold, parse_scores
from nonproj.evaluation.significance import table
from nonproj.evaluation.significance.all_pairs import pairwise_tests
from nonproj.evaluation.values import Subject, Values, text_of
from oracles import evaluation as oracle
from samples import sentences

GOLD = [("a", "X", 0, "r"), ("b", "X", 1, "x"), ("c", "X", 1, "y"), ("d", "X", 3, "x")]
SVM, MBL = Subject("svm"), Subject("mbl")
ONE = Subject.of("gl-eq;classifiers=all4")
OTHER = Subject.of("gl-eq;classifiers=no-mbl")
PAIRS = [(SVM, MBL), (SVM, ONE), (ONE, OTHER)]
# Heads of the second sentence; the first one is right.
HEADS = {SVM: (0, 1, 2, 2), MBL: (0, 1, 2, 1), ONE: (0, 1, 1, 3), OTHER: (0, 1, 1, 1)}


def parses():
    gold = treebank(GOLD)
    found = {}
    for name, heads in HEADS.items():
        words = [(w[0], w[1], head, w[3]) for w, head in zip(GOLD, heads, strict=True)]
        found[name] = [Fold(gold, treebank(words))]
    return found


def treebank(words):
    return parse_treebank(oracle.conll([GOLD, words]).encode(), name="made.conll")


@pytest.fixture(scope="module")
def values():
    return parse_scores("t", "test", ["train=90%"], parses(), PAIRS)


def shares(values, metric):
    return {
        (value.key.system, text_of(value.key.setting)): (value.numerator, value.denominator)
        for value in values
        if value.key.metric == metric and "punctuation=exclude" not in value.key.setting
    }


def test_items_of_a_name_are_items_of_the_setting(values):
    assert shares(values, "uas") == {
        ("svm", "train=90%"): (6, 8),
        ("mbl", "train=90%"): (6, 8),
        ("gl-eq", "classifiers=all4;train=90%"): (8, 8),
        ("gl-eq", "classifiers=no-mbl;train=90%"): (7, 8),
    }
    assert list(Values(values)) == values


def test_error_reductions_of_tested_pairs_over_parsers(values):
    found = shares(values, "error-reduction")
    of_uas = {key: share for key, share in found.items() if "of=uas" in key[1]}
    assert of_uas == {
        ("svm", "baseline=mbl;of=uas;train=90%"): (0, 2),
        ("svm", "baseline=mbl;of=uas;per=remaining;train=90%"): (0, 2),
        ("mbl", "baseline=svm;of=uas;train=90%"): (0, 2),
        ("mbl", "baseline=svm;of=uas;per=remaining;train=90%"): (0, 2),
        ("gl-eq", "baseline=svm;classifiers=all4;of=uas;train=90%"): (2, 2),
    }


def test_tests_are_found_by_systems_and_settings():
    tests = table.Tests(pairwise_tests("t", "test", "train=90%", parses(), PAIRS))
    assert len(list(tests)) == len(PAIRS) * 4 * 2
    svm, one, other = (Subject(name, items | {"train=90%"}) for name, items in (SVM, ONE, OTHER))

    def find(a, b):
        return tests.find("t", "test", "uas", a, b)

    assert find(one, svm).only_b == find(svm, one).only_b == 2
    assert (find(one, other).only_a, find(one, other).only_b) == (1, 0)
    assert find(one, other).setting == {"train=90%"}
    assert find(other, svm) is None
    assert find(one, SVM) is None


def test_of_folds_their_scores_are_tested_too():
    folds = {name: found * 3 for name, found in parses().items()}
    gold = folds[SVM][0].gold
    folds[SVM][0] = Fold(gold, gold)
    tests = pairwise_tests("t", "train-cv10", "", folds, PAIRS)
    found = {(t.a, t.b): t for t in tests if (t.metric, t.setting) == ("uas", frozenset())}
    expected = stats.ttest_rel([8 / 8, 6 / 8, 6 / 8], [6 / 8] * 3)
    assert found[SVM, MBL].p_t_folds == pytest.approx(expected.pvalue)
    once = pairwise_tests("t", "dev", "", parses(), PAIRS)
    assert {test.p_t_folds for test in once} == {None}


def test_p_is_adjusted_for_all_pairs_of_one_metric_and_setting():
    families = {}
    for test in pairwise_tests("t", "dev", "", parses(), PAIRS):
        families.setdefault(test.family, []).append(test)
    assert len(families) > 4
    for family in families.values():
        raw = [test.p("mcnemar") for test in family]
        assert [test.p_holm for test in family] == pytest.approx(oracle.holm(raw))


def test_folds_by_hand():
    """1/2, 3/4 and 9/10 right: mean 0.716667, deviation 0.202073, error 0.116667."""
    gold = [[("w", "X", min(i, 1), "a") for i in range(n)] for n in (2, 4, 10)]
    parsed = [[(*words[0][:3], "b"), *words[1:]] for words in gold]

    def folds(texts, decisions, labels):
        return [
            Fold(*map(sentences.treebank, ([g], [t])), counts={"decisions": decisions, "labels": n})
            for g, t, n in zip(gold, texts, labels, strict=True)
        ]

    parts = {
        Subject("covington-d0"): folds(parsed, 20, (3, 4, 5)),
        Subject("covington-dinf"): folds(gold, 40, (1, 1, 1)),
    }
    found = {
        (v.key.system, text_of(v.key.setting), v.key.metric): (v.numerator, v.denominator)
        for v in parse_scores("t", "train-cv10", [""], parts, ())
    }
    bounded = "covington-d0"
    assert found[bounded, "", "las"] == (13, 16)
    assert found[bounded, "over=folds", "las"] == (716667, 10**6)
    assert found[bounded, "", "las-sd"] == found[bounded, "over=folds", "las-sd"] == (202073, 10**6)
    assert found[bounded, "", "las-se"] == (116667, 10**6)
    assert found[bounded, "", "n-decisions"] == (60, 1)
    assert found[bounded, "", "n-labels"] == (12, 3)
    saved = "baseline=covington-dinf;of=n-decisions"
    assert found[bounded, saved, "decision-reduction"] == (60, 120)
