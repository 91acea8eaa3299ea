"""Recovering non-projective arcs, against a literal implementation of Nilsson 2009, 5.1.3-5.1.4."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.errors import NonprojError
from nonproj.trees.pseudo_projective import Encoding, lift, projectivize
from nonproj.trees.pseudo_projective_inverse import HeadSearch, deprojectivize, recover
from oracles import trees as oracle
from samples.trees import heads_of, labelled_corpora, sentences, treebank

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
    HeadSearch.BREADTH_FIRST: [5, 6, 4, 7],
    HeadSearch.DEPTH_FIRST: [5, 4, 6, 7],
    HeadSearch.CLOSEST_FIRST: [4, 5, 6, 7],
}


@pytest.mark.parametrize("order", HeadSearch)
@pytest.mark.parametrize("pair", [*combinations([4, 5, 6, 7], 2)])
def test_the_inverse_tries_candidates_in_the_order_of_the_search(order, pair):
    linear = heads_of(3, 1, 0, 5, 3, 3, 6)
    labels = ["Atr↑Sb", *("Sb" if word in pair else "x" for word in range(2, 8))]
    recovery = recover(treebank([linear], [labels]), Encoding.HEAD, order)
    assert recovery.head[1] == min(pair, key=CANDIDATES[order].index)
    assert recovery.passes.tolist() == [1]


def test_the_inverse_counts_its_passes_over_a_sentence():
    """A search that failed is repeated only where another one succeeded."""
    heads = [heads_of(2, 0), heads_of(0, 1, 1, 1), heads_of(0, 1)]
    labels = [["a", "b"], ["r", "a↑s", "s", "b"], ["r", "a↑q"]]
    recovery = recover(treebank(heads, labels), Encoding.HEAD)
    assert recovery.passes.tolist() == [0, 1, 1]
    assert recovery.failed.sum() == 1
    waits = [heads_of(0, 1, 1, 1)], [["r", "a↑q", "b↑a", "p"]]
    assert recover(treebank(*waits), Encoding.HEAD).passes.tolist() == [2]


@pytest.mark.parametrize("encoding", MARKING)
@pytest.mark.parametrize("pattern", ["aaaa", "abab", "abcd", "aabab"])
def test_all_encoded_trees_of_up_to_five_words_are_restored_as_defined(encoding, pattern):
    """With three patterns of labels up to four words, with one of five."""
    trees = oracle.all_trees(5) if len(pattern) == 5 else oracle.trees_up_to(4)
    labels = [list(pattern[: len(heads) - 1]) for heads in trees]
    assert_as_defined(encoding, *encoded(trees, labels, encoding))


@settings(max_examples=150, deadline=None)
@given(marked_corpora())
def test_random_marked_trees_are_restored_as_defined(corpus):
    assert_as_defined(*corpus)


@settings(max_examples=60)
@given(labelled_corpora(LABELS), st.sampled_from(MARKING), st.sampled_from([None, 0, 1, 3]))
def test_labels_are_restored_whatever_the_cap(corpus, encoding, cap):
    bank = treebank(*corpus)
    back = deprojectivize(projectivize(bank, encoding, cap), encoding)
    assert back.deprel.strings() == bank.deprel.strings()
    assert back.deprel.values == bank.deprel.values
    if cap == 0:
        assert np.array_equal(back.head, lift(bank.start, bank.head).head)


@pytest.mark.parametrize("encoding", [Encoding.PATH, Encoding.HEADPATH])
@pytest.mark.parametrize("pattern", ["aaaaa", "abcde"])
def test_trees_with_one_lift_are_restored(encoding, pattern):
    trees = [t for t in oracle.trees_up_to(5) if sum(oracle.projectivize(t)[1].values()) == 1]
    assert len(trees) > 100
    bank = treebank(trees, [list(pattern[: len(heads) - 1]) for heads in trees])
    back = deprojectivize(projectivize(bank, encoding), encoding)
    assert np.array_equal(back.head, bank.head)
    assert back.deprel.strings() == bank.deprel.strings()


# (encoding, heads of words, their labels, heads afterwards) and what decides
EXAMPLES = {
    "candidates in the order 5, 6, 4, 7 (Nilsson 2009, figure 5.2)":
        ("headpath", "3105336", "A↑S B C D S↓ A E", "5105336"),
    "the level before the place": ("head", "012141", "r x h x h k↑h", "012143"),
    "the place in a level": ("head", "012141", "r x h h h k↑h", "012144"),
    "not the head itself": ("head", "012141", "h x x x x k↑h", "012141"),
    "its own subtree is skipped": ("head", "0121", "r k↑h h h", "0421"),
    "nothing but its own subtree": ("head", "0121", "r k↑h h x", "0121"),
    "a path of two arcs": ("path", "01231", "r p↓ p↓ p k↑", "01233"),
    "a path of one arc": ("path", "01231", "r p↓ p p↓ k↑", "01232"),
    "a path of no arc": ("path", "01231", "r p p↓ p↓ k↑", "01231"),
    "path and label": ("headpath", "01131", "r h h↓ x k↑h", "01133"),
    "no path, but a label": ("headpath", "01131", "r h h↓ x↓ k↑h", "01132"),
    "no path before it, but a label": ("headpath", "01131", "r x h↓ x↓ k↑h", "01133"),
    "a search that is repeated": ("head", "0121", "r g k↑h h↑g", "0142"),
    "a search of paths that is repeated": ("path", "0121", "r g↓ k↑ h↑↓", "0142"),
    "a label that waits for all paths": ("headpath", "01221", "r g↓ k↑h h h↑g↓", "01522"),
    "a search of labels alone that is repeated": ("headpath", "01221", "r g k↑h x h↑g", "01522"),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_heads_of_examples_are_restored_as_by_hand(name):
    encoding, heads, labels, expected = EXAMPLES[name]
    bank = treebank([(-1, *map(int, heads))], [labels.split()])
    plain = [label[0] for label in labels.split()]
    found = sentences(deprojectivize(bank, Encoding(encoding)))
    assert found == [((-1, *map(int, expected)), plain)]


def test_the_baseline_encoding_restores_no_arcs():
    bank = treebank([(-1, 0, 0, 1)], [["a↑b", "\\", "↓"]])
    assert deprojectivize(bank, Encoding.BASELINE) is bank
    assert not recover(bank, Encoding.BASELINE).lifted.any()


@pytest.mark.parametrize(
    ("encoding", "label"),
    [("head", "a↑"), ("head", "a↓"), ("head", "a\\b"), ("path", "a↑b"), ("headpath", "a↑"),
     ("headpath", "a↓↓")],
)  # fmt: skip
def test_labels_that_the_encoding_does_not_write_are_refused(encoding, label):
    bank = treebank([(-1, 0), (-1, 0, 0, 1)], [["a"], ["a", "b", label]])
    with pytest.raises(NonprojError, match="sentence 2, token 3: label"):
        deprojectivize(bank, Encoding(encoding))
    assert deprojectivize(bank.select([0]), Encoding(encoding)).deprel.values == ("a",)
