"""How long it takes to train a parser and how much memory it needs, before it is trained."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonproj.data.declared import Declared, Name
from nonproj.data.yaml_files import read_declared
from nonproj.parsers.neural.settings import JOINT, MANY
from nonproj.parsers.variants import parts_of
from nonproj.parsers.voting.committees import committee_named

USUAL_LENGTH = 15  # words per sentence, of which training_costs.yaml speaks
SMALL = MANY / JOINT.epochs  # epochs over a small treebank, at most, to those over a large one


class Size(NamedTuple):
    """The size of a training set."""

    words: float
    sentences: float

    def part(self, share: float) -> "Size":
        return Size(self.words * share, self.sentences * share)


class Cost(NamedTuple):
    """Processor time of a job, and its memory."""

    seconds: float
    megabytes: float


class Starting(Declared):
    seconds: float
    megabytes: float


class Rate(Declared):
    variant: Name
    seconds: float
    grows: float
    megabytes: float
    at_least: float = 0
    small: float = 0


class Costs(Declared):
    starting: Starting
    parsing: float
    measuring: float
    training: tuple[Rate, ...]


@cache
def costs() -> Costs:
    return read_declared(Path(__file__).with_name("training_costs.yaml"), Costs)


def cost_of_training(variant: str, size: Size, networks: str = "paper") -> Cost:
    """What a process takes that trains a parser on treebanks of this size; `networks` of neural
    parsers are of the papers' size, or small."""
    parts = parts_of(variant)
    if parts.learner and (committee := committee_named(parts.learner)):
        names = (parts._replace(learner=member).name for member in committee.members)
        each = [cost_of_training(name, size) for name in names]
        return Cost(sum(cost.seconds for cost in each), max(cost.megabytes for cost in each))
    starting, rates = costs().starting, costs().training
    rate = next(rate for rate in rates if re.fullmatch(rate.variant, variant))
    thousands = size.words / 1000
    length = size.words / max(1, size.sentences) / USUAL_LENGTH
    read = max(thousands, min(rate.at_least, SMALL * thousands))
    seconds = rate.seconds * read * length**rate.grows
    if networks == "small" and rate.small:
        seconds = rate.small * thousands
    return Cost(starting.seconds + seconds, starting.megabytes + rate.megabytes * thousands)
