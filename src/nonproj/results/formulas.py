"""Formulas for metrics: ratios of counts, what is computed from two of them, and how they vary."""

from collections.abc import Iterable
from math import sqrt
from statistics import stdev
from typing import NamedTuple

from nonproj.data.folds import N_SETS

MILLION = 10**6  # denominator of means, spreads and p-values, which are not ratios of counts


class Counts(NamedTuple):
    """A ratio of two whole numbers; a denominator of 0 means that there was nothing to count."""

    numerator: int
    denominator: int = 1


def deviation(scores: Iterable[float], error: bool = False) -> Counts:
    """Return the standard deviation of scores, or the standard error of their mean."""
    scores = [*map(float, scores)]
    return Counts(round(stdev(scores) / (sqrt(len(scores)) if error else 1) * MILLION), MILLION)


def normalised(part: Counts, whole: Counts) -> Counts:
    """Divide the error rate in a part by the overall error rate; 0/0 if there are no errors."""
    return Counts(part.numerator * whole.denominator, part.denominator * whole.numerator)


def error_reduction(own: Counts, baseline: Counts, of_remaining: bool = False) -> Counts:
    """Return (p' - p) / (1 - p), or, as in table 8.2 of Nilsson (2009), (p' - p) / (1 - p').

    p' is the parser's share of right words, and p is the baseline's share. The two shares may refer
    to different numbers of words, as in Pre and Post. If the numbers of words are equal, the result
    counts errors, so that the results for several texts can be added up."""
    (right, words), (baseline_right, baseline_words) = own, baseline
    if words == baseline_words:
        return Counts(right - baseline_right, words - (right if of_remaining else baseline_right))
    gain = right * baseline_words - baseline_right * words
    if of_remaining:
        return Counts(gain, (words - right) * baseline_words)
    return Counts(gain, (baseline_words - baseline_right) * words)


def difference(own: Counts, baseline: Counts) -> Counts:
    """Return the parser's share of right words minus the baseline's."""
    (right, words), (baseline_right, baseline_words) = own, baseline
    if words == baseline_words:
        return Counts(right - baseline_right, words)
    gain = right * baseline_words - baseline_right * words
    return Counts(gain, words * baseline_words)


def fewer_errors(own: Counts, baseline: Counts) -> Counts:
    """Return the error reduction, given the error rates of the parser and of the baseline."""
    return error_reduction(*(Counts(words - wrong, words) for wrong, words in (own, baseline)))


def saved(own: Counts, baseline: Counts) -> Counts:
    """Return the share of the baseline's decisions that a bound on the degree saves.

    Table 3 of Nivre (2007) reports seconds, not decisions."""
    return Counts(baseline.numerator - own.numerator, baseline.numerator)


# How the numbers that are printed vary if words are drawn independently


def binomial(right: int, words: int) -> float:
    """Return the variance of a percentage.

    One success and one failure are added, so that even 0 and 100 % have a variance."""
    share = (right + 1) / (words + 2)
    return 100**2 * share * (1 - share) / words


def poisson(count: int, _: int) -> float:
    """Return the variance of a count, to which one is added, so that even 0 has a variance."""
    return float(count + 1)


def of_both_errors(fewer: int, errors: int) -> float:
    """Return the variance of an error reduction, to which the errors of both parsers add."""
    return 100**2 * (2 * errors - fewer) / errors**2


def of_deviation(deviation: int, million: int) -> float:
    """Return the variance of a deviation over folds, as of samples from a normal distribution."""
    return (deviation / million) ** 2 / (2 * (N_SETS - 1))
