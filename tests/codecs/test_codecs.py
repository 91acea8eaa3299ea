"""Codecs against literal definitions: exact on their class of trees, and a tree from any tags."""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.codecs.hexatags import best_tags
from nonproj.codecs.planes import NO_PLANE, planes_of
from nonproj.codecs.registry import CODECS
from nonproj.codecs.repair import NOT_ATTACHED, repaired
from oracles import trees as oracle

# name: planes of its class (0: projective trees), and the number of its trees of up to five words
CLASSES = {
    "1planar": (1, 690),
    "2planar": (2, 1425),
    "7bit": (2, 1425),
    "hexa": (0, 344),
    "hierarchy": (0, 344),
}
names = pytest.mark.parametrize("name", CODECS)


def clash(heads, d, e):
    """Two arcs that cross and have one direction."""
    return oracle.arcs_cross(heads, d, e) and (heads[d] < d) == (heads[e] < e)


@cache
def is_relaxed_planar(heads, k):
    """In some division of the arcs into k planes, no two arcs of one direction cross.

    Arcs from node 0 are in the first."""
    words = range(1, len(heads))
    pairs = [(d, e) for d, e in combinations(words, 2) if clash(heads, d, e)]
    return any(
        all(plane[d - 1] != plane[e - 1] for d, e in pairs)
        and all(heads[d] or not plane[d - 1] for d in words)
        for plane in product(range(k), repeat=len(words))
    )


def in_class(name, heads):
    planes, _ = CLASSES[name]
    return is_relaxed_planar(heads, planes) if planes else oracle.is_projective(heads)


def assert_tree(heads, single):
    assert heads[0] == -1
    assert oracle.is_tree(heads)
    assert not single or len(heads) == 1 or heads[1:].count(0) == 1


def assert_exact(name, heads):
    codec = CODECS[name]
    tags = codec.encode(heads)
    assert len(tags) == len(heads) - 1
    assert all(codec.tag.fullmatch(tag) for tag in tags)
    assert codec.decode(tags, False) == [*heads]
    if heads[1:].count(0) < 2:
        assert codec.decode(tags, True) == [*heads]


@names
def test_a_codec_restores_all_trees_of_its_class_and_reads_others_as_trees(name):
    codec, n_members, n_wrong = CODECS[name], 0, 0
    for heads in oracle.trees_up_to(5):
        if in_class(name, heads):
            assert_exact(name, heads)
            n_members += 1
        elif CLASSES[name][0]:  # the others encode projective trees alone
            found = codec.decode(codec.encode(heads), True)
            assert_tree(found, True)
            n_wrong += found != [*heads]
    assert n_members == CLASSES[name][1]
    assert (n_wrong > 0) == (CLASSES[name][0] > 0)


@names
@settings(max_examples=60, deadline=None)
@given(heads=oracle.trees(max_size=9))
def test_a_codec_restores_random_trees_of_its_class(name, heads):
    if in_class(name, heads):
        assert_exact(name, heads)
    assert_exact(name, oracle.projectivize(heads)[0])


@names
def test_a_codec_restores_long_chains_and_a_sentence_without_words(name):
    n = 3000
    for heads in ([-1, *range(n)], [-1, *range(2, n + 1), 0], [-1]):
        assert_exact(name, heads)


def assert_planes(heads):
    for k in (1, 2):
        planes, words = planes_of(heads, k), range(1, len(heads))
        assert {*planes} <= {NO_PLANE, *range(k)}
        for d, e in combinations(words, 2):
            assert planes[d] == NO_PLANE or planes[d] != planes[e] or not clash(heads, d, e)
        assert (NO_PLANE in planes[1:]) != is_relaxed_planar(heads, k)


def test_planes_separate_clashing_arcs_in_all_trees_up_to_five_words():
    for heads in oracle.trees_up_to(5):
        assert_planes(heads)


@settings(max_examples=150, deadline=None)
@given(oracle.trees(min_size=5, max_size=9))
def test_planes_separate_clashing_arcs_in_random_trees(heads):
    assert_planes(heads)


