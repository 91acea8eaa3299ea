"""Third-order 1-Endpoint-Crossing decoding against enumeration by the definition of its scores."""

from itertools import combinations

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonproj.decoders.one_endpoint import crossing
from nonproj.decoders.one_endpoint.third_order.decoder import decode, decode_with_score
from nonproj.decoders.one_endpoint.third_order.parts import (
    CROSSED_PART,
    GRANDPARENT_PART,
    HEAD_PART,
    N_PART_KINDS,
    NO_OTHER,
    SIBLING_PART,
    places_of_parts,
    third_order_parts,
)
from nonproj.errors import NonprojError
from oracles import third_order as oracle
from oracles import trees


def random_scores(rng, n, kind):
    """real; ties; sparse: many are -inf; wide: siblings and grandparents decide; crossing."""
    shape = (N_PART_KINDS, n + 1, n + 1)
    if kind == "ties":
        return rng.integers(0, 2, shape).astype(float)
    scores = rng.normal(size=shape)
    if kind == "sparse":
        scores[rng.random(shape) < 0.2] = -np.inf
    if kind == "wide":
        scores[[GRANDPARENT_PART, SIBLING_PART]] *= 5
    if kind == "crossing":
        scores[CROSSED_PART] += 3
    return scores


def favour(scores, heads, bonus):
    """Raise the scores of a tree's arcs, crossed or not."""
    for m in range(1, len(heads)):
        scores[[HEAD_PART, CROSSED_PART], heads[m], m] += bonus


def assert_best(scores, n):
    """The decoder's tree is in the class and has the best score, which is the chart's."""
    best = oracle.best(scores, n)
    if best == -np.inf:
        with pytest.raises(NonprojError, match="forbid every 1-Endpoint-Crossing tree"):
            decode(scores)
        return
    heads, score = decode_with_score(scores)
    heads = tuple(heads.tolist())
    assert trees.is_one_endpoint_crossing(heads)
    assert oracle.total(scores, heads) == pytest.approx(best, abs=1e-9)
    assert score == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("kind", ["real", "ties", "sparse", "wide", "crossing"])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_third_order_decoder_finds_the_best_of_all_trees_of_its_class(n, kind):
    rng = np.random.default_rng([n, *kind.encode()])
    for _ in range(60):
        assert_best(random_scores(rng, n, kind), n)


def test_the_decoder_finds_the_best_of_all_trees_of_six_words():
    rng = np.random.default_rng(6)
    members = oracle.members(6)
    for kind in ("real", "wide", "crossing") * 50:
        scores = random_scores(rng, 6, kind)
        favour(scores, members[rng.integers(len(members))], rng.integers(5))
        assert_best(scores, 6)


def assert_found(heads, rng):
    """Where the arcs of a tree score highest, the decoder finds it with its own score."""
    scores = random_scores(rng, len(heads) - 1, "real")
    favour(scores, heads, 100)
    found, score = decode_with_score(scores)
    assert tuple(found.tolist()) == heads
    assert score == pytest.approx(oracle.total(scores, heads))


def test_the_decoder_finds_every_tree_of_its_class_with_its_score():
    """Of six words, those without leaves next to their head alone: such leaves cross nothing."""
    rng = np.random.default_rng(1)
    for heads in (heads for n in range(1, 7) for heads in oracle.members(n)):
        n = len(heads) - 1
        if n < 6 or all(abs(heads[d] - d) > 1 or d in heads for d in range(1, 7)):
            assert_found(heads, rng)


CROSSINGS = {
    "two arcs": ["13", "24"],
    "ladder": ["13", "24", "35", "46", "57"],
    "hubs before": ["13", "24", "15", "26"],
    "hubs within": ["31", "42", "35", "46"],
    "hubs at the ends": ["13", "62", "15", "64"],
    "ends of a crossed arc": ["72", "13", "64", "75", "16"],
    "ladders from a crossed arc": ["15", "53", "24", "46"],
    "ladder between ends": ["62", "13", "24", "15"],
    "ladder at an end of a crossed arc": ["82", "13", "24", "75", "86", "17"],
    "more arcs of hubs within": ["41", "52", "53", "46", "57"],
}


