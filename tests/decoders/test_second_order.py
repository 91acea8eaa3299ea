"""Second-order decoding and its non-projective approximation against literal search."""

from itertools import product

import numpy as np
import pytest

from nonproj.decoders import chu_liu_edmonds, eisner
from nonproj.decoders.carreras import decode
from nonproj.decoders.carreras_factors import best_labels, tree_score
from nonproj.errors import NonprojError
from oracles import second_order as oracle
from oracles.trees import all_trees, is_projective, is_tree, trees_of_class
from samples.factors import climb, factors_of

CASES = {1: 40, 2: 80, 3: 80, 4: 40, 5: 12, 6: 3}
either_root_mode = pytest.mark.parametrize("single_root", [False, True])


def first_order(arc):
    """Scores of arcs and none of second order."""
    zero = np.zeros((*arc.shape, len(arc)))
    return arc, zero, zero


def neighbours(heads):
    """All trees that may differ in the head of one word, and that word."""
    for m, h in product(range(1, len(heads)), range(len(heads))):
        other = heads.copy()
        other[m] = h
        if is_tree(other):
            yield m, other


def instances():
    rng = np.random.default_rng(5)
    for n, count in CASES.items():
        for i in range(count):
            kind = ("free", "ties", "sparse")[i % 3]
            yield n, oracle.random_scores(rng, n, 1 + i // 3 % 3, kind)


@either_root_mode
def test_the_second_order_decoder_finds_a_best_labelled_projective_tree(single_root):
    """The score is the largest of all, and it is the score of the tree that is returned."""
    n_without = 0
    for n, scores in instances():
        trees = trees_of_class(n, True, single_root)
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


@either_root_mode
def test_without_second_order_scores_the_decoder_scores_as_eisner(single_root):
    rng = np.random.default_rng(7)
    for n in (9, 17, 30):
        arc, *_ = oracle.random_scores(rng, n, 1, "free")
        heads, _ = decode(factors_of(*first_order(arc)), single_root)
        assert is_tree(heads)
        assert is_projective(heads)
        expected = eisner.decode(arc[:, :, 0], single_root)
        words = np.arange(1, n + 1)
        assert arc[heads[1:], words, 0].sum() == arc[expected[1:], words, 0].sum()


def test_no_projective_tree_with_one_other_arc_scores_higher():
    """Beyond the lengths that can be enumerated."""
    scores = oracle.random_scores(np.random.default_rng(8), 16, 2, "free")
    heads, labels = decode(factors_of(*scores))
    best = oracle.tree_total(scores, heads, labels)
    for _, other in neighbours(heads):
        if is_projective(other):
            assert oracle.best_over_labels(scores, other) <= best


def test_equal_scores_make_a_chain_of_the_first_label():
    for n in (0, 4):
        factors = factors_of(*first_order(np.zeros((n + 1, n + 1, 2))))
        for single_root in (False, True):
            heads, labels = decode(factors, single_root)
            assert heads.tolist() == [*range(-1, n)]
            assert labels.tolist() == [-1, *[0] * n]


def labelled(arc):
    """Scores and labels of the best candidates."""
    factors = factors_of(*first_order(arc))
    scores, candidate = best_labels(factors.into, factors.arc)
    return scores, np.where(candidate < 0, -1, factors.label[candidate])


@either_root_mode
@pytest.mark.parametrize(
    ("search", "projective"), [(eisner.decode, True), (chu_liu_edmonds.decode, False)]
)
def test_first_order_trees_of_the_best_labels_are_the_best_labelled_trees(
    search, projective, single_root
):
    rng = np.random.default_rng(1)
    for i in range(30):
        n = 1 + i % 5
        arc, _, _ = oracle.random_scores(rng, n, 3, ("free", "ties")[i % 2])
        trees = trees_of_class(n, projective, single_root)
        best = max(oracle.best_over_labels(first_order(arc), heads) for heads in trees)
        scores, label = labelled(arc)
        heads = search(scores, single_root)
        assert tuple(heads.tolist()) in trees
        assert sum(arc[heads[m], m, label[heads[m], m]] for m in range(1, n + 1)) == best


def test_the_first_of_tied_labels_wins_and_forbidden_arcs_have_none():
    arc = np.zeros((3, 3, 2))
    arc[1, 2] = -np.inf
    scores, label = labelled(arc)
    assert label[2, 1] == 0
    assert (scores[1, 2], label[1, 2]) == (-np.inf, -1)


def cases(seed, count, longest=5):
    """Scores with a random tree whose arcs are allowed, non-projective ones included."""
    rng = np.random.default_rng(seed)
    for i in range(count):
        n = 1 + i % longest
        kind = ("free", "ties", "sparse")[i // 3 % 3]
        scores = oracle.random_scores(rng, n, 1 + i % 3, kind)
        heads = all_trees(n)[rng.integers(len(all_trees(n)))]
        labels = [-1, *(int(np.argmax(scores[0][heads[m], m])) for m in range(1, n + 1))]
        if all(scores[0][heads[m], m, labels[m]] > -np.inf for m in range(1, n + 1)):
            yield scores, np.array(heads, np.int32), np.array(labels, np.int32)


def one_root(heads):
    return np.sum(heads[1:] == 0) == 1


@pytest.mark.parametrize("threshold", [0.0, 0.3, 2.0])
@either_root_mode
def test_the_approximation_climbs_as_its_pseudocode_does(threshold, single_root):
    n_moved = 0
    for scores, heads, labels in cases(1, 120):
        if single_root and not one_root(heads):
            continue
        expected = oracle.npa(scores, heads.tolist(), labels.tolist(), threshold, single_root)
        found = climb(factors_of(*scores), heads, labels, threshold, single_root)
        assert tuple(a.tolist() for a in found) == expected
        n_moved += found[0].tolist() != heads.tolist()
    assert n_moved > 10


def test_the_approximation_ends_where_no_arc_gains_more_than_the_threshold():
    """Never a lower score, a tree in the end, and no single arc that gains more than t."""
    rng = np.random.default_rng(2)
    n_changed = 0
    for n in (7, 8, 9):
        scores = oracle.random_scores(rng, n, 2, "free")
        factors = factors_of(*scores)
        start = decode(factors, single_root=True)
        heads, labels = climb(factors, *start, single_root=True)
        score = oracle.tree_total(scores, heads, labels)
        assert score >= oracle.tree_total(scores, *start)
        assert tree_score(factors, heads, labels) == score
        assert is_tree(heads)
        assert one_root(heads)
        n_changed += heads.tolist() != start[0].tolist()
        for i, moved in neighbours(heads):
            for label in range(2) if one_root(moved) else ():
                relabelled = labels.copy()
                relabelled[i] = label
                assert oracle.tree_total(scores, moved, relabelled) - score <= 0.3
    assert n_changed > 0