def test_an_arc_goes_to_the_first_plane_if_both_are_possible():
    """Arcs 1→3 and 2→4 cross; 5→7 and 6→8 cross apart from these."""
    heads = (-1, 0, 1, 1, 2, 4, 5, 5, 6)
    assert planes_of(heads, 2) == [-1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert planes_of(heads, 1) == [-1, 0, 0, 0, -1, 0, 0, 0, -1]


@names
@settings(max_examples=100, deadline=None)
@given(data=st.data(), single=st.booleans())
def test_a_codec_reads_any_sequence_of_tags_as_a_tree(name, data, single):
    codec = CODECS[name]
    tags = data.draw(st.lists(st.from_regex(codec.tag, fullmatch=True), max_size=12))
    assert_tree(codec.decode(tags, single), single)


@names
@settings(max_examples=100, deadline=None)
@given(data=st.data(), heads=oracle.trees(max_size=10), single=st.booleans())
def test_a_codec_reads_a_tree_from_tags_of_which_one_is_wrong(name, data, heads, single):
    codec = CODECS[name]
    tags = codec.encode(heads if CLASSES[name][0] else oracle.projectivize(heads)[0])
    word = data.draw(st.integers(0, len(tags) - 1))
    tags[word] = data.draw(st.from_regex(codec.tag, fullmatch=True))
    assert_tree(codec.decode(tags, single), single)


def test_brackets_and_bits_in_one_plane_equal_their_definitions():
    def brackets(heads, d):
        below = oracle.children(heads, d)
        closed, opened = sum(e < d for e in below), sum(e > d for e in below)
        return "<" * (heads[d] > d) + "\\" * closed + "/" * opened + ">" * (heads[d] < d)

    def bits(heads, d):
        head = heads[d]
        side = [e for e in oracle.children(heads, head) if (e > head) == (d > head)]
        left, right = (any((e > d) == r for e in oracle.children(heads, d)) for r in (False, True))
        outermost = d == (max(side) if d > head else min(side))
        return "".join(str(int(b)) for b in (head > d, 0, outermost, left, right, 0, 0))

    for heads in oracle.trees_up_to(5):
        if is_relaxed_planar(heads, 1):
            for name, definition in (("1planar", brackets), ("7bit", bits)):
                tags = [definition(heads, d) for d in range(1, len(heads))]
                assert CODECS[name].encode(heads) == tags


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("2planar", ["//>", ">/*", ">", ">*"]),
        ("1planar", ["//>", ">", ">", ""]),
        ("7bit", ["0010100", "0000001", "0010000", "0110000"]),
    ],
)
def test_the_second_plane_has_brackets_and_bits_of_its_own(name, tags):
    """2→4 crosses 1→3; the second plane has its own brackets and bits."""
    assert CODECS[name].encode((-1, 0, 1, 1, 2)) == tags


def test_unmatched_brackets_are_ignored():
    """Word 2 closes two arcs, though one is open; nothing matches the last bracket."""
    assert CODECS["1planar"].decode(["<", "\\\\>", "/", "<"], True) == [-1, 2, 0, 2, 2]


def phrases(heads, head):
    """The binary tree of a head's phrase: a node, or (arrow, left part, right part)."""
    found, below = head, oracle.children(heads, head)
    for d in (d for d in below if d > head):
        found = (">", found, phrases(heads, d))
    for d in (d for d in reversed(below) if d < head):
        found = ("<", phrases(heads, d), found)
    return found


def in_order(phrase, part):
    """Leaves and phrases as words meet them: the part that each is, and the arrow of a phrase."""
    if isinstance(phrase, int):
        return [part]
    arrow, left, right = phrase
    return [*in_order(left, "L"), part + arrow, *in_order(right, "R")]


def tags_of(phrase):
    _, *rest = in_order(phrase, "L")
    return [before + word for before, word in zip(rest[::2], rest[1::2], strict=True)]


