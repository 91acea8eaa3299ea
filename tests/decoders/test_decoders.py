"""Every decoder against enumeration, then against the others on longer sentences."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nonproj.decoders import chu_liu_edmonds, eisner, mhk
from nonproj.decoders.one_endpoint import crossing as one_endpoint_crossing
from nonproj.decoders.one_endpoint.third_order import decoder as third_order
from nonproj.decoders.one_endpoint.third_order.parts import N_PART_KINDS
from nonproj.errors import NonprojError
from oracles import trees
from oracles.charts import arc_sum, class_of, is_mh4, random_scores


def mh3(scores):
    return mhk.decode(scores, k=3)


def mh4(scores):
    return mhk.decode(scores, k=4)


def single_root(scores):
    return eisner.decode(scores, single_root=True)


def is_single_rooted_projective(heads):
    return trees.is_projective(heads) and heads.count(0) == 1


DECODERS = {
    "eisner": (eisner.decode, trees.is_projective),
    "eisner-single-root": (single_root, is_single_rooted_projective),
    "mh3": (mh3, trees.is_projective),
    "mh4": (mh4, is_mh4),
    "1ec": (one_endpoint_crossing.decode, trees.is_one_endpoint_crossing),
}
decoders = pytest.mark.parametrize(("decode", "member"), DECODERS.values(), ids=DECODERS)
# Every decoder, and the dimensions of its scores before those of heads and dependents.
EVERY = {name: (decode, ()) for name, (decode, _) in DECODERS.items()} | {
    "mst": (chu_liu_edmonds.decode, ()),
    "third-order": (third_order.decode, (N_PART_KINDS,)),
}
every_decoder = pytest.mark.parametrize(("decode", "kinds"), EVERY.values(), ids=EVERY)


def as_tuple(heads):
    return tuple(heads.tolist())


@decoders
@pytest.mark.parametrize("kind", ["real", "integer", "sparse"])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_a_decoder_finds_the_best_of_all_trees_of_its_class(decode, member, kind, n):
    rng = np.random.default_rng([n, *kind.encode()])
    candidates = class_of(member, n)
    for _ in range(40):
        scores = random_scores(rng, n, kind)
        best = arc_sum(scores, candidates).max()
        if best == -np.inf:
            with pytest.raises(NonprojError, match="-inf"):
                decode(scores)
            continue
        heads = decode(scores)
        assert member(as_tuple(heads))
        assert arc_sum(scores, heads) == pytest.approx(best)


@decoders
def test_a_decoder_finds_every_tree_of_its_class_and_no_other_from_its_arcs(decode, member):
    for heads in trees.trees_up_to(5):
        n = len(heads) - 1
        only = np.full((n + 1, n + 1), -np.inf)
        only[heads[1:], np.arange(1, n + 1)] = 0.0
        if member(heads):
            assert as_tuple(decode(only)) == heads
        else:
            with pytest.raises(NonprojError, match="-inf"):
                decode(only)


def assert_found(heads):
    """Where its own arcs alone score anything, a 1-Endpoint-Crossing tree is found."""
    scores = np.zeros((len(heads), len(heads)))
    scores[heads[1:], np.arange(1, len(heads))] = 1.0
    assert as_tuple(one_endpoint_crossing.decode(scores)) == heads


def test_the_decoder_finds_all_one_endpoint_crossing_trees_of_six_words():
    """Rules for arcs that cross several others are idle below six tokens.

    Trees with leaves adjacent to their head are left out, as such leaves change nothing."""
    for heads in trees.all_trees(6):
        adjacent = [d for d in range(1, 7) if abs(heads[d] - d) == 1 and d not in heads]
        if not adjacent and trees.is_one_endpoint_crossing(heads):
            assert_found(heads)


@settings(max_examples=100, deadline=None)
@given(heads=trees.trees(min_size=7, max_size=9))
def test_the_decoder_finds_longer_one_endpoint_crossing_trees(heads):
    assume(trees.is_one_endpoint_crossing(heads))
    assert_found(heads)


@settings(max_examples=60, deadline=None)
@given(trees.trees(min_size=6, max_size=9), st.integers(0, 2**32 - 1), st.booleans())
def test_a_decoder_finds_longer_trees_of_its_class_that_none_exceeds(heads, seed, ties):
    scores = random_scores(
        np.random.default_rng(seed), len(heads) - 1, "integer" if ties else "real"
    )
    scores[heads[1:], np.arange(1, len(heads))] += ties
    for decode, member in DECODERS.values():
        found = as_tuple(decode(scores))
        assert member(found)
        assert not member(heads) or arc_sum(scores, found) >= arc_sum(scores, heads) - 1e-9


@settings(max_examples=60, deadline=None)
@given(n=st.integers(6, 30), seed=st.integers(0, 2**32 - 1))
def test_a_decoder_of_a_wider_class_scores_at_least_as_high(n, seed):
    scores = random_scores(np.random.default_rng(seed), n, "real")
    found = {name: arc_sum(scores, decode(scores)) for name, (decode, _) in DECODERS.items()}
    assert found["mh3"] == pytest.approx(found["eisner"])
    assert found["eisner-single-root"] <= found["eisner"] + 1e-9
    assert found["mh4"] >= found["eisner"] - 1e-9
    assert found["1ec"] >= found["eisner"] - 1e-9


@decoders
def test_decoders_make_a_chain_of_equal_scores(decode, member):
    """The leftmost split point and head everywhere make a chain of equal scores."""
    assert decode(np.zeros((6, 6))).tolist() == [-1, 0, 1, 2, 3, 4]


@every_decoder
def test_decoders_leave_the_scores_as_they_are(decode, kinds):
    scores = np.random.default_rng(0).normal(size=(*kinds, 8, 8))
    scores[..., 0] = np.nan  # never looked at
    scores[..., range(8), range(8)] = np.inf
    before = scores.copy()
    scores.setflags(write=False)
    heads = decode(scores)
    assert heads.dtype == np.int32
    assert heads[0] == -1
    np.testing.assert_array_equal(scores, before)


@every_decoder
def test_decoders_take_scores_of_any_layout_and_type(decode, kinds):
    scores = np.random.default_rng(5).integers(0, 9, size=(*kinds, 7, 7))
    expected = decode(scores.astype(float)).tolist()
    assert decode(np.asfortranarray(scores)).tolist() == expected
    assert decode(scores[..., ::-1, ::-1].astype(np.float32)[..., ::-1, ::-1]).tolist() == expected


@every_decoder
def test_decoders_take_a_sentence_without_words(decode, kinds):
    assert decode(np.zeros((*kinds, 1, 1))).tolist() == [-1]


@every_decoder
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_decoders_name_a_score_that_is_no_number(decode, kinds, value):
    for kind in np.ndindex(kinds):
        scores = np.zeros((*kinds, 4, 4))
        scores[(*kind, 3, 2)] = value
        with pytest.raises(NonprojError, match=rf"\[3, 2\]: {value}"):
            decode(scores)


@every_decoder
def test_decoders_name_the_shape_of_scores_that_are_not_square(decode, kinds):
    with pytest.raises(NonprojError, match=r"\(3, 4\)"):
        decode(np.zeros((*kinds, 3, 4)))
