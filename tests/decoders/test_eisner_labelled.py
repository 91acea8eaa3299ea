"""Labelled decoding arc by arc: Eisner and Chu-Liu/Edmonds over the best labels."""

import numpy as np
import pytest

from nonproj.decoders import chu_liu_edmonds, eisner
from nonproj.decoders.carreras_factors import best_labels
from oracles import second_order as oracle
from samples.factors import factors_of


def labelled(arc):
    """Scores and labels of the best candidates."""
    none = np.zeros((*arc.shape, len(arc)))
    factors = factors_of(arc, none, none)
    scores, candidate = best_labels(factors.into, factors.arc)
    return scores, np.where(candidate < 0, -1, factors.label[candidate])


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize(
    ("decode", "projective"), [(eisner.decode, True), (chu_liu_edmonds.decode, False)]
)
def test_the_tree_found_is_a_best_labelled_tree(decode, projective, single_root):
    rng = np.random.default_rng(1)
    for i in range(30):
        n = 1 + i % 5
        arc, _, _ = oracle.random_scores(rng, n, 3, ("free", "ties")[i % 2])
        zero = np.zeros((*arc.shape, n + 1))
        trees = oracle.trees_of_class(n, projective, single_root)
        best = max(oracle.best_over_labels((arc, zero, zero), heads) for heads in trees)
        scores, label = labelled(arc)
        heads = decode(scores, single_root)
        assert tuple(heads.tolist()) in trees
        assert sum(arc[heads[m], m, label[heads[m], m]] for m in range(1, n + 1)) == best


def test_label_ties_go_to_the_first_and_forbidden_arcs_have_none():
    arc = np.zeros((3, 3, 2))
    arc[1, 2] = -np.inf
    scores, label = labelled(arc)
    assert label[2, 1] == 0
    assert (scores[1, 2], label[1, 2]) == (-np.inf, -1)
