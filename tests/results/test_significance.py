"""Significance tests against their formulas, exact enumeration, scipy and printed intervals."""

import itertools
import json
import math
import random

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats import multitest

from nonproj.errors import NonprojError
from nonproj.results.metrics import EVALUATED
from nonproj.results.scores import evaluate
from nonproj.results.significance.comparison import compare
from nonproj.results.significance.paired_tests import (
    PairedT,
    both_tails,
    holm,
    margin_p,
    mcnemar,
    newcombe,
    paired_error,
    paired_t,
    wilson,
)
from nonproj.results.significance.resampling import paired_bootstrap, permutation_test
from oracles import evaluation as oracle
from samples.sentences import treebank


def chains(rng, accuracy, gold=None, n_sentences=60):
    """Chains of words; a parse hangs words on the root and mislabels them, by chance."""
    if gold is None:
        lengths = [rng.randint(1, 15) for _ in range(n_sentences)]
        return [[("w", "X", i, rng.choice("ab")) for i in range(n)] for n in lengths]
    return [
        [
            (form, tag, *((head, label) if rng.random() < accuracy else (0, "c")))
            for form, tag, head, label in words
        ]
        for words in gold
    ]


@pytest.fixture(scope="module")
def parses():
    """gold, a good, a nearly as good and a bad parse."""
    rng = random.Random(1)
    gold = chains(rng, None)
    return [treebank(t) for t in (gold, *(chains(rng, p, gold) for p in (0.9, 0.88, 0.6)))]


def test_mcnemar_is_corrected_above_25_and_exact_below():
    """The critical values of the thesis are |Z| > 1.9600 and 2.5758 (Nilsson 2009, 3.2)."""
    for only_a, only_b in itertools.product(range(40), repeat=2):
        test = mcnemar(only_a, only_b)
        assert test.p == pytest.approx(oracle.mcnemar(only_a, only_b), rel=1e-9)
        assert test.exact == (only_a + only_b <= 25)
        if test.exact and only_a + only_b > 0:
            assert test.p == pytest.approx(stats.binomtest(only_a, only_a + only_b).pvalue)
        if not test.exact:
            assert test.p == pytest.approx(2 * stats.norm.sf(abs(test.z)))
    assert (mcnemar(60, 40).z, mcnemar(63, 37).z) == (1.9, 2.5)
    assert mcnemar(60, 40).p > 0.05 > mcnemar(61, 40).p
    assert mcnemar(63, 37).p > 0.01 > mcnemar(64, 37).p


def test_paired_t_equals_the_test_of_scipy():
    rng = np.random.default_rng(2)
    for n in (2, 5, 200):
        a, b = rng.integers(0, 20, n), rng.integers(0, 20, n)
        expected = stats.ttest_rel(a, b)
        test = paired_t(a, b)
        assert (test.t, test.p) == pytest.approx((expected.statistic, expected.pvalue))
        assert test.pairs == n
    with pytest.raises(NonprojError, match="2 pairs or more, got 1"):
        paired_t(a[:1], b[:1])


@pytest.mark.parametrize("freedom", [*range(1, 12), 99, 1000, 100_000])
@pytest.mark.parametrize("t", [0, 1e-4, 0.3, 1, 1.7, 1.74, 2, 5, 20, 40])
def test_both_tails_of_t_equal_the_probability_of_scipy(t, freedom):
    expected = 2 * stats.t.sf(t, freedom)
    assert both_tails(-t, freedom) == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_paired_t_of_constant_differences_has_p_0_or_1():
    same = np.array([3, 4, 5])
    assert (paired_t(same, same).t, paired_t(same, same).p) == (None, 1.0)
    assert (paired_t(same + 1, same).t, paired_t(same + 1, same).p) == (None, 0.0)
    better, worse = np.array([0.9, 0.8, 0.3]), np.array([0.8, 0.7, 0.2])
    assert np.ptp(better - worse) > 0
    assert paired_t(better, worse) == PairedT(None, 0.0, 3)


def test_holm_equals_its_definition_and_statsmodels():
    rng = random.Random(3)
    for size in range(20):
        p_values = [rng.choice([rng.random(), rng.random() / 50, 0.01]) for _ in range(size)]
        assert holm(p_values) == pytest.approx(oracle.holm(p_values))
        if p_values:
            expected = multitest.multipletests(p_values, method="holm")[1]
            assert holm(p_values) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("table", "printed"),
    [
        # Newcombe 1998, table II, method 10
        ((36, 12, 2, 0), (0.0569, 0.3404)),
        ((18, 12, 2, 18), (0.0562, 0.3290)),
        ((53, 0, 0, 1), (-0.0729, 0.0729)),
        ((0, 30, 0, 0), (0.8395, 1.0)),
    ],
)
def test_newcombe_intervals_equal_the_printed_ones(table, printed):
    interval = newcombe(*table)
    assert (interval.low, interval.high) == pytest.approx(printed, abs=1e-4)


