"""How long the parsers of a suite take and how much memory they need, before anything runs."""

import math
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonproj.data.folds import N_SETS
from nonproj.data.yaml_files import Model, Name, read_declared

USUAL_LENGTH = 15  # words per sentence, of which costs.yaml speaks


class Size(NamedTuple):
    """The size of a training set."""

    words: int
    sentences: int


class Cost(NamedTuple):
    """Processor time of a job, and its memory."""

    seconds: float
    megabytes: float


class Starting(Model):
    seconds: float
    megabytes: float


class Rate(Model):
    variant: Name
    seconds: float
    grows: float
    megabytes: float


class Costs(Model):
    starting: Starting
    parsing: float
    training: tuple[Rate, ...]


@cache
def costs() -> Costs:
    return read_declared(Path(__file__).with_name("costs.yaml"), Costs)


def cost_of_training(variant: str, size: Size, training: str = "train") -> Cost:
    """What it takes to train a parser on (a part of) a training set."""
    starting, rates = costs().starting, costs().training
    rate = next(rate for rate in rates if re.fullmatch(rate.variant, variant))
    thousands = size.words / 1000 * share_of(training)
    length = size.words / max(1, size.sentences) / USUAL_LENGTH
    seconds = starting.seconds + rate.seconds * thousands * length**rate.grows
    return Cost(seconds, starting.megabytes + rate.megabytes * thousands)


def with_headroom(expected: float, least: int) -> int:
    """What to ask a scheduler for: twice what is expected, and never less than `least`."""
    return max(least, math.ceil(2 * expected))


def share_of(training: str) -> float:
    """The part of the training set that a training learns from."""
    sets = training.removeprefix("sets")
    if sets.isdecimal():
        return int(sets) / N_SETS
    return (N_SETS - 1) / N_SETS if training.startswith("cv") else 1.0
