"""Measures of non-projectivity against their literal definitions."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.trees.measures import (
    arc_degrees,
    arc_lengths,
    gap_degrees,
    is_one_endpoint_crossing,
    one_endpoint_crossing_sentences,
    planar_sentences,
    sentence_maxima,
)
from nonproj.trees.projectivity import projective_sentences
from oracles import trees as oracle
from samples.trees import columns


def per_arc(trees, measure):
    return [measure(heads, d) if d else 0 for heads in trees for d in range(len(heads))]


def assert_as_defined(trees):
    start, head = columns(trees)
    assert arc_lengths(start, head).tolist() == per_arc(trees, lambda t, d: abs(t[d] - d))
    assert arc_degrees(start, head).tolist() == per_arc(trees, oracle.degree)
    assert gap_degrees(start, head).tolist() == [
        oracle.gap_degree(heads, node) for heads in trees for node in range(len(heads))
    ]
    assert planar_sentences(start, head).tolist() == [oracle.is_planar(t) for t in trees]
    assert one_endpoint_crossing_sentences(start, head).tolist() == [
        oracle.is_one_endpoint_crossing(t) for t in trees
    ]


def test_all_trees_up_to_five():
    assert_as_defined(oracle.trees_up_to(5))


@settings(max_examples=60, deadline=None)
@given(st.lists(oracle.trees(), min_size=1, max_size=4))
def test_random_trees(trees):
    assert_as_defined(trees)


@settings(max_examples=60, deadline=None)
@given(oracle.trees())
def test_single_trees_as_corpora(heads):
    start, head = columns([heads])
    assert is_one_endpoint_crossing(head) == one_endpoint_crossing_sentences(start, head)[0]


def test_each_degree_is_zero_on_projective_trees_only():
    start, head = columns(oracle.trees_up_to(5))
    projective = projective_sentences(start, head)
    for measure in (arc_degrees, gap_degrees):
        maxima = sentence_maxima(start, measure(start, head))
        assert np.array_equal(maxima == 0, projective)


def test_example_of_nivre_2007():
    """Figure 1: of the components 2, 3, 4 inside the arc 5→1 only 3 is not dominated by 5."""
    start, head = columns([(-1, 5, 1, 0, 5, 3, 3, 6)])
    assert arc_degrees(start, head).tolist() == [0, 1, 0, 1, 0, 0, 0, 0]


def test_planar_but_not_projective():
    trees = columns([(-1, 0, 0, 1), (-1, 3, 4, 0, 3)])
    assert planar_sentences(*trees).tolist() == [True, False]
    assert projective_sentences(*trees).tolist() == [False, False]


def test_empty_corpus():
    start, head = columns([])
    assert sentence_maxima(start, arc_degrees(start, head)).shape == (0,)
    assert planar_sentences(start, head).shape == (0,)