def trees_with(arcs, last):
    """All trees over 0..last with these arcs between 1..last and uncrossed arcs."""
    ends = [tuple(map(int, arc)) for arc in arcs]
    others = [*((node, node + 1) for node in range(last)), (0, last), (1, last)]
    for added in combinations(others, last - len(ends)):
        graph = networkx.Graph([*ends, *added])
        if len(graph) == last + 1 and networkx.is_tree(graph):
            head = dict(networkx.bfs_predecessors(graph, 0))
            yield (-1, *(head[node] for node in range(1, last + 1)))


@pytest.mark.parametrize("name", CROSSINGS)
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_decoder_finds_all_trees_around_one_crossing(name, mirrored):
    """A crossing with arcs in all directions that the other arcs allow."""
    rng = np.random.default_rng(3)
    last = max(int(end) for end in "".join(CROSSINGS[name]))
    arcs = CROSSINGS[name]
    if mirrored:
        arcs = [[last + 1 - int(end) for end in arc] for arc in arcs]
    found = 0
    for heads in trees_with(arcs, last):
        if trees.is_one_endpoint_crossing(heads):
            assert_found(heads, rng)
            found += 1
    assert found > 0


@given(n=st.integers(1, 12), seed=st.integers(0, 2**32 - 1))
def test_without_higher_order_scores_the_decoder_scores_as_first_order(n, seed):
    """The first-order trees of random scores have many crossings."""
    arcs = np.random.default_rng(seed).normal(size=(n + 1, n + 1))
    scores = np.zeros((N_PART_KINDS, n + 1, n + 1))
    scores[[HEAD_PART, CROSSED_PART]] = arcs
    heads = crossing.decode(arcs)
    best = arcs[heads[1:], np.arange(1, n + 1)].sum()
    assert decode_with_score(scores)[1] == pytest.approx(best)


@given(n=st.integers(6, 15), seed=st.integers(0, 2**32 - 1), bonus=st.integers(0, 4))
def test_the_decoder_returns_the_sum_of_the_parts_of_longer_trees(n, seed, bonus):
    """The chart sums the parts of its tree, and no tree that it is led to scores higher."""
    scores = random_scores(np.random.default_rng(seed), n, "real")
    other = crossing.decode(scores[CROSSED_PART])
    favour(scores, other, bonus)
    heads, score = decode_with_score(scores)
    assert trees.is_one_endpoint_crossing(tuple(heads.tolist()))
    assert score == pytest.approx(oracle.total(scores, tuple(heads.tolist())))
    assert score >= oracle.total(scores, tuple(other.tolist())) - 1e-9


def assert_parts(heads):
    """The pairs of each kind are those that the oracle lists."""
    others = third_order_parts(np.array(heads, np.int32))
    pairs = (
        (kind, int(others[m, kind]), m) for m, kind in np.argwhere(others != NO_OTHER).tolist()
    )
    assert {*pairs} == {*oracle.parts(heads)}


def test_parts_of_all_trees_up_to_five_words_equal_their_definition():
    """All trees, whether 1-Endpoint-Crossing or not."""
    for heads in trees.trees_up_to(5):
        assert_parts(heads)


@given(heads=trees.trees(max_size=14), seed=st.integers(0, 2**32 - 1))
def test_parts_and_scores_of_longer_trees_equal_their_definition(heads, seed):
    assert_parts(heads)
    scores = random_scores(np.random.default_rng(seed), len(heads) - 1, "real")
    parts = places_of_parts(np.array(heads, np.int32))
    assert scores[parts].sum() == pytest.approx(oracle.total(scores, heads))


@pytest.mark.parametrize("shape", [(4, 4), (3, 4, 4)])
def test_scores_without_all_kinds_of_parts_are_refused(shape):
    with pytest.raises(NonprojError, match=", ".join(map(str, shape))):
        decode(np.zeros(shape))
