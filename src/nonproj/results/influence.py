"""How much each sentence adds to a score, from which any difference of scores can be tested.

To the first order, a score is the sum of what its sentences add to it (delta method). What they add
to a difference, a ratio or the highest of several scores of one text follows by the chain rule, and
because all parsers are scored on the same sentences, the test of such a number is paired. For the
difference of two scores, it is the t-test over sentences, weighted by words."""

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from nonproj.results.formulas import Counts
from nonproj.results.metrics import METRICS, marks, operands_of
from nonproj.results.settings import Question, UnansweredError

RELATIVE_STEP = 1e-4  # relative change of a count, for slopes


def influence(metric: str, question: Question) -> np.ndarray:
    """Return what each sentence of a text adds to a metric's value, as a number that sums to 0.

    Sentences without scored words add 0. Raise UnansweredError if the value is not a ratio of words
    or sentences, or computed from such ratios."""
    if "over" in question.items or metric not in METRICS or METRICS[metric].count:
        raise UnansweredError(metric)
    parts, combine = [(metric, question)], Counts
    if METRICS[metric].formula:
        parts, compute = operands_of(metric, question)

        def combine(*totals: float) -> Counts:
            return compute(Counts(*totals[:2]), Counts(*totals[2:]))

    columns = [column for part in parts for column in _per_sentence(*part)]
    slopes = _slopes(combine, [float(column.sum()) for column in columns])
    added = sum(slope * column for slope, column in zip(slopes, columns, strict=True))
    return added - added.mean()


def standard_error(parts: Iterable[np.ndarray]) -> float:
    """Return the standard error of a number, given what the sentences of each text add to it."""
    return math.sqrt(sum(len(x) / (len(x) - 1) * float(x @ x) for x in parts if len(x) > 1))


def _per_sentence(metric: str, question: Question) -> list[np.ndarray]:
    """Return the numerator and the denominator of a ratio for each sentence of the text."""
    number = question.parsed.words["sentence"]
    scored = question.column("sentence")
    if METRICS[metric].of_sentences:
        scored = np.unique(scored)
    n = int(number[-1]) + 1
    numerator, denominator = (
        None if mask is None else np.bincount(scored, mask, n) for mask in marks(metric, question)
    )
    return [numerator, np.full(n, 1 / n) if denominator is None else denominator]


def _slopes(combine: Callable[..., Counts], totals: Sequence[float]) -> list[float]:
    """Return the derivatives of a ratio by each of the totals from which it is computed."""

    def value(i: int, change: float) -> float:
        numerator, denominator = combine(*(t + change * (i == j) for j, t in enumerate(totals)))
        return numerator / denominator

    steps = [RELATIVE_STEP * max(total, 1.0) for total in totals]
    return [(value(i, step) - value(i, -step)) / (2 * step) for i, step in enumerate(steps)]
