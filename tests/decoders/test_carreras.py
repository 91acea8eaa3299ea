"""Second-order projective decoding against enumeration of all projective trees."""

import numpy as np
import pytest

from nonproj.decoders import eisner
from nonproj.decoders.carreras import decode
from nonproj.decoders.carreras_factors import tree_score
from nonproj.errors import NonprojError
from oracles import second_order as oracle
from oracles.trees import is_projective, is_tree
from samples.factors import factors_of

CASES = {1: 40, 2: 80, 3: 80, 4: 40, 5: 12, 6: 3}


def instances():
    rng = np.random.default_rng(5)
    for n, count in CASES.items():
        for i in range(count):
            kind = ("free", "ties", "sparse")[i % 3]
            yield n, oracle.random_scores(rng, n, 1 + i // 3 % 3, kind)


@pytest.mark.parametrize("single_root", [False, True])
def test_the_tree_found_is_a_best_labelled_projective_tree(single_root):
    """The score is the largest of all, and it is the score of the tree that is returned."""
    n_without = 0
    for n, scores in instances():
        trees = oracle.trees_of_class(n, True, single_root)
        best = max(oracle.best_over_labels(scores, heads) for heads in trees)
        factors = factors_of(*scores)
        if best == -np.inf:
            n_without += 1
            with pytest.raises(NonprojError, match="forbid every projective tree"):
                decode(factors, single_root)
            continue
        heads, labels = decode(factors, single_root)
        assert tuple(heads.tolist()) in trees
        assert oracle.tree_total(scores, heads, labels) == best
        assert tree_score(factors, heads, labels) == best
    assert n_without > 0


@pytest.mark.parametrize("single_root", [False, True])
def test_without_second_order_scores_trees_are_those_of_eisner(single_root):
    rng = np.random.default_rng(7)
    for n in (9, 17, 30):
        arc, sibling, grandchild = oracle.random_scores(rng, n, 1, "free")
        factors = factors_of(arc, 0 * sibling, 0 * grandchild)
        heads, _ = decode(factors, single_root)
        assert is_tree(heads)
        assert is_projective(heads)
        expected = eisner.decode(arc[:, :, 0], single_root)
        words = np.arange(1, n + 1)
        assert arc[heads[1:], words, 0].sum() == arc[expected[1:], words, 0].sum()


def test_no_projective_tree_that_differs_in_one_arc_is_better():
    """Beyond the lengths that can be enumerated."""
    rng = np.random.default_rng(8)
    n = 16
    scores = oracle.random_scores(rng, n, 2, "free")
    heads, labels = decode(factors_of(*scores))
    best = oracle.tree_total(scores, heads, labels)
    for m in range(1, n + 1):
        for h in range(n + 1):
            other = heads.copy()
            other[m] = h
            if is_tree(other) and is_projective(other):
                assert oracle.best_over_labels(scores, other) <= best


def test_ties_are_broken_the_same_way_every_time():
    shape = (5, 5, 2)
    factors = factors_of(np.zeros(shape), np.zeros((*shape, 5)), np.zeros((*shape, 5)))
    for single_root in (False, True):
        heads, labels = decode(factors, single_root)
        assert labels.tolist() == [-1, 0, 0, 0, 0]
        assert heads.tolist() == [-1, 0, 1, 2, 3]  # a chain


def test_a_sentence_without_words_has_no_arc():
    heads, labels = decode(factors_of(np.zeros((1, 1, 2)), *np.zeros((2, 1, 1, 2, 1))))
    assert heads.tolist() == labels.tolist() == [-1]
