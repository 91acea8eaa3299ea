"""Marginals of arcs against the enumeration of all trees."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.decoders.marginals import (
    LEAST_DIFFERENCE,
    arc_marginals,
    projective_marginals,
    write_marginals,
)
from oracles.charts import arc_shares
from oracles.trees import trees_of_class

pytestmark = pytest.mark.kernels
MARGINALS = {False: arc_marginals, True: projective_marginals}


def by_enumeration(scores, single_root, projective):
    return arc_shares(scores, trees_of_class(len(scores) - 1, projective, single_root))


@pytest.mark.parametrize("projective", MARGINALS)
@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_marginals_equal_the_shares_of_arcs_in_all_trees(n, single_root, projective):
    for seed in range(8):
        rng = np.random.default_rng([seed, n])
        scores = rng.normal(scale=2.0, size=(n + 1, n + 1))
        found = MARGINALS[projective](scores, single_root)
        assert found == pytest.approx(by_enumeration(scores, single_root, projective), abs=1e-9)


@pytest.mark.parametrize("projective", MARGINALS)
@pytest.mark.parametrize("single_root", [False, True])
def test_forbidden_arcs_have_marginal_zero(single_root, projective):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        scores = rng.normal(size=(5, 5))
        forbidden = rng.random(scores.shape) < 0.3
        forbidden[range(4), range(1, 5)] = False  # one tree is left at least
        scores[forbidden] = -np.inf
        with np.errstate(invalid="ignore"):
            expected = by_enumeration(scores, single_root, projective)
        found = MARGINALS[projective](scores, single_root)
        assert found == pytest.approx(expected, abs=1e-9)
        assert not found[forbidden].any()


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 25), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_marginals_of_the_heads_of_a_word_sum_to_one(n, seed, single_root, projective):
    rng = np.random.default_rng(seed)
    scores = rng.normal(scale=5.0, size=(n + 1, n + 1))
    found = MARGINALS[projective](scores, single_root)
    assert found[:, 1:].sum(axis=0) == pytest.approx(np.ones(n))
    assert found.min() >= -1e-9
    if single_root:
        assert found[0].sum() == pytest.approx(1.0)
    by_word = scores + rng.normal(size=n + 1)  # what all heads of a word have alike says nothing
    assert MARGINALS[projective](by_word, single_root) == pytest.approx(found, abs=1e-7)


@pytest.mark.parametrize("projective", MARGINALS)
def test_write_marginals_writes_those_of_the_arcs_of_a_tree(projective):
    scores = np.random.default_rng(1).normal(size=(4, 4))
    heads, out = np.array([-1, 2, 0, 2], np.int32), np.full(4, 7.0)
    write_marginals(scores, projective, False, heads, out)
    shares = by_enumeration(scores, False, projective)
    assert out == pytest.approx([7.0, shares[2, 1], shares[0, 2], shares[2, 3]])


@pytest.mark.parametrize("projective", MARGINALS)
@pytest.mark.parametrize("single_root", [False, True])
def test_scores_that_are_no_numbers_give_probabilities_too(single_root, projective):
    """A file of a model may hold any number."""
    rng, heads = np.random.default_rng(5), np.array([-1, 0, 1, 2], np.int32)
    for odd in (np.nan, np.inf, -np.inf):
        for share in (0.3, 1.0):
            scores, out = rng.normal(size=(4, 4)), np.zeros(4)
            scores[rng.random(scores.shape) < share] = odd
            scores[heads[1:], [1, 2, 3]] = odd if share == 1.0 else 0.0
            write_marginals(scores, projective, single_root, heads, out)
            assert ((out >= 0) & (out <= 1)).all()


def test_scores_of_any_size_give_probabilities():
    scores = np.random.default_rng(2).normal(scale=1e6, size=(9, 9))
    heads, out = np.array([-1, *range(8)], np.int32), np.zeros(9)
    for projective in MARGINALS:
        write_marginals(scores, projective, True, heads, out)
        assert ((out >= 0) & (out <= 1)).all()
    shares = arc_marginals(np.array([[0.0, 0.0, 0.0], [0, 0, 1e9], [0, 1e9, 0]]), False)
    assert shares[0, 1] == pytest.approx(0.5, abs=10 * np.exp(LEAST_DIFFERENCE))
