"""McNemar's test and the paired t-test, Holm's adjustment, and confidence intervals.

The studies use McNemar's test over words or sentences (Nilsson 2009, 3.2; Kuhlmann & Nivre 2010;
Nivre 2007) and the paired t-test (Björkelund & Kuhn 2012). McNemar's test assumes that words are
independent, but the words of a sentence are not; the bootstrap over sentences shows how much this
matters."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from nonproj.errors import NonprojError
from nonproj.results.significance.resampling import LEVEL, Interval

EXACT_UP_TO = 25  # discordant pairs; Nilsson (2009), 3.2
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


@dataclass(frozen=True)
class McNemar:
    """The result of McNemar's test: p, and how many observations only a or only b got right."""

    only_a: int
    only_b: int
    p: float

    @property
    def exact(self) -> bool:
        return self.only_a + self.only_b <= EXACT_UP_TO

    @property
    def z(self) -> float | None:
        """The test statistic Z of Nilsson (2009), 3.2; None if the test is exact."""
        b, c = self.only_a, self.only_b
        return None if self.exact else (abs(b - c) - 1) / math.sqrt(b + c)

    def as_dict(self) -> dict:
        return vars(self) | {"exact": self.exact, "z": self.z}


class PairedT(NamedTuple):
    """A paired t-test; t is positive if a is better, and None if all differences are equal."""

    t: float | None
    p: float
    pairs: int


def mcnemar(only_a: int, only_b: int) -> McNemar:
    """Run McNemar's test: the exact test up to 25 discordant pairs, and the test with Z for more.

    As in Nilsson (2009), 3.2, Z = (|b - c| - 1) / sqrt(b + c), where b = only_a and c = only_b.
    Both tests are two-tailed. Without discordant pairs, p = 1."""
    n = only_a + only_b
    if n > EXACT_UP_TO:
        p = math.erfc(abs(abs(only_a - only_b) - 1) / math.sqrt(2 * n))
    else:
        p = min(1.0, 2 * sum(math.comb(n, k) for k in range(min(only_a, only_b) + 1)) / 2**n)
    return McNemar(only_a, only_b, p)


def paired_error(only_a: int, only_b: int, total: int) -> float:
    """Return Wald's standard error of the difference between two shares of the same total."""
    return math.sqrt(only_a + only_b - (only_a - only_b) ** 2 / total) / total


def margin_p(difference: float, error: float, margin: float) -> float:
    """Test whether the true difference is on the same side of the margin as the observed one.

    Return the p-value. If the observed difference lies between -margin and margin, this amounts to
    two one-sided tests (Schuirmann 1987)."""
    if error == 0:
        return 0.0
    return 1 - NormalDist().cdf(abs(margin - abs(difference)) / error)


def difference_p(difference: float, error: float) -> float:
    """Return the two-tailed p-value of a difference, given the standard error of the difference."""
    if error == 0:
        return 1.0 if difference == 0 else 0.0
    return 2 * (1 - NormalDist().cdf(abs(difference) / error))


def paired_t(a: np.ndarray, b: np.ndarray) -> PairedT:
    """Run a two-tailed t-test on paired numbers. O(n).

    If the differences do not vary, p is 1 if they are all 0, and otherwise 0. Rounding errors in
    differences between shares do not count as variation."""
    if len(a) < 2:
        raise NonprojError(f"the paired t-test needs 2 pairs or more, got {len(a)}")
    difference = np.subtract(a, b, dtype=np.float64)
    if np.ptp(difference) <= 8 * np.finfo(float).eps * max(np.abs(a).max(), np.abs(b).max()):
        return PairedT(None, 1.0 if difference[0] == 0 else 0.0, len(a))
    t = float(difference.mean() / math.sqrt(difference.var(ddof=1) / len(a)))
    return PairedT(t, both_tails(t, len(a) - 1), len(a))


def both_tails(t: float, freedom: int) -> float:
    """Return the two-tailed p-value of a t statistic with `freedom` degrees of freedom.

    The p-value is the incomplete beta function I_x(a, b) with a = freedom / 2 and b = 1/2. Its
    continued fraction (Press et al. 1992, 6.4) converges in O(sqrt(freedom)) steps if x is below
    the mean of the beta distribution. Otherwise, the fraction for 1 - I_(1-x)(b, a) is used."""
    a, b, square = freedom / 2, 0.5, t * t / freedom
    x, y = 1 / (1 + square), square / (1 + square)
    beta = math.exp(math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b))
    common = x**a * y**b / beta
    if x < (a + 1) / (a + b + 2):
        return common / _fraction(x, a, b) / a
    return 1 - common / _fraction(y, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    fraction = 1.0
    for m in range(100 + math.isqrt(int(100 * (a + b))), 0, -1):
        k = a + 2 * m
        fraction = 1 + m * (b - m) * x / ((k - 1) * k) / fraction
        fraction = 1 - (a + m - 1) * (a + b + m - 1) * x / ((k - 2) * (k - 1)) / fraction
    return fraction


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for a family of tests (Holm 1979); return them in the order given."""
    p_values = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p_values, kind="stable")
    tests_left = len(p_values) - np.arange(len(p_values))
    adjusted = np.empty(len(p_values))
    adjusted[order] = np.maximum.accumulate(np.minimum(tests_left * p_values[order], 1.0))
    return adjusted.tolist()


def newcombe(both: int, only_a: int, only_b: int, neither: int) -> Interval:
    """Return Newcombe's interval for the difference between two shares of the same observations.

    This is method 10 in Newcombe (1998, Statistics in Medicine 17:2635): it combines the
    Wilson limits of both shares by means of their correlation phi, with a continuity correction."""
    n = both + only_a + only_b + neither
    right_a, right_b = both + only_a, both + only_b
    (low_a, high_a), (low_b, high_b) = wilson(right_a, n), wilson(right_b, n)
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


def wilson(right: int, n: int) -> tuple[float, float]:
    """Return the limits of Wilson's score interval for the share right / n."""
    share, spread = right / n, Z * Z / n
    half = Z * math.sqrt(share * (1 - share) / n + spread / (4 * n))
    low, high = ((share + spread / 2 + sign * half) / (1 + spread) for sign in (-1, 1))
    return low if right else 0.0, high if right < n else 1.0
