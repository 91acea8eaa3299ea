"""Measures of trees against their literal definitions, exhaustively and on larger random trees."""

from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.trees.crossings import crossings, gap_roots
from nonproj.trees.measures import (
    arc_degrees,
    arc_lengths,
    gap_degrees,
    is_one_endpoint_crossing,
    one_endpoint_crossing_sentences,
    planar_sentences,
    sentence_maxima,
)
from nonproj.trees.planes import planes
from nonproj.trees.projectivity import nonprojective_arcs, projective_sentences
from oracles import trees as oracle
from samples.trees import columns


def per_arc(trees, measure):
    return [measure(heads, d) if d else 0 for heads in trees for d in range(len(heads))]


def assert_projectivity(trees):
    start, head = columns(trees)
    found = nonprojective_arcs(start, head).tolist()
    assert found == per_arc(trees, lambda t, d: not oracle.arc_is_projective(t, d))
    assert projective_sentences(start, head).tolist() == [oracle.is_projective(h) for h in trees]


def assert_measures(trees):
    start, head = columns(trees)
    assert arc_lengths(start, head).tolist() == per_arc(trees, lambda t, d: abs(t[d] - d))
    degrees = per_arc(trees, oracle.degree)
    assert arc_degrees(start, head).tolist() == degrees
    maxima = sentence_maxima(start, arc_degrees(start, head)).tolist()
    assert maxima == [max(degrees[a:b]) for a, b in pairwise(start)]
    assert gap_degrees(start, head).tolist() == [
        oracle.gap_degree(heads, node) for heads in trees for node in range(len(heads))
    ]
    assert planar_sentences(start, head).tolist() == [oracle.is_planar(t) for t in trees]
    one_endpoint = [oracle.is_one_endpoint_crossing(t) for t in trees]
    assert one_endpoint_crossing_sentences(start, head).tolist() == one_endpoint
    assert is_one_endpoint_crossing(head[: start[1]]) == one_endpoint[0]


def assert_planes(trees):
    """No arc crosses another in its plane, and none could be added; arcs from 0 come last."""
    for heads in trees:
        plane = planes(np.array(heads, np.int32)).tolist()
        words = oracle.below_words(heads)
        kept = [d for d in range(1, len(heads)) if plane[d]]
        assert {plane[d] for d in kept} <= {1, 2}
        assert not any(plane[d] == plane[e] for d in kept for e in oracle.crossing(heads, d))
        for d in {*range(1, len(heads))} - {*kept}:
            present = [e for e in kept if e in words or d not in words]
            assert not oracle.is_two_planar(heads, [*present, d])


def is_well_nested(heads):
    subtrees = [set(oracle.dominated(heads, node)) for node in range(1, len(heads))]
    return not any(
        a < b < c < d
        for one, other in permutations(subtrees, 2)
        if not one & other
        for a, c in combinations(sorted(one), 2)
        for b, d in combinations(sorted(other), 2)
    )


def roots_in_gaps(heads):
    """Of each arc, the words of its gap whose head is no inner word, with what they dominate."""
    found = []
    for d in range(1, len(heads)):
        gap = [x for x in oracle.inside(heads, d) if x not in oracle.dominated(heads, heads[d])]
        span = {*oracle.inside(heads, d), d, heads[d]}
        found += [
            (d, x, heads[d] in oracle.dominated(heads, x)) for x in gap if heads[x] not in span
        ]
    return found


def assert_crossings(trees):
    start, head = columns(trees)
    counts, two_planar, well_nested = crossings(start, head)
    pairs = [[*combinations(oracle.below_words(heads), 2)] for heads in trees]
    assert counts.tolist() == [
        sum(oracle.arcs_cross(heads, *pair) for pair in own)
        for heads, own in zip(trees, pairs, strict=True)
    ]
    assert two_planar.tolist() == [oracle.is_two_planar(h, oracle.below_words(h)) for h in trees]
    assert well_nested.tolist() == [is_well_nested(heads) for heads in trees]
    arcs, roots, dominant = gap_roots(start, head)
    assert list(zip(arcs.tolist(), roots.tolist(), dominant.tolist(), strict=True)) == [
        (int(first) + d, int(first) + x, above)
        for first, heads in zip(start, trees, strict=False)
        for d, x, above in roots_in_gaps(heads)
    ]


every_definition = pytest.mark.parametrize(
    "assert_as_defined", [assert_projectivity, assert_measures, assert_planes, assert_crossings]
)


@every_definition
def test_all_trees_of_up_to_five_words_are_measured_as_defined(assert_as_defined):
    assert_as_defined(oracle.trees_up_to(5))


@every_definition
@settings(max_examples=100, deadline=None)
@given(st.lists(oracle.trees(min_size=6, max_size=11), min_size=1, max_size=3))
def test_random_trees_are_measured_as_defined(assert_as_defined, trees):
    assert_as_defined(trees)


def test_a_tree_with_three_crossing_arcs_is_not_two_planar():
    """The arcs 4-1, 5-2 and 6-3 cross each other; in the next, subtrees hold 2, 4 and 3, 5."""
    trees = [(-1, 4, 5, 6, 0, 4, 4), (-1, 0, 1, 1, 2, 3), (-1, 2, 0, 1, 2)]
    _, two_planar, well_nested = crossings(*columns(trees))
    assert two_planar.tolist() == [False, True, True]
    assert well_nested.tolist() == [False, False, True]
    assert_crossings(trees)


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 3), (3, 12), (4, 55), (5, 273)])
def test_projective_trees_are_as_many_as_ternary_trees(n, count):
    """See OEIS, A001764."""
    assert projective_sentences(*columns(oracle.all_trees(n))).sum() == count


def test_trees_printed_in_papers_have_the_degrees_that_the_papers_state():
    """Nivre 2007, figure 1: of 2, 3, 4 inside the arc 5→1 only 3 is not dominated by 5.

    Nilsson 2009, 2.2.3: 1→4 crosses 0→3 and 0→2, but only 1→4 fails to dominate its span."""
    start, head = columns([(-1, 5, 1, 0, 5, 3, 3, 6)])
    assert arc_degrees(start, head).tolist() == [0, 1, 0, 1, 0, 0, 0, 0]
    crossed = (-1, 0, 0, 0, 1)
    assert np.flatnonzero(nonprojective_arcs(*columns([crossed]))).tolist() == [4]
    assert [d for d in range(1, 5) if oracle.crossing(crossed, d)] == [2, 3, 4]


def test_a_corpus_without_sentences_has_measures():
    start, head = columns([])
    assert sentence_maxima(start, arc_degrees(start, head)).shape == (0,)
    for measure in (planar_sentences, nonprojective_arcs, projective_sentences):
        assert measure(start, head).shape == (0,)
