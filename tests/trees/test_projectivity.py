"""Projectivity against its literal definitions, exhaustively and on larger random trees."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.trees.projectivity import nonprojective_arcs, projective_sentences
from oracles import trees as oracle
from samples.trees import columns


def assert_as_defined(trees):
    start, head = columns(trees)
    nonprojective = [
        d > 0 and not oracle.arc_is_projective(heads, d)
        for heads in trees
        for d in range(len(heads))
    ]
    assert nonprojective_arcs(start, head).tolist() == nonprojective
    assert projective_sentences(start, head).tolist() == [oracle.is_projective(h) for h in trees]


def test_all_trees_up_to_five():
    assert_as_defined(oracle.trees_up_to(5))


@settings(max_examples=100, deadline=None)
@given(st.lists(oracle.trees(), min_size=1, max_size=4))
def test_random_trees(trees):
    assert_as_defined(trees)


def test_dominance_is_crossing_with_the_root_leftmost():
    trees = oracle.trees_up_to(5)
    crossing = [any(oracle.crossing(tree, d) for d in range(1, len(tree))) for tree in trees]
    assert np.array_equal(~projective_sentences(*columns(trees)), crossing)


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 3), (3, 12), (4, 55), (5, 273)])
def test_number_of_projective_trees(n, count):
    """Ternary trees, OEIS A001764."""
    assert projective_sentences(*columns(oracle.all_trees(n))).sum() == count


def test_crossed_arc_may_be_projective():
    """Nilsson 2009, 2.2.3: 1→4 crosses 0→3 and 0→2, but only 1→4 fails to dominate its span."""
    heads = (-1, 0, 0, 0, 1)
    assert np.flatnonzero(nonprojective_arcs(*columns([heads]))).tolist() == [4]
    assert [d for d in range(1, 5) if oracle.crossing(heads, d)] == [2, 3, 4]


def test_empty_corpus():
    start, head = columns([])
    assert nonprojective_arcs(start, head).shape == (0,)
    assert projective_sentences(start, head).shape == (0,)
