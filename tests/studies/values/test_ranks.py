"""Mean ranks and critical differences agree with the example of Demšar (2006)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studies.values.ranks import critical_difference, mean_ranks

# Demšar (2006), table 6: C4.5 with and without two parameters on fourteen data sets.
DEMSAR = [
    [0.763, 0.768, 0.771, 0.798],
    [0.599, 0.591, 0.590, 0.569],
    [0.954, 0.971, 0.968, 0.967],
    [0.628, 0.661, 0.654, 0.657],
    [0.882, 0.888, 0.886, 0.898],
    [0.936, 0.931, 0.916, 0.931],
    [0.661, 0.668, 0.609, 0.685],
    [0.583, 0.583, 0.563, 0.625],
    [0.775, 0.838, 0.866, 0.875],
    [1.000, 1.000, 1.000, 1.000],
    [0.940, 0.962, 0.965, 0.962],
    [0.619, 0.666, 0.614, 0.669],
    [0.972, 0.981, 0.9751, 0.975],  # printed as 0.975, but ranked before the last
    [0.957, 0.978, 0.946, 0.970],
]


def test_mean_ranks_and_critical_difference_equal_the_example_of_demsar():
    assert mean_ranks(DEMSAR) == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=5e-4)
    assert critical_difference(4, 14) == pytest.approx(1.25, abs=5e-3)


@pytest.mark.parametrize(
    ("systems", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (6, 2.850), (10, 3.164)]
)
def test_critical_differences_equal_the_printed_values_of_nemenyi(
    systems, q
):  # Demšar (2006), table 5a
    per_treebank = critical_difference(systems, 1) / np.sqrt(systems * (systems + 1) / 6)
    assert per_treebank == pytest.approx(q, abs=1.5e-3)


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=5))
def test_a_rank_counts_the_systems_that_are_better_and_half_of_the_equal_ones(scores):
    expected = [
        np.mean([1 + sum(x > row[i] for x in row) + (row.count(row[i]) - 1) / 2 for row in scores])
        for i in range(4)
    ]
    assert mean_ranks(scores) == pytest.approx(expected)
