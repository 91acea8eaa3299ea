"""What jobs of a suite are expected to take."""

import math

from nonproj.costs import Cost
from nonproj.data.folds import N_SETS
from nonproj.experiments.treebanks.sources import Size
from nonproj.parsers.costs import cost_of_training


def cost_of_job(variant: str, size: Size, training: str, networks: str = "paper") -> Cost:
    """What it takes to train a parser on (a part of) a training set."""
    return cost_of_training(variant, size.words * share_of(training), networks)


def with_headroom(expected: float, least: int) -> int:
    """What to ask a scheduler for: twice what is expected, and never less than `least`."""
    return max(least, math.ceil(2 * expected))


def share_of(training: str) -> float:
    """The part of the training set that a training learns from."""
    sets = training.removeprefix("sets")
    if sets.isdecimal():
        return int(sets) / N_SETS
    return (N_SETS - 1) / N_SETS if training.startswith("cv") else 1.0
