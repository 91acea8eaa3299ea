"""Columns that are no trees are refused with place and value."""

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.trees.columns import checked_corpus, checked_tree
from oracles.trees import is_tree
from samples.trees import heads_of


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ([-1, 2, 0, 4], "sentence 2, token 3: head 4 outside 0..3"),
        ([-1, 2, -1, 0], "sentence 2, token 2: head -1 outside 0..3"),
        ([-1, 2, 1, 0], "sentence 2, token 2: head 1 closes a cycle"),
        ([-1, 0, 2, 1], "sentence 2, token 2: head 2 closes a cycle"),
        ([0, 2, 0, 1], "sentence 2, token 0: the root node has head 0, expected -1"),
        ([-1, -2, -2, -2], "sentence 2, token 1: head -2 outside 0..3"),
    ],
)
def test_heads_that_do_not_form_a_tree_are_refused(heads, message):
    head = np.array([-1, 0, *heads], dtype=np.int32)
    with pytest.raises(NonprojError, match=f"^{message}$"):
        checked_corpus(np.array([0, 2, 6]), head)


@pytest.mark.parametrize("start", [[0, 2, 5], [0, 4, 2, 6], [1, 6], [0, 2, 2, 6], [], [[0, 6]]])
def test_offsets_that_do_not_delimit_sentences_are_refused(start):
    with pytest.raises(NonprojError, match="start"):
        checked_corpus(np.array(start, dtype=np.int32), np.array([-1, 0, -1, 2, 0, 2]))


def test_of_all_heads_of_four_words_only_trees_are_accepted():
    for code in range(5**4):
        deps = [code // 5**i % 5 for i in range(4)]
        if is_tree((-1, *deps)):
            checked_tree(heads_of(*deps))
        else:
            with pytest.raises(NonprojError):
                checked_tree(heads_of(*deps))


def test_checked_heads_and_offsets_have_32_bits():
    start, head = checked_corpus(np.array([0]), np.array([], dtype=np.int64))
    assert len(start) == 1
    assert len(head) == 0
    start, head = checked_tree(heads_of(2, 0, 2))
    assert head.dtype == start.dtype == np.int32
    assert head.flags.writeable
