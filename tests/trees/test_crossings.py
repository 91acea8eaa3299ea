"""Crossing arcs against their literal definitions, and chance against all orders of the words."""

from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.trees.crossings import (
    crossings,
    crossings_by_chance,
    gap_roots,
)
from nonproj.trees.projectivity import nonprojective_arcs
from oracles import trees as oracle
from samples.trees import columns

CROSSING_THRICE = (-1, 4, 5, 6, 0, 4, 4)  # the arcs 4-1, 5-2 and 6-3 cross each other
INTERLEAVED = (-1, 0, 1, 1, 2, 3)  # the subtrees of 2 and 3 hold the words 2, 4 and 3, 5
CROSSING_ONCE = (-1, 2, 0, 1, 2)


def crossing_pairs(heads):
    words = [d for d in range(1, len(heads)) if heads[d] != 0]
    return [pair for pair in combinations(words, 2) if oracle.arcs_cross(heads, *pair)]


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


def assert_as_defined(trees):
    start, head = columns(trees)
    counts, two_planar, well_nested = crossings(start, head)
    assert counts.tolist() == [len(crossing_pairs(heads)) for heads in trees]
    assert two_planar.tolist() == [oracle.is_two_planar(h, oracle.below_words(h)) for h in trees]
    assert well_nested.tolist() == [is_well_nested(heads) for heads in trees]
    arcs, roots, dominant = gap_roots(start, head)
    assert list(zip(arcs.tolist(), roots.tolist(), dominant.tolist(), strict=True)) == [
        (int(first) + d, int(first) + x, above)
        for first, heads in zip(start, trees, strict=False)
        for d, x, above in roots_in_gaps(heads)
    ]


def test_all_trees_up_to_five():
    assert_as_defined(oracle.trees_up_to(5))


@settings(max_examples=60, deadline=None)
@given(st.lists(oracle.trees(min_size=6, max_size=10), min_size=1, max_size=3))
def test_random_trees(trees):
    assert_as_defined(trees)


def test_two_planes_and_nesting_are_not_trivial():
    trees = [CROSSING_THRICE, INTERLEAVED, CROSSING_ONCE]
    _, two_planar, well_nested = crossings(*columns(trees))
    assert two_planar.tolist() == [False, True, True]
    assert well_nested.tolist() == [False, False, True]
    assert_as_defined(trees)


def test_every_nonprojective_arc_has_a_gap_and_no_other_arc():
    trees = oracle.trees_up_to(5)
    start, head = columns(trees)
    assert np.array_equal(
        np.unique(gap_roots(start, head)[0]), np.flatnonzero(nonprojective_arcs(start, head))
    )


def crosses(place, pair):
    """The two arcs alternate where each word has its place."""
    (a, b), (c, d) = sorted(sorted(place[word] for word in arc) for arc in pair)
    return a < c < b < d


def over_all_orders(heads):
    """Mean and variance of the number of crossings over all orders of the words."""
    arcs = [{d, heads[d]} for d in range(1, len(heads)) if heads[d] != 0]
    apart = [pair for pair in combinations(arcs, 2) if not pair[0] & pair[1]]
    counts = [
        sum(crosses((-1, *order), pair) for pair in apart)
        for order in permutations(range(len(heads) - 1))
    ]
    mean = Fraction(sum(counts), len(counts))
    return mean, Fraction(sum(count**2 for count in counts), len(counts)) - mean**2


def shapes(n):
    """One forest of each shape: trees whose words can be renumbered into each other are one."""
    found = {}
    for heads in oracle.all_trees(n):
        found.setdefault(shape(heads, 0), heads)
    return list(found.values())


def shape(heads, node):
    return tuple(sorted(shape(heads, child) for child in oracle.children(heads, node)))


@pytest.mark.parametrize("n", range(1, 7))
def test_chance_is_that_of_all_orders(n):
    """Every forest up to six words: chance depends on its shape alone, as the next test shows."""
    trees = shapes(n)
    expected, variance = crossings_by_chance(*columns(trees))
    for heads, e, v in zip(trees, expected.tolist(), variance.tolist(), strict=True):
        assert (Fraction(e, 3), Fraction(v, 180)) == over_all_orders(heads)


@settings(max_examples=40, deadline=None)
@given(oracle.trees(max_size=9), st.randoms(use_true_random=False))
def test_chance_does_not_depend_on_the_order(heads, random):
    order = [0, *random.sample(range(1, len(heads)), len(heads) - 1)]
    moved = [-1] * len(heads)
    for d in range(1, len(heads)):
        moved[order[d]] = order[heads[d]]
    expected, variance = crossings_by_chance(*columns([heads, tuple(moved)]))
    assert expected[0] == expected[1]
    assert variance[0] == variance[1]


@settings(max_examples=15, deadline=None)
@given(oracle.trees(min_size=7, max_size=14))
def test_variance_is_the_sum_of_covariances(heads):
    """Of pairs of pairs of arcs; a covariance depends on what the four arcs share."""
    arcs = [frozenset((d, heads[d])) for d in range(1, len(heads)) if heads[d] != 0]
    apart = [pair for pair in combinations(arcs, 2) if not pair[0] & pair[1]]
    total = sum(covariance(one, other) for one, other in product(apart, repeat=2))
    expected, variance = crossings_by_chance(*columns([heads]))
    assert expected.tolist() == [len(apart)]
    assert Fraction(int(variance[0]), 180) == total


KNOWN = {}


def covariance(one, other):
    """Of the events that two pairs of arcs cross, over all orders, once for each kind."""
    words = sorted(set().union(*one, *other))
    if len(words) == 8:
        return Fraction(0)
    shared = [[len(a & b) for b in other] for a in one]
    ways = shared, zip(*shared, strict=True)
    kind = len(words), *(tuple(sorted(tuple(sorted(row)) for row in way)) for way in ways)
    if kind not in KNOWN:
        places = [dict(zip(words, order, strict=True)) for order in permutations(range(len(words)))]
        both = sum(crosses(place, one) and crosses(place, other) for place in places)
        KNOWN[kind] = Fraction(both, len(places)) - Fraction(1, 9)
    return KNOWN[kind]
