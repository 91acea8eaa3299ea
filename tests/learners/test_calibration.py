"""Calibration: probabilities are shares of right heads, and keep the order of words."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonproj.data.declared import as_content, as_declared
from nonproj.errors import NonprojError
from nonproj.learners.calibration import MOST_BINS, SMALLEST_BIN, Calibration


def words(*groups):
    """(certainty, words, right ones) -> the arrays of `fit`."""
    certainty = np.concatenate([np.full(n, c) for c, n, _ in groups])
    right = np.concatenate([np.arange(n) < k for _, n, k in groups])
    return certainty, right


def test_the_probability_of_a_group_is_its_share_of_right_heads():
    made = Calibration.fit(*words((0.2, 99, 30), (0.5, 199, 120), (0.8, 99, 90)))
    assert made.certainty == (0.0, 0.2, 0.5, 0.8, 1.0)
    assert made.probability[1:-1] == (30.5 / 100, 120.5 / 200, 90.5 / 100)
    found = made(np.array([0.0, 0.2, 0.35, 0.8, 1.0]))
    assert found == pytest.approx([0.1525, 0.305, (0.305 + 0.6025) / 2, 0.905, 0.9525])


def test_groups_whose_shares_fall_are_pooled():
    made = Calibration.fit(*words((0.0, 50, 10), (0.4, 50, 40), (0.6, 50, 20), (1.0, 50, 45)))
    assert made.certainty == (0.0, 0.6, 1.0)
    assert made.probability == (10.5 / 51, 60.5 / 101, 45.5 / 51)


def test_a_bin_has_at_least_the_smallest_number_of_words():
    made = Calibration.fit(
        *words((0.1, SMALLEST_BIN - 1, 0), (0.2, 1, 1), (0.9, SMALLEST_BIN, SMALLEST_BIN))
    )
    assert made.probability[1:-1] == (
        1.5 / (SMALLEST_BIN + 1),
        (SMALLEST_BIN + 0.5) / (SMALLEST_BIN + 1),
    )
    assert Calibration.fit(np.array([0.3]), np.array([True])).probability == (0.375, 0.75, 0.875)


def test_calibration_without_words_is_refused():
    with pytest.raises(NonprojError, match="no held-out word"):
        Calibration.fit(np.zeros(0), np.zeros(0, bool))


certainties = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.25, 0.5, 1.0]))


@given(st.lists(st.tuples(certainties, st.booleans()), min_size=1, max_size=400))
def test_probabilities_rise_with_certainty(pairs):
    certainty, right = (np.array(column) for column in zip(*pairs, strict=True))
    made = Calibration.fit(certainty, right)
    found = made(np.sort(certainty))
    assert (np.diff(found) >= 0).all()
    assert ((found > 0) & (found < 1)).all()
    assert len(made.probability) <= MOST_BINS + 2
    content = json.loads(json.dumps(as_content(made)))
    assert as_declared(content, Calibration, "header") == made


@given(st.integers(0, 10**6))
def test_calibration_recovers_the_true_probability_of_right_heads(seed):
    """Where the chance of a right head is the square of the certainty, it is found."""
    rng = np.random.default_rng(seed)
    certainty = rng.random(20_000)
    made = Calibration.fit(certainty, rng.random(20_000) < certainty**2)
    places = np.linspace(0.1, 0.9, 9)
    assert made(places) == pytest.approx(places**2, abs=0.12)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"certainty": [], "probability": []}, "at least one"),
        ({"certainty": [0.5], "probability": [0.5, 0.6]}, "as many probabilities"),
        ({"certainty": [0.5, 0.5], "probability": [0.5, 0.6]}, "not in ascending order"),
        ({"certainty": [0.1, 0.5], "probability": [0.7, 0.6]}, "probabilities decrease"),
        ({"certainty": [0.5], "probability": [1.5]}, "between 0 and 1"),
    ],
)
def test_a_calibration_from_a_file_that_is_no_rising_function_is_refused(content, message):
    with pytest.raises(NonprojError, match=message):
        as_declared(content, Calibration, "header")