def test_hexatags_equal_their_definition():
    for n in range(1, 6):
        for heads in oracle.projective_trees(n):
            assert CODECS["hexa"].encode(heads) == tags_of(phrases(heads, 0))


TAGS = ["".join(parts) for parts in product("LR", "<>", "LR")]


@cache
def all_phrases(first, last):
    """All binary trees over some nodes, in which phrases may be divided and headed anywhere."""
    if first == last:
        return [first]
    return [
        (arrow, left, right)
        for middle in range(first, last)
        for left in all_phrases(first, middle)
        for right in all_phrases(middle + 1, last)
        for arrow in "<>"
    ]


def read(phrase, heads):
    """The head of a phrase; fills in the heads of all others."""
    if isinstance(phrase, int):
        return phrase
    left, right = (read(part, heads) for part in phrase[1:])
    head, dependent = (left, right) if phrase[0] == ">" else (right, left)
    heads[dependent] = head
    return head


@pytest.mark.parametrize("single", [False, True])
def test_the_best_hexatags_are_those_of_the_best_binary_tree(single):
    rng, seen = np.random.default_rng(1), set()
    for n in range(1, 6):
        valid, words = [], range(n)
        for phrase in all_phrases(0, n):
            heads = [-1] * (n + 1)
            if read(phrase, heads) == 0 and (not single or heads.count(0) == 1):
                tags = tags_of(phrase)
                assert CODECS["hexa"].decode(tags, single) == heads
                valid.append([TAGS.index(tag) for tag in tags])
        for _ in range(40):
            scores = rng.normal(size=(n, len(TAGS)))
            best = max(valid, key=lambda numbers: scores[words, numbers].sum())
            assert best_tags(scores, TAGS, single).tolist() == best
            seen.add(tuple(best))
    assert len(seen) > 50


def test_hexatags_that_form_no_tree_are_chosen_word_by_word():
    scores = np.array([[0.0, 1.0], [2.0, 1.0]])
    assert best_tags(scores, ["L>L", "R>L"], True).tolist() == [1, 0]


def test_hierarchical_brackets_use_twelve_tags():
    trees = [heads for n in range(1, 7) for heads in oracle.projective_trees(n)]
    tags = {tag for heads in trees for tag in CODECS["hierarchy"].encode(heads)}
    assert len(tags) == 12  # as in the paper
    assert len({tuple(CODECS["hierarchy"].encode(heads)) for heads in trees}) == len(trees)


def test_hierarchical_brackets_of_an_example_equal_those_by_hand():
    """The arc 4→1 encloses 4→3 and 3→2 is inside; the last root closes the arc of node 0."""
    assert CODECS["hierarchy"].encode((-1, 4, 3, 4, 0, 0)) == ["<", "<", "\\)", "\\(", ">"]


def literally_repaired(heads, single):
    words = range(1, len(heads))

    def cycle(d):
        path = []
        while heads[d] > 0 and d not in path:
            path.append(d)
            d = heads[d]
        return path[path.index(d) :] if d in path else []

    firsts = [d for d in words if cycle(d) and d == min(cycle(d))]
    roots = [d for d in words if heads[d] == 0]
    missing = [d for d in words if heads[d] == NOT_ATTACHED]
    candidates = roots or missing or firsts
    most = max(heads.count(d) for d in candidates)
    root = next(d for d in candidates if heads.count(d) == most)
    to_root = missing + firsts + (roots if single else [])
    return [-1, *(0 if d == root else root if d in to_root else heads[d] for d in words)]


@pytest.mark.parametrize("single", [False, True])
def test_repair_makes_a_tree_of_any_heads_by_the_stated_rule(single):
    for n in range(1, 5):
        for rest in product(range(NOT_ATTACHED, n + 1), repeat=n):
            heads = (-1, *rest)
            tree = repaired(heads, single)
            assert_tree(tree, single)
            assert tree == literally_repaired(heads, single), heads
            if (
                NOT_ATTACHED not in rest
                and oracle.is_tree(heads)
                and not (single and rest.count(0) > 1)
            ):
                assert tree == [*heads]