@pytest.mark.parametrize("n", [1, 2, 30, 10_000])
def test_wilson_limits_equal_the_limits_of_scipy(n):
    for right in {0, 1, n // 3, n // 2, n - 1, n}:
        expected = stats.binomtest(right, n).proportion_ci(0.95, method="wilson")
        assert wilson(right, n) == pytest.approx(tuple(expected), abs=1e-14)


def test_newcombe_is_antisymmetric_and_near_wald_for_many_observations():
    both, only_a, only_b, neither = 7000, 600, 500, 1900
    there = newcombe(both, only_a, only_b, neither)
    back = newcombe(both, only_b, only_a, neither)
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))
    n, b, c = 10_000, only_a, only_b
    half = 1.96 * math.sqrt(b + c - (b - c) ** 2 / n) / n
    assert (there.low, there.high) == pytest.approx((0.01 - half, 0.01 + half), abs=2e-4)


SENTENCES = [(3, 5, 2, 5), (4, 4, 1, 4), (0, 2, 1, 2), (5, 9, 5, 9), (2, 3, 1, 3)]
TURNS = [0, 1, 2, 3], [2, 3, 0, 1], [0, 1, 2, 3], [0, 1, 0, 1]


def test_bootstrap_is_near_the_enumeration_of_all_resamples():
    """5 ** 5 resamples give p and the quantiles exactly; 100,000 draws come within 0.006."""
    chances = oracle.bootstrap(SENTENCES)
    observed = sum(s[0] for s in SENTENCES) / 23 - sum(s[2] for s in SENTENCES) / 23
    p = sum(c for d, c in chances.items() if abs(d - observed) >= observed - 1e-12)
    table = np.array(SENTENCES)[:, None, :]
    (test,) = paired_bootstrap(table, replicates=100_000)
    assert test.p == pytest.approx(float(p), abs=0.006)
    below = sum(c for d, c in chances.items() if d < test.interval.low - 1e-12)
    above = sum(c for d, c in chances.items() if d > test.interval.high + 1e-12)
    assert (float(below), float(above)) == pytest.approx((0.025, 0.025), abs=0.006)


def test_bootstrap_is_the_same_for_the_same_seed_only():
    table = np.array(SENTENCES * 8)[:, None, :]
    first, again, other = (paired_bootstrap(table, 2000, seed)[0] for seed in (1, 1, 2))
    assert first == again
    assert first.interval != other.interval
    assert (first.replicates, first.seed) == (2000, 1)


def test_bootstrap_draws_the_same_sentences_for_all_measurements():
    """Of A and B, of B and A, of A and B again, and of A and A."""
    one = np.array(SENTENCES)[:, None, :]
    table = np.concatenate([one[:, :, sides] for sides in TURNS], axis=1)
    a, swapped, b, equal = paired_bootstrap(table, 2000)
    assert a == b == paired_bootstrap(one, 2000)[0]
    assert a.p == swapped.p
    assert (swapped.interval.low, swapped.interval.high) == pytest.approx(
        (-a.interval.high, -a.interval.low)
    )
    assert (equal.p, equal.interval.low, equal.interval.high) == (1.0, 0.0, 0.0)


def test_bootstrap_without_replicates_or_observations_is_refused():
    table = np.array(SENTENCES)[:, None, :]
    with pytest.raises(NonprojError, match="0 replicates of 5 sentences"):
        paired_bootstrap(table, 0)
    with pytest.raises(NonprojError, match="no observation"):
        paired_bootstrap(table * np.array([1, 1, 0, 0]))


@pytest.mark.parametrize("seed", range(6))
def test_permutation_is_near_the_enumeration_of_all_swaps(seed):
    rng = random.Random(seed)
    words = [(rng.choice([None, 0, 1, 1]), rng.choice([None, 0, 0, 1])) for _ in range(9)]
    state = {None: 0, 0: 1, 1: 2}
    pairs = np.zeros((3, 3), dtype=np.int64)
    for a, b in words:
        pairs[state[a], state[b]] += 1
    expected = float(oracle.permutation(words))
    assert permutation_test(pairs, permutations=50_000) == pytest.approx(expected, abs=0.01)


def test_a_better_parse_is_ahead_by_every_test(parses):
    gold, good, _, bad = parses
    comparison = compare(gold, good, bad, replicates=1000)
    for metric in EVALUATED:
        row = comparison[metric]
        assert row.scores == tuple(evaluate(gold, s)[metric] for s in (good, bad))
        assert row.only_a - row.only_b == row.correct_a - row.correct_b
        assert row.difference > 0
        assert row.bootstrap.interval.low <= row.difference <= row.bootstrap.interval.high
        assert row.low <= row.difference <= row.high
    las = comparison["las"]
    assert max(las.p_mcnemar, las.p_t, las.p_t_folds, las.bootstrap.p) < 0.01
    assert (las.pairs, las.folds) == (60, 10)
    assert las.t > 0 < las.t_folds


