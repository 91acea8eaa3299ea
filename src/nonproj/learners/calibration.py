"""Calibration, which maps a parser's certainty to probabilities by isotonic regression.

Held-out words are put into bins by certainty, and the shares of correct heads are made monotone by
pooling adjacent violators (Ayer et al. 1955). Between bins, probabilities are interpolated, so that
the ranking of words is preserved (Zadrozny & Elkan 2002)."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from nonproj.data.declared import Declared
from nonproj.errors import NonprojError

SMALLEST_BIN, MOST_BINS = 25, 30  # minimum number of words in a bin, maximum number of bins


class Calibration(Declared):
    """A piecewise linear function from a parser's certainty (0..1) to the probability of an arc."""

    certainty: tuple[float, ...]  # ascending
    probability: tuple[float, ...]  # of an arc with this certainty

    def __post_init__(self) -> None:
        if not self.certainty or len(self.certainty) != len(self.probability):
            raise ValueError("expected as many probabilities as certainties, and at least one")
        if any(a >= b for a, b in pairwise(self.certainty)):
            raise ValueError("certainties are not in ascending order")
        falls = any(a > b for a, b in pairwise(self.probability))
        if falls or not 0 <= self.probability[0] <= self.probability[-1] <= 1:
            raise ValueError("probabilities decrease or are not between 0 and 1")

    @classmethod
    def fit(cls, certainty: np.ndarray, right: np.ndarray) -> "Calibration":
        """Fit a calibration to the certainty of held-out words and the correctness of their heads.

        Beyond the outermost bins, probabilities go on changing until they are halfway to 0 or to 1,
        so that words there are ranked by certainty, too. Takes O(n log n)."""
        if not len(certainty):
            raise NonprojError("there are no held-out words to fit probabilities on")
        certainty = np.nan_to_num(certainty)
        order = np.argsort(certainty, kind="stable")
        values, right = certainty[order], right[order]
        blocks: list[tuple[int, int, float]] = []
        for begin, end in _bins(values):
            block = begin, end, _share(right[begin:end])
            while blocks and blocks[-1][2] >= block[2]:
                begin = blocks.pop()[0]
                block = begin, end, _share(right[begin:end])
            blocks.append(block)
        places = [float(values[(begin + end) // 2]) for begin, end, _ in blocks]
        shares = [share for *_, share in blocks]
        if places[0] > 0:
            places, shares = [0.0, *places], [shares[0] / 2, *shares]
        if places[-1] < 1:
            places, shares = [*places, 1.0], [*shares, (1 + shares[-1]) / 2]
        return cls(tuple(places), tuple(shares))

    def __call__(self, certainty: np.ndarray) -> np.ndarray:
        """Return probabilities as float64; a certainty of NaN counts as 0."""
        return np.interp(np.nan_to_num(certainty), self.certainty, self.probability)


def _bins(values: np.ndarray) -> Iterator[tuple[int, int]]:
    """Divide sorted values into bins and yield their bounds; equal values share a bin."""
    least, begin = max(SMALLEST_BIN, len(values) // MOST_BINS), 0
    for end in (np.flatnonzero(np.diff(values)) + 1).tolist():
        if end - begin >= least and len(values) - end >= least:
            yield begin, end
            begin = end
    yield begin, len(values)


def _share(right: np.ndarray) -> float:
    """Return the share of correct heads, smoothed to avoid 0 and 1."""
    return (float(right.sum()) + 0.5) / (len(right) + 1)
