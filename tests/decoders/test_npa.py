"""The non-projective approximation against the literal pseudocode."""

import numpy as np
import pytest

from nonproj.decoders.carreras import decode
from nonproj.decoders.carreras_factors import tree_score
from oracles import second_order as oracle
from oracles.trees import all_trees, is_tree
from samples.factors import climb, factors_of


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
@pytest.mark.parametrize("single_root", [False, True])
def test_climbs_are_those_of_the_pseudocode(threshold, single_root):
    n_moved = 0
    for scores, heads, labels in cases(1, 120):
        if single_root and not one_root(heads):
            continue
        expected = oracle.npa(scores, heads.tolist(), labels.tolist(), threshold, single_root)
        found = climb(factors_of(*scores), heads, labels, threshold, single_root)
        assert tuple(a.tolist() for a in found) == expected
        n_moved += found[0].tolist() != heads.tolist()
    assert n_moved > 10


def test_climbs_after_decoding_longer_sentences_end_where_no_arc_gains():
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
        for i in range(1, n + 1):
            for j in range(n + 1):
                moved, relabelled = heads.copy(), labels.copy()
                moved[i] = j
                if not is_tree(moved) or not one_root(moved):
                    continue
                for label in range(2):
                    relabelled[i] = label
                    assert oracle.tree_total(scores, moved, relabelled) - score <= 0.3
    assert n_changed > 0
