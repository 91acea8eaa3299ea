"""Crossings by chance against all orders of the words."""

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.trees.crossings import crossings_by_chance
from oracles import trees as oracle
from samples.trees import columns


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
def test_crossings_by_chance_equal_those_over_all_orders(n):
    """Every forest up to six words: chance depends on its shape alone, as the next test shows."""
    trees = shapes(n)
    expected, variance = crossings_by_chance(*columns(trees))
    for heads, e, v in zip(trees, expected.tolist(), variance.tolist(), strict=True):
        assert (Fraction(e, 3), Fraction(v, 180)) == over_all_orders(heads)


@settings(max_examples=40, deadline=None)
@given(oracle.trees(max_size=9), st.randoms(use_true_random=False))
def test_crossings_by_chance_do_not_depend_on_the_order(heads, random):
    order = [0, *random.sample(range(1, len(heads)), len(heads) - 1)]
    moved = [-1] * len(heads)
    for d in range(1, len(heads)):
        moved[order[d]] = order[heads[d]]
    expected, variance = crossings_by_chance(*columns([heads, tuple(moved)]))
    assert expected[0] == expected[1]
    assert variance[0] == variance[1]


@settings(max_examples=15, deadline=None)
@given(oracle.trees(min_size=7, max_size=14))
def test_variance_of_crossings_is_the_sum_of_covariances(heads):
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
