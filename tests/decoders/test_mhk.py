"""The trees that the MH_k chart derives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.decoders import mhk
from nonproj.errors import NonprojError
from oracles import trees
from oracles.charts import mhk_derives
from samples.trees import heads_of


@pytest.mark.parametrize(("n", "k"), [(1, 3), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_derivable_is_what_the_deduction_system_derives(n, k):
    """k is where everything is derivable, so that all smaller ones are checked too."""
    for heads in trees.all_trees(n):
        for smaller in range(3, k + 1):
            assert mhk.derivable(np.array(heads), smaller) == mhk_derives(heads, smaller)


@settings(max_examples=100, deadline=None)
@given(heads=trees.trees(min_size=6, max_size=9), k=st.integers(3, 7))
def test_longer_derivable_trees_are_what_the_deduction_system_derives(heads, k):
    assert mhk.derivable(np.array(heads), k) == mhk_derives(heads, k)


def test_a_long_tree_is_measured():
    """Words 2..n attach leftwards in two interleaved chains: n - 1 crossings, all MH4."""
    n = 200
    heads = heads_of(0, 0, *range(1, n - 1))
    assert [mhk.derivable(heads, k) for k in (3, 4)] == [False, True]


def test_other_k_are_refused():
    with pytest.raises(NonprojError, match="k >= 3"):
        mhk.derivable(heads_of(0), 2)
    with pytest.raises(NonprojError, match="3 or 4"):
        mhk.decode(np.zeros((2, 2)), k=5)
