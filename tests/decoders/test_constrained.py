"""Trees with as many preferred arcs as possible, against enumeration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonproj.decoders.constrained import has_tree, projective_with_most, spanning_with_most
from oracles.trees import trees_of_class

either_root_mode = pytest.mark.parametrize("single_root", [False, True])


def tables(n, seed):
    """Scores with ties now and then, preferred arcs, and allowed arcs."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(-3, 4, (n + 1, n + 1)).astype(float)
    preferred, allowed = rng.random((2, n + 1, n + 1)) < [[[0.3]], [[0.7]]]
    for table in (preferred, allowed):
        table[:, 0] = False
        np.fill_diagonal(table, False)
    return scores, preferred, allowed


def value(heads, scores, preferred):
    arcs = [(heads[m], m) for m in range(1, len(heads))]
    return sum(preferred[arc] for arc in arcs), sum(scores[arc] for arc in arcs)


@either_root_mode
@given(st.integers(1, 5), st.integers(0, 10**9))
def test_constrained_trees_have_most_preferred_arcs_and_then_the_best_scores(single_root, n, seed):
    scores, preferred, allowed = tables(n, seed)
    found = tuple(projective_with_most(scores, preferred, single_root).tolist())
    projective = trees_of_class(n, True, single_root)
    assert found in projective
    assert value(found, scores, preferred) == max(value(t, scores, preferred) for t in projective)
    possible = [
        t for t in trees_of_class(n, False, single_root) if all(allowed[h, m] for m, h in arcs(t))
    ]
    assert has_tree(allowed, single_root) == bool(possible)
    if possible:
        found = tuple(spanning_with_most(scores, preferred, allowed, single_root).tolist())
        assert found in possible
        assert value(found, scores, preferred) == max(value(t, scores, preferred) for t in possible)


def arcs(heads):
    return enumerate(heads[1:], 1)
