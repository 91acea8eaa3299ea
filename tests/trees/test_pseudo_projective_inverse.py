"""Recovering non-projective arcs, against a literal implementation of Nilsson 2009, 5.1.3-5.1.4."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.errors import NonprojError
from nonproj.trees.pseudo_projective import Encoding, lift, projectivize
from nonproj.trees.pseudo_projective_inverse import Search, deprojectivize, recover
from oracles import trees as oracle
from samples.trees import heads_of, sentences, treebank

LABELS = ("a", "b", "nsubj:pass", "x|*", "↑", "a↓", "\\", "a\\↑b")
MARKING = (Encoding.HEAD, Encoding.PATH, Encoding.HEADPATH)


def marks_of(draw, encoding, labels=LABELS):
    """Any marked label that the encoding could have written."""
    label = st.sampled_from(labels)
    lifted = label if encoding.marks_head else st.just("")
    up = draw(st.none() | lifted)
    return draw(label), up, draw(st.booleans()) and encoding.marks_path


@st.composite
def marked_corpora(draw):
    """Trees and marks as a parser may output them, consistent or not."""
    encoding = draw(st.sampled_from(MARKING))
    labels = draw(st.sampled_from([LABELS, LABELS[:2], LABELS[:1]]))
    trees = draw(st.lists(oracle.trees(), min_size=1, max_size=4))
    marks = [{d: marks_of(draw, encoding, labels) for d in range(1, len(heads))} for heads in trees]
    return encoding, trees, marks


def assert_as_defined(encoding, trees, marks):
    spelled = [[oracle.spelled(mark) for mark in own.values()] for own in marks]
    bank = treebank(trees, spelled)
    before = bank.head.copy(), bank.deprel.codes.copy()
    expected = [
        oracle.deprojectivize(heads, own, encoding.value)
        for heads, own in zip(trees, marks, strict=True)
    ]
    plain = [[mark[0] for mark in own.values()] for own in marks]
    heads = [heads for heads, _ in expected]
    assert sentences(deprojectivize(bank, encoding)) == list(zip(heads, plain, strict=True))
    recovery = recover(bank, encoding)
    assert np.flatnonzero(recovery.failed).tolist() == [
        start + d
        for start, (_, left) in zip(bank.start.tolist(), expected, strict=False)
        for d in left
    ]
    assert recovery.lifted.sum() == sum(m[1] is not None for own in marks for m in own.values())
    assert np.array_equal(bank.head, before[0])
    assert np.array_equal(bank.deprel.codes, before[1])


def encoded(trees, labels, encoding):
    """Lifted trees and their marks, by the oracle."""
    marks = [
        oracle.marked_labels(heads, [None, *own], encoding.value)
        for heads, own in zip(trees, labels, strict=True)
    ]
    return [oracle.projectivize(heads)[0] for heads in trees], marks


# Nilsson 2009, 5.1.3 and its footnote 3: candidates for the head of word 1 in figure 5.2.
CANDIDATES = {
    Search.BREADTH_FIRST: [5, 6, 4, 7],
    Search.DEPTH_FIRST: [5, 4, 6, 7],
    Search.CLOSEST_FIRST: [4, 5, 6, 7],
}


@pytest.mark.parametrize("order", Search)
@pytest.mark.parametrize("pair", [*combinations([4, 5, 6, 7], 2)])
def test_candidates_are_looked_at_in_the_order_of_the_search(order, pair):
    linear = heads_of(3, 1, 0, 5, 3, 3, 6)
    labels = ["Atr↑Sb", *("Sb" if word in pair else "x" for word in range(2, 8))]
    recovery = recover(treebank([linear], [labels]), Encoding.HEAD, order)
    assert recovery.head[1] == min(pair, key=CANDIDATES[order].index)
    assert recovery.passes.tolist() == [1]


def test_passes_are_counted_as_long_as_there_is_something_to_look_for():
    """A search that failed is repeated only where another one succeeded."""
    heads = [heads_of(2, 0), heads_of(0, 1, 1, 1), heads_of(0, 1)]
    labels = [["a", "b"], ["r", "a↑s", "s", "b"], ["r", "a↑q"]]
    recovery = recover(treebank(heads, labels), Encoding.HEAD)
    assert recovery.passes.tolist() == [0, 1, 1]
    assert recovery.failed.sum() == 1
    waits = [heads_of(0, 1, 1, 1)], [["r", "a↑q", "b↑a", "p"]]
    assert recover(treebank(*waits), Encoding.HEAD).passes.tolist() == [2]


@pytest.mark.parametrize("encoding", MARKING)
@pytest.mark.parametrize("pattern", ["aaaa", "abab", "abcd"])
def test_all_encoded_trees_up_to_four(encoding, pattern):
    trees = oracle.trees_up_to(4)
    labels = [list(pattern[: len(heads) - 1]) for heads in trees]
    assert_as_defined(encoding, *encoded(trees, labels, encoding))


@pytest.mark.parametrize("encoding", MARKING)
def test_all_encoded_trees_of_five(encoding):
    trees = oracle.all_trees(5)
    labels = [list("aabab")] * len(trees)
    assert_as_defined(encoding, *encoded(trees, labels, encoding))


@settings(max_examples=150, deadline=None)
@given(marked_corpora())
def test_any_marked_trees(corpus):
    assert_as_defined(*corpus)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(oracle.trees(), min_size=1, max_size=4),
    st.data(),
    st.sampled_from(MARKING),
    st.sampled_from([None, 0, 1, 3]),
)
def test_capped_round_trip_keeps_labels(trees, data, encoding, cap):
    labels = [[data.draw(st.sampled_from(LABELS)) for _ in heads[1:]] for heads in trees]
    bank = treebank(trees, labels)
    back = deprojectivize(projectivize(bank, encoding, cap), encoding)
    assert back.deprel.strings() == bank.deprel.strings()
    assert back.deprel.values == bank.deprel.values
    if cap == 0:
        assert np.array_equal(back.head, lift(bank.start, bank.head).head)


@pytest.mark.parametrize("encoding", [Encoding.PATH, Encoding.HEADPATH])
@pytest.mark.parametrize("pattern", ["aaaaa", "abcde"])
def test_one_lift_is_undone(encoding, pattern):
    trees = [t for t in oracle.trees_up_to(5) if sum(oracle.projectivize(t)[1].values()) == 1]
    assert len(trees) > 100
    bank = treebank(trees, [list(pattern[: len(heads) - 1]) for heads in trees])
    back = deprojectivize(projectivize(bank, encoding), encoding)
    assert np.array_equal(back.head, bank.head)
    assert back.deprel.strings() == bank.deprel.strings()


def decoded(encoding, heads, labels):
    ((ours, plain),) = sentences(deprojectivize(treebank([heads], [labels]), encoding))
    assert "".join(plain) == "".join(label[0] for label in labels)
    return ours[1:]


def test_example_of_nilsson_2009():
    """Figures 5.2 and 5.1: the candidates are 5, 6, 4, 7, in this order."""
    heads = (-1, 3, 1, 0, 5, 3, 3, 6)
    labels = ["AuxP↑Sb", "Atr", "Pred", "AuxZ", "Sb↓", "AuxP", "Adv"]
    back = deprojectivize(treebank([heads], [labels]), Encoding.HEADPATH)
    assert sentences(back) == [
        ((-1, 5, 1, 0, 5, 3, 3, 6), ["AuxP", "Atr", "Pred", "AuxZ", "Sb", "AuxP", "Adv"])
    ]


def test_head_search_is_breadth_first_from_left_to_right():
    heads = (-1, 0, 1, 2, 1, 4, 1)
    assert decoded(Encoding.HEAD, heads, ["r", "x", "h", "x", "h", "k↑h"])[5] == 3
    assert decoded(Encoding.HEAD, heads, ["r", "x", "h", "h", "h", "k↑h"])[5] == 4
    assert decoded(Encoding.HEAD, heads, ["h", "x", "x", "x", "x", "k↑h"])[5] == 1


def test_own_subtree_is_skipped():
    assert decoded(Encoding.HEAD, (-1, 0, 1, 2, 1), ["r", "k↑h", "h", "h"]) == (0, 4, 2, 1)
    assert decoded(Encoding.HEAD, (-1, 0, 1, 2, 1), ["r", "k↑h", "h", "x"]) == (0, 1, 2, 1)


def test_path_ends_where_no_marked_arc_goes_on():
    heads = (-1, 0, 1, 2, 3, 1)
    assert decoded(Encoding.PATH, heads, ["r", "p↓", "p↓", "p", "k↑"])[4] == 3
    assert decoded(Encoding.PATH, heads, ["r", "p↓", "p", "p↓", "k↑"])[4] == 2
    assert decoded(Encoding.PATH, heads, ["r", "p", "p↓", "p↓", "k↑"])[4] == 1


def test_headpath_asks_for_both_and_falls_back_on_the_label():
    heads = (-1, 0, 1, 1, 3, 1)
    assert decoded(Encoding.HEADPATH, heads, ["r", "h", "h↓", "x", "k↑h"])[4] == 3
    assert decoded(Encoding.HEADPATH, heads, ["r", "h", "h↓", "x↓", "k↑h"])[4] == 2
    assert decoded(Encoding.HEADPATH, heads, ["r", "x", "h↓", "x↓", "k↑h"])[4] == 3


def test_failed_search_is_repeated_after_a_later_success():
    """Token 3 finds its h below 2 only once token 4 has moved there."""
    heads = (-1, 0, 1, 2, 1)
    assert decoded(Encoding.HEAD, heads, ["r", "g", "k↑h", "h↑g"]) == (0, 1, 4, 2)
    assert decoded(Encoding.PATH, heads, ["r", "g↓", "k↑", "h↑↓"]) == (0, 1, 4, 2)


def test_fallback_waits_for_all_strict_searches():
    """Token 3 could fall back on 4 at once, but its path is whole once token 5 hangs below 2."""
    heads = (-1, 0, 1, 2, 2, 1)
    labels = ["r", "g↓", "k↑h", "h", "h↑g↓"]
    assert decoded(Encoding.HEADPATH, heads, labels) == (0, 1, 5, 2, 2)


def test_fallback_is_repeated_too():
    """No arc carries ↓: token 5 falls back on 2, and only then can token 3 on 5."""
    heads = (-1, 0, 1, 2, 2, 1)
    labels = ["r", "g", "k↑h", "x", "h↑g"]
    assert decoded(Encoding.HEADPATH, heads, labels) == (0, 1, 5, 2, 2)


def test_baseline_undoes_nothing():
    bank = treebank([(-1, 0, 0, 1)], [["a↑b", "\\", "↓"]])
    assert deprojectivize(bank, Encoding.BASELINE) is bank
    assert not recover(bank, Encoding.BASELINE).lifted.any()


@pytest.mark.parametrize(
    ("encoding", "label"),
    [
        (Encoding.HEAD, "a↑"),
        (Encoding.HEAD, "a↓"),
        (Encoding.HEAD, "a\\b"),
        (Encoding.PATH, "a↑b"),
        (Encoding.HEADPATH, "a↑"),
        (Encoding.HEADPATH, "a↓↓"),
    ],
)
def test_labels_of_no_or_another_encoding(encoding, label):
    bank = treebank([(-1, 0), (-1, 0, 0, 1)], [["a"], ["a", "b", label]])
    with pytest.raises(NonprojError, match="sentence 2, token 3: label"):
        deprojectivize(bank, encoding)
    assert deprojectivize(bank.select([0]), encoding).deprel.values == ("a",)
