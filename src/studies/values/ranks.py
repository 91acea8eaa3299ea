"""Mean ranks of systems over several treebanks (Friedman), and their critical difference."""

import math
from collections.abc import Sequence

import numpy as np
from scipy import stats

from nonproj.public.significance import SIGNIFICANT


def mean_ranks(scores: Sequence[Sequence[float]]) -> np.ndarray:
    """Return the mean rank of each system over the treebanks.

    `scores` has a row for each treebank and a column for each system. On each treebank, the best
    system has rank 1, and tied systems share the mean of their ranks."""
    return stats.rankdata(-np.asarray(scores), axis=1).mean(axis=0)


def critical_difference(systems: int, treebanks: int) -> float:
    """Return how far apart two mean ranks must be to differ significantly (p < 0.05).

    This is Nemenyi's test for all pairs of systems (Demšar 2006, section 3.2.2)."""
    q = stats.studentized_range.ppf(1 - SIGNIFICANT, systems, math.inf) / math.sqrt(2)
    return float(q * math.sqrt(systems * (systems + 1) / (6 * treebanks)))
