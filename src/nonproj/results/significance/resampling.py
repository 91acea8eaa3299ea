"""Resampling tests: a paired bootstrap over sentences and a permutation test over words.

Each test has its own random stream and runs in one thread, so the same seed gives the same p.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numba import njit

from nonproj.errors import NonprojError

LEVEL = 0.95
KEPT_DRAWS = 2**26  # draws of a bootstrap that are kept for the next test on as many sentences
ORDERS = 9999  # number of sampled orders; all orders are used for up to seven numbers


@dataclass(frozen=True)
class Interval:
    low: float
    high: float
    level: float = LEVEL

    def as_dict(self) -> dict[str, float]:
        return vars(self).copy()


@dataclass(frozen=True)
class Bootstrap:
    """The bootstrap's two-sided p-value and interval for the difference between two ratios."""

    p: float
    interval: Interval
    replicates: int
    seed: int


def paired_bootstrap(
    sentences: np.ndarray, replicates: int = 10_000, seed: int = 1
) -> list[Bootstrap]:
    """Draw sentences with replacement to see how much the differences between ratios vary.

    sentences: int64[n, m, 4]. For each of n sentences and m measurements, it holds the numerator
    and the denominator for system a, followed by those for system b. A ratio is a quotient of sums
    over sentences, so it can be a share of words or sentences, a precision, or an accuracy in Pre
    or Post. All measurements use the same draws. p = (1 + #{|d* - d| >= |d|}) / (1 + B), where d is
    the observed difference and d* is the difference in a replicate. Under the null hypothesis,
    differences are distributed like d* - d (Efron & Tibshirani 1993, 16.4). Replicates in which a
    system has no observations are left out. This takes O(n m B) time and O(m B) space, and up to
    KEPT_DRAWS bytes for the draws, which the next tests on as many sentences use again."""
    if replicates < 1 or len(sentences) == 0:
        raise NonprojError(
            f"{replicates} replicates of {len(sentences)} sentences: nothing to draw"
        )
    sentences = np.ascontiguousarray(sentences, dtype=np.int64)
    columns = sentences.reshape(len(sentences), -1)
    sums = _resampled(columns, replicates, seed)
    observed = _differences(sentences.sum(axis=0))
    drawn = _differences(sums.reshape(replicates, -1, 4))
    return [_bootstrap(observed[i], drawn[:, i], seed) for i in range(len(observed))]


def permutation_test(pairs: np.ndarray, permutations: int = 10_000, seed: int = 1) -> float:
    """Return the two-sided p-value of a difference in precision, found by random swaps of results.

    For each word, the results of systems a and b are swapped at random. A result is 0 if the
    predicted arc is not in the class, 1 if it is in the class and wrong, 2 if it is in the class
    and right. pairs: int64[3, 3] counts words by the result of a (row) and the result of b
    (column). Only the number of swaps of each kind matters, so three binomial draws are enough for
    a permutation.
    p = (1 + #{|d*| >= |d|}) / (1 + B), where d is the observed difference."""
    rng = _stream(seed, "permutation")
    kinds = (0, 1), (0, 2), (1, 2)
    drawn = [rng.binomial(pairs[i, j] + pairs[j, i], 0.5, size=permutations) for i, j in kinds]
    observed = _precision_difference(pairs, *(pairs[i, j] for i, j in kinds))
    return _share_at_least(_precision_difference(pairs, *drawn), float(observed))


def _stream(seed: int, name: str) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=tuple(name.encode())))


def _bootstrap(observed: float, drawn: np.ndarray, seed: int) -> Bootstrap:
    drawn = drawn[~np.isnan(drawn)]
    if np.isnan(observed) or len(drawn) == 0:
        raise NonprojError("paired bootstrap: a system has no observation to compare")
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail]).tolist()
    p = _share_at_least(drawn - observed, observed)
    return Bootstrap(p, Interval(low, high), len(drawn), seed)


def _differences(sums: np.ndarray) -> np.ndarray:
    """Return a's ratio minus b's ratio; nan if either system has no observations.

    The last axis holds a's numerator and denominator, followed by b's."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return sums[..., 0] / sums[..., 1] - sums[..., 2] / sums[..., 3]


def _precision_difference(
    pairs: np.ndarray, n01: np.ndarray, n02: np.ndarray, n12: np.ndarray
) -> np.ndarray:
    """Return a's precision minus b's; it is 0 for a system without arcs in the class.

    The results of a and b differ on as many words as in `pairs`; n01, n02 and n12 of these words
    have the smaller result for a."""
    both = pairs + pairs.T
    n10, n20, n21 = both[0, 1] - n01, both[0, 2] - n02, both[1, 2] - n12
    a = n10 + pairs[1, 1] + n12, n20 + n21 + pairs[2, 2]
    b = n01 + pairs[1, 1] + n21, n02 + n12 + pairs[2, 2]
    with np.errstate(invalid="ignore"):
        precision = [np.nan_to_num(right / (wrong + right)) for wrong, right in (a, b)]
    return precision[0] - precision[1]


def _share_at_least(drawn: np.ndarray, observed: float) -> float:
    """Return p: the share of draws that are at least as far from 0 as the observed difference.

    The observed difference counts as one of the draws."""
    extreme = np.sum(np.abs(drawn) >= abs(observed) - 1e-12)
    return float((1 + extreme) / (1 + len(drawn)))


def _resampled(columns: np.ndarray, replicates: int, seed: int) -> np.ndarray:
    """Return the column sums of each replicate, which is n rows drawn with replacement."""
    n, most = len(columns), max(1, KEPT_DRAWS // len(columns))
    if replicates <= most:
        return _sums(columns, _kept_draws(n, replicates, seed))
    rng = _stream(seed, "paired bootstrap")
    sizes = [min(most, replicates - done) for done in range(0, replicates, most)]
    return np.concatenate([_sums(columns, _draws(n, size, rng)) for size in sizes])


@lru_cache(maxsize=4)
def _kept_draws(n: int, replicates: int, seed: int) -> np.ndarray:
    return _draws(n, replicates, _stream(seed, "paired bootstrap"))


@njit(cache=True)
def _draws(n, replicates, rng):
    """Draw n rows with replacement for each replicate; return how often each row was drawn.

    A row is drawn once on average; that it is drawn 256 times has a probability below 1e-500."""
    times = np.zeros((replicates, n), np.uint8)
    for replicate in range(replicates):
        for row in rng.integers(0, n, n):
            times[replicate, row] += 1
    return times


@njit(cache=True, fastmath=True)  # sums of whole numbers below 2**53 are exact in any order
def _sums(columns, times):
    """Return the column sums of each replicate, given how often each row was drawn."""
    by_column = np.ascontiguousarray(columns.T).astype(np.float64)
    sums = np.zeros((len(times), len(by_column)))
    for replicate in range(len(times)):
        for column in range(len(by_column)):
            total = 0.0
            for row in range(by_column.shape[1]):
                total += times[replicate, row] * by_column[column, row]
            sums[replicate, column] = total
    return sums


def rank_correlation(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """Return Spearman's coefficient with its p-value, from all orders or from a fixed sample."""
    from scipy.stats import permutation_test, rankdata  # takes a second to import

    ranks = rankdata(y)
    test = permutation_test(
        (rankdata(x),),
        lambda x: np.corrcoef(x, ranks)[0, 1],
        permutation_type="pairings",
        n_resamples=ORDERS,
        rng=1,
    )
    return test.statistic, test.pvalue
