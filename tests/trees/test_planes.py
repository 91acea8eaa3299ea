"""Two planes of a tree against every way to draw its arcs above or below the words."""

import numpy as np
from hypothesis import given, settings

from nonproj.trees.planes import planes
from oracles import trees as oracle


def assert_planes(heads):
    """No arc crosses another in its plane, and none could be added; arcs from 0 come last."""
    plane = planes(np.array(heads, np.int32)).tolist()
    words = oracle.below_words(heads)
    kept = [d for d in range(1, len(heads)) if plane[d]]
    assert {plane[d] for d in kept} <= {1, 2}
    assert not any(plane[d] == plane[e] for d in kept for e in oracle.crossing(heads, d))
    for d in {*range(1, len(heads))} - {*kept}:
        present = [e for e in kept if e in words or d not in words]
        assert not oracle.is_two_planar(heads, [*present, d])


def test_all_trees_up_to_five():
    for heads in oracle.trees_up_to(5):
        assert_planes(heads)


@given(oracle.trees(min_size=6, max_size=12))
@settings(max_examples=200, deadline=None)
def test_random_trees(heads):
    assert_planes(heads)
