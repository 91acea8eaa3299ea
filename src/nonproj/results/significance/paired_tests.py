"""Tests of paired observations: McNemar, paired t, Holm's adjustment, an interval of a difference.

The studies use McNemar over words or sentences (Nilsson 2009, 3.2; Kuhlmann & Nivre 2010; Nivre
2007) and the paired t-test (Björkelund & Kuhn 2012). McNemar assumes independent words, and words
of a sentence are not; the bootstrap over sentences checks that.

SciPy and statsmodels take a second to import, so they are imported where they are used."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from nonproj.errors import NonprojError
from nonproj.results.significance.resampling import LEVEL, Interval

EXACT_UP_TO = 25  # discordant pairs; Nilsson (2009), 3.2


@dataclass(frozen=True)
class McNemar:
    """Observations that only a has right, and that only b has right."""

    only_a: int
    only_b: int
    p: float

    @property
    def exact(self) -> bool:
        return self.only_a + self.only_b <= EXACT_UP_TO

    @property
    def z(self) -> float | None:
        """The statistic of Nilsson (2009), 3.2; None if the test is exact."""
        b, c = self.only_a, self.only_b
        return None if self.exact else (abs(b - c) - 1) / math.sqrt(b + c)

    def as_dict(self) -> dict:
        return vars(self) | {"exact": self.exact, "z": self.z}


class PairedT(NamedTuple):
    """A paired t-test; positive t: a is better; None if all pairs differ by the same amount."""

    t: float | None
    p: float
    pairs: int


def mcnemar(only_a: int, only_b: int) -> McNemar:
    """Test by Nilsson (2009), 3.2: Z if b + c > 25, otherwise the exact binomial.

    Both are two-tailed; Z = (
    b - c
     - 1) / sqrt(b + c). p = 1 without discordant pairs."""
    from statsmodels.stats import contingency_tables

    exact = only_a + only_b <= EXACT_UP_TO
    table = [[0, only_a], [only_b, 0]]
    test = contingency_tables.mcnemar(table, exact=exact, correction=True)
    return McNemar(only_a, only_b, float(test.pvalue))


def paired_error(only_a: int, only_b: int, total: int) -> float:
    """Return the standard error of a difference of two shares of the same observations (Wald)."""
    return math.sqrt(only_a + only_b - (only_a - only_b) ** 2 / total) / total


def margin_p(difference: float, error: float, margin: float) -> float:
    """Return the p-value of a difference on the other side of +-margin, inside or outside.

    Inside, these are two one-sided tests (Schuirmann 1987)."""
    if error == 0:
        return 0.0
    return 1 - NormalDist().cdf(abs(margin - abs(difference)) / error)


def difference_p(difference: float, error: float) -> float:
    """Return the two-tailed p-value of a difference, given its standard error."""
    if error == 0:
        return 1.0 if difference == 0 else 0.0
    return 2 * (1 - NormalDist().cdf(abs(difference) / error))


def paired_t(a: np.ndarray, b: np.ndarray) -> PairedT:
    """Return the two-tailed test of paired numbers. O(n).

    Without variance p is 1 if all are equal, else 0. Differences of shares may have noise in the
    last digit and no other variance."""
    from scipy import stats

    if len(a) < 2:
        raise NonprojError(f"the paired t-test needs 2 pairs or more, got {len(a)}")
    difference = np.subtract(a, b, dtype=np.float64)
    if np.ptp(difference) <= 8 * np.finfo(float).eps * max(np.abs(a).max(), np.abs(b).max()):
        return PairedT(None, 1.0 if difference[0] == 0 else 0.0, len(a))
    test = stats.ttest_1samp(difference, 0.0)
    return PairedT(float(test.statistic), float(test.pvalue), len(a))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for a family of tests (Holm 1979), in the order given."""
    p_values = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p_values, kind="stable")
    tests_left = len(p_values) - np.arange(len(p_values))
    adjusted = np.empty(len(p_values))
    adjusted[order] = np.maximum.accumulate(np.minimum(tests_left * p_values[order], 1.0))
    return adjusted.tolist()


def newcombe(both: int, only_a: int, only_b: int, neither: int) -> Interval:
    """Return Newcombe's interval (1998, Statistics in Medicine 17:2635), method 10.

    Wilson limits of both shares, combined by their correlation phi, with its continuity correction.
    """
    n = both + only_a + only_b + neither
    right_a, right_b = both + only_a, both + only_b
    (low_a, high_a), (low_b, high_b) = _wilson(right_a, n), _wilson(right_b, n)
    a, b = right_a / n, right_b / n
    margins = float(right_a * (n - right_a) * right_b * (n - right_b))
    covariance = both * neither - only_a * only_b
    if covariance > 0:
        covariance = max(covariance - n / 2, 0)
    phi = covariance / math.sqrt(margins) if margins > 0 else 0.0
    return Interval(
        float(a - b - _joint(a - low_a, high_b - b, phi)),
        float(a - b + _joint(high_a - a, b - low_b, phi)),
    )


def _joint(x: float, y: float, phi: float) -> float:
    return math.sqrt(max(x * x - 2 * phi * x * y + y * y, 0.0))


def _wilson(right: int, n: int) -> tuple[float, float]:
    from scipy import stats

    interval = stats.binomtest(right, n).proportion_ci(LEVEL, method="wilson")
    return interval.low, interval.high
