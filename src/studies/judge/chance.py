"""Sampling errors, and tests for pairs of systems on one or several treebanks."""

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from nonproj.public.scores import METRICS
from nonproj.public.significance import Comparison, difference_p, mcnemar
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
