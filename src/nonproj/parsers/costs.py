"""Estimates of the time and memory that training takes, based on a parser's system and learner.

Costs were fitted to the benchmark files in the committed reports, for one core at 2.5 GHz."""

import math
from dataclasses import replace
from functools import cache

from nonproj.costs import Cost
from nonproj.learners.registry import DEFAULT_LEARNER, LEARNER_ROWS
from nonproj.parsers.families import variant_named
from nonproj.parsers.neural.family import NEURAL
from nonproj.parsers.neural.settings import settings_of
from nonproj.parsers.variants import Variant
from nonproj.parsers.voting.committees import committee_named

STARTING = Cost(2.5, 350)  # for starting a job
PARSING = 1.5  # seconds to parse one text with one parser
MEASURING = 15  # seconds to measure one treebank
ENCODED = Cost(0.6, 9.2)  # more classes take more time and memory
ENCODED_BEAM = Cost(6, 25)  # the same, for parsers with a beam
SMALL_NETWORKS = Cost(6, 30)  # for small networks


@cache
def cost_of_training(variant: str, words: float, networks: str = "paper") -> Cost:
    """Estimate the cost of training on `words` words; `networks` is the size of neural networks."""
    parser, passes = variant_named(variant), 1.0
    rate = _rate(parser)
    if parser.family == NEURAL:  # more epochs for small treebanks
        settings = settings_of(parser.system.scorer, networks)
        passes = settings.for_words(math.ceil(words)).epochs / settings.epochs
        rate = SMALL_NETWORKS if networks == "small" else rate
    seconds = STARTING.seconds + rate.seconds * words / 1000 * passes
    return Cost(seconds, STARTING.megabytes + rate.megabytes * words / 1000)


def _rate(variant: Variant) -> Cost:
    """Return the cost per 1,000 training words: the learner's or, if it has none, the system's."""
    if committee := committee_named(variant.learner):
        members = [_rate(replace(variant, learner=name)) for name in committee.members]
        return Cost(sum(each.seconds for each in members), max(each.megabytes for each in members))
    learner = LEARNER_ROWS.get(variant.learner)
    if learner and learner.cost:
        return learner.cost
    if variant.learner == DEFAULT_LEARNER and variant.marks_labels:
        return ENCODED_BEAM if variant.system.beam else ENCODED
    return variant.system.cost
