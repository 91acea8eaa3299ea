"""Sampling errors, and tests for pairs of systems on one or several treebanks."""

import math
from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

from nonproj.public.scores import METRICS
from nonproj.public.significance import Comparison, difference_p
from nonproj.public.values import EVERY_SPLIT, Value
from studies.judge.quantities import AbsentError
from studies.plan.study.names import TREES


class TestKind(IntEnum):
    """Kinds of tests, the best last: independent errors, over sentences, the paper's own test."""

    UNPAIRED = 0
    OVER_SENTENCES = 1
    OF_SYSTEMS = 2


class PValue(NamedTuple):
    """A p-value, and the kind of test from which it comes."""

    value: float
    kind: TestKind


def is_of_trees(value: Value) -> bool:
    """Check whether a value describes treebanks, or what transformations or oracles do to them."""
    key = value.key
    return key.system in TREES or key.split in ("train", EVERY_SPLIT) or "oracle" in key.setting


def sampling_variance(value: Value) -> float:
    """Return the variance of the printed number; 0 for decisions, times and properties of trees."""
    vary = METRICS[value.key.metric].variance
    return 0.0 if vary is None or is_of_trees(value) else vary(value.numerator, value.denominator)


Weights = Sequence[Fraction]  # of treebanks in a mean; they add up to 1


def joint_p(tests: Sequence[Comparison], kind: str, weights: Weights) -> float:
    """Return the p-value of the only test, or that of the mean difference over several treebanks.

    The tests may have the two systems in either order."""
    if len(tests) == 1:
        return tests[0].p(kind)
    return difference_p(*mean_difference(tests, kind, weights))


def mean_difference(
    tests: Sequence[Comparison], kind: str, weights: Weights
) -> tuple[float, float]:
    """Return the mean of first system minus second over treebanks, and its standard error."""
    first, differences, errors = tests[0].a, [], []
    for test, weight in zip(tests, map(float, weights), strict=True):
        error = test.standard_error(kind)
        if error is None:
            raise AbsentError("no standard error of the difference")
        differences.append(weight * (test.difference if test.a == first else -test.difference))
        errors.append(weight * error)
    return sum(differences), math.hypot(*errors)
