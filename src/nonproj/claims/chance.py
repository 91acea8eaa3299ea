"""Sampling errors, and tests for pairs of systems on one or several treebanks."""

import math
from collections.abc import Sequence

from nonproj.claims.quantities import AbsentError
from nonproj.data.folds import N_SETS
from nonproj.experiments.study.names import TREES
from nonproj.results.significance.comparison import Comparison
from nonproj.results.significance.paired_tests import difference_p, mcnemar
from nonproj.results.values import EVERY_SPLIT, Value

# Counts that depend on parsers' output: of arcs, and of parsers that beat their base or lose to it.
PREDICTED = ("n-nonproj-arcs", "n-better", "n-worse")


def is_of_trees(value: Value) -> bool:
    """Check whether a value describes treebanks, or what transformations or oracles do to them."""
    key = value.key
    return key.system in TREES or key.split in ("train", EVERY_SPLIT) or "oracle" in key.setting


def sampling_variance(value: Value) -> float:
    """Return the variance of the printed number, as if words were drawn independently.

    The variance is 0 for decisions, times and properties of trees. Shares are treated as binomial,
    with one success and one failure added, and one is added to counts, so that even 0 and 100 %
    have a variance. The variance of an error reduction comes from the errors of both parsers.
    Standard deviations over folds vary like those of samples from a normal distribution."""
    right, words, metric = value.numerator, value.denominator, value.key.metric
    if is_of_trees(value):
        return 0.0
    if metric in PREDICTED:
        return float(right + 1)
    if metric.endswith("-sd"):
        return (right / words) ** 2 / (2 * (N_SETS - 1))
    if value.unit != "percent":
        return 0.0
    if metric == "error-reduction":
        return 100**2 * (2 * words - right) / words**2
    share = (right + 1) / (words + 2)
    return 100**2 * share * (1 - share) / words


def pooled_p(tests: Sequence[Comparison], kind: str) -> float:
    """Return the p-value of the only test, or of McNemar's test on all texts pooled.

    The tests may have the two systems in either order. If the systems are scored on different
    words, as for Pre and Post, the mean difference is tested."""
    if len(tests) == 1:
        return tests[0].p(kind)
    if kind != "mcnemar":
        raise AbsentError(f"no {kind} test over several treebanks")
    if any(test.only_a is None for test in tests):
        return difference_p(*mean_difference(tests, kind))
    first = tests[0].a
    turned = [(t.only_a, t.only_b) if t.a == first else (t.only_b, t.only_a) for t in tests]
    return mcnemar(*map(sum, zip(*turned, strict=True))).p


def mean_difference(tests: Sequence[Comparison], kind: str) -> tuple[float, float]:
    """Return the mean of first system minus second, weighted by words, and its standard error."""
    words, first = sum(test.total for test in tests), tests[0].a
    difference = variance = 0.0
    for test in tests:
        error, share = test.standard_error(kind), test.total / words
        if error is None:
            raise AbsentError("no standard error of the difference")
        difference += share * (test.difference if test.a == first else -test.difference)
        variance += (share * error) ** 2
    return difference, math.sqrt(variance)