def test_sentence_i_is_in_fold_i_mod_10(parses):
    gold, good, near, _ = parses
    shares = np.zeros((2, 2, 10))
    for sentence in range(gold.n_sentences):
        words = slice(gold.start[sentence] + 1, gold.start[sentence + 1])
        for system, parse in enumerate((good, near)):
            right = (gold.head == parse.head)[words]
            shares[system, :, (sentence + 1) % 10] += right.sum(), len(right)
    expected = stats.ttest_rel(*(shares[:, 0] / shares[:, 1]))
    uas = compare(gold, good, near, metrics=("uas",), replicates=10)["uas"]
    assert (uas.t_folds, uas.p_t_folds) == pytest.approx((expected.statistic, expected.pvalue))


def test_a_comparison_turned_around_has_opposite_signs_and_equal_p(parses):
    gold, good, near, _ = parses
    there, back, same = (
        compare(gold, *pair, metrics=("las",), replicates=500)["las"]
        for pair in ((good, near), (near, good), (good, good))
    )
    assert there.difference == -back.difference
    assert there.t == pytest.approx(-back.t)
    assert (there.p_mcnemar, there.bootstrap.p) == (back.p_mcnemar, back.bootstrap.p)
    assert (same.p_mcnemar, same.p_t, same.p_t_folds, same.bootstrap.p) == (1.0,) * 4


def test_compare_passes_its_options_to_the_scores(parses):
    gold, good, near, _ = parses
    comparison = compare(gold, good, near, "exclude", "universal", ("uas",), replicates=10)
    assert list(comparison) == ["uas"]
    scores = tuple(evaluate(gold, s, "exclude", "universal")["uas"] for s in (good, near))
    assert comparison["uas"].scores == scores


def test_a_comparison_is_written_as_json(parses):
    gold, good, near, _ = parses
    found = compare(gold, good, near, replicates=100)["las"]
    read = json.loads(json.dumps(found.as_dict()))
    tests = "mcnemar t_sentences t_folds bootstrap newcombe"
    assert read.keys() == {"a", "b", "difference", *tests.split()}
    assert read["a"].keys() == {"correct", "total"}
    assert read["bootstrap"]["interval"].keys() == {"low", "high", "level"}


def test_sentences_without_a_scored_word_do_not_count_as_pairs():
    gold = [[("w", "X", 0, "a")], [(".", "X", 0, "a")], [("w", "X", 0, "a")], [("v", "X", 0, "a")]]
    wrong = [[("w", "X", 0, "b")], [(".", "X", 0, "b")], [("w", "X", 0, "a")], [("v", "X", 0, "a")]]
    parts = [treebank(text) for text in (gold, gold, wrong)]
    found = compare(*parts, punctuation="exclude", metrics=["las"], replicates=10)
    assert found["las"].pairs == found["las"].folds == 3
    assert found["las"].p_t == pytest.approx(stats.ttest_1samp([1, 0, 0], 0).pvalue)


@pytest.mark.parametrize(
    ("difference", "error", "margin", "p"),
    [
        (0.0, 0.01, 0.02, 0.02275),
        (0.02, 0.01, 0.02, 0.5),
        (-0.01, 0.01, 0.02, 0.15866),
        (0.03, 0.01, 0.02, 0.15866),
        (0.1, 0, 0.2, 0),
    ],
)
def test_margin_p_tells_how_sure_a_difference_is_within_a_margin(difference, error, margin, p):
    """Inside, p is the larger of two one-sided tests; on the margin it is a half."""
    assert margin_p(difference, error, margin) == pytest.approx(p, abs=1e-5)


@pytest.mark.parametrize(("b", "c", "n"), [(30, 10, 1000), (0, 0, 50), (5, 5, 20)])
def test_the_error_of_a_paired_difference_equals_the_error_of_its_observations(b, c, n):
    observed = np.repeat([1, -1, 0], [b, c, n - b - c])
    assert paired_error(b, c, n) == pytest.approx(observed.std() / math.sqrt(n))


def test_one_sentence_has_no_t_test():
    texts = "a/N|2|subj b/V|0|root", "a/N|0|root b/V|1|subj"
    gold, other = (treebank(oracle.made(text)) for text in texts)
    las = compare(gold, other, gold, replicates=10)["las"]
    assert (las.p_t, las.p_t_folds) == (None, None)
    assert (las.as_dict()["t_sentences"], las.as_dict()["t_folds"]) == (None, None)
    assert las.p_mcnemar == 0.5
