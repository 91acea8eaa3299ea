"""Calibration errors, shares of errors found, and what is to be looked at first."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonproj.results.confidence import (
    calibration_error,
    doubtful_arcs,
    doubtful_sentences,
    errors_found,
)
from samples.treebanks import written


@pytest.mark.parametrize(
    ("probabilities", "right", "error"),
    [
        # Four words at 0.95, of which three are right: 0.2 too sure; one at 0.5 that is right.
        ([0.95, 0.95, 0.95, 0.95, 0.5], [1, 1, 1, 0, 1], (4 * 0.2 + 0.5) / 5),
        ([1.0, 0.9], [1, 0], 0.45),  # the last bin has probability one
        ([0.5, 0.5], [1, 0], 0.0),  # opposite errors in a bin make up for each other
        ([], [], 0.0),
    ],
)
def test_calibration_error_equals_examples_by_hand(probabilities, right, error):
    found = calibration_error(np.array(probabilities), np.array(right, bool))
    assert found == pytest.approx(error)


pairs = st.lists(st.tuples(st.integers(0, 100), st.booleans()), min_size=1, max_size=60)


@given(pairs)
def test_calibration_error_equals_its_definition(pairs):
    total = 0.0
    for k in range(10):
        inside = [(p / 100, r) for p, r in pairs if min(p // 10, 9) == k]
        if inside:
            confidence = sum(p for p, _ in inside) / len(inside)
            accuracy = sum(r for _, r in inside) / len(inside)
            total += len(inside) / len(pairs) * abs(confidence - accuracy)
    hundredths, right = (np.array(column) for column in zip(*pairs, strict=True))
    # What lies between two bins is put into either by rounding: bins of whole hundredths.
    found = calibration_error(np.minimum(hundredths / 100 + 1e-9, 1.0), right)
    assert found == pytest.approx(total, abs=1e-6)


@given(pairs, st.sampled_from([0.1, 0.25, 0.5, 1.0]))
def test_errors_found_equal_those_of_sorted_words(pairs, share):
    first = sorted(range(len(pairs)), key=lambda i: (pairs[i][0], i))[: int(share * len(pairs))]
    probabilities = np.array([p / 100 for p, _ in pairs])
    found = errors_found(probabilities, np.array([r for _, r in pairs]), share)
    assert found.correct == sum(not pairs[i][1] for i in first)
    assert found.total == sum(not r for _, r in pairs)


def test_doubtful_arcs_and_sentences_begin_with_the_least_probable():
    first, third = [("a", 2, "det"), ("b", 0, "root")], [("d", 0, "root"), ("e", 1, "obj")]
    parse = written([first, [("c", 0, "root")], third])
    probabilities = np.array([1.0, 0.6, 0.9, 1.0, 0.3, 1.0, 0.9, 0.6])
    arcs = [
        (a.sentence, a.word, a.form, a.head, a.head_form)
        for a in doubtful_arcs(parse, probabilities)
    ]
    assert arcs == [
        (2, 1, "c", 0, ""),
        (1, 1, "a", 2, "b"),
        (3, 2, "e", 1, "d"),
        (1, 2, "b", 0, ""),
        (3, 1, "d", 0, ""),
    ]
    sentences = doubtful_sentences(parse, probabilities)
    assert [(s.sentence, s.words) for s in sentences] == [(2, 1), (1, 2), (3, 2)]
    assert [s.expected_errors for s in sentences] == pytest.approx([0.7, 0.5, 0.5])
