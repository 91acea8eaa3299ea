"""Costs of training and parsing as values: of parsers, and of programs that ran as commands."""

from fractions import Fraction

import pytest

from nonproj.results.values import Key
from studies.store.costs import costs_of
from studies.store.speeds import Speed
from studies.values.peers import PeerResult

SWAP, MST = (Key("a", "test", name) for name in ("swap-lazy", "mst"))
SPEEDS = [Speed(SWAP, 1000, 0.5, 20.0, 100), Speed(MST, 1000, 2.0, None, 50)]
PEERS = [
    PeerResult("a", "test", "swap-lazy", 1000, 800, 850, 45.5, 4.0, 300.25, 1.5),
    PeerResult("a", "dev", "theirs", 300, 1, 2, 90.0, 0.25),
]
COSTS = {
    # of the whole commands, tagger included, not of the parser alone
    (SWAP, "training-s"): 45.5,
    (SWAP, "words-per-s"): 250,
    (SWAP, "training-mb"): 300.25,
    (SWAP, "model-mb"): 1.5,
    (MST, "training-s"): None,
    (MST, "training-mb"): 50,
    (MST, "words-per-s"): 500,
    (Key("a", "dev", "theirs"), "training-s"): 90,
    (Key("a", "dev", "theirs"), "words-per-s"): 1200,
    (Key("a", "dev", "theirs"), "model-mb"): None,
    (Key("a", "test", "theirs"), "training-s"): None,
}


@pytest.mark.parametrize(("key", "metric"), COSTS)
def test_costs_of_parsers_and_of_other_programs_become_values(key, metric):
    value = costs_of(SPEEDS, PEERS).find(key._replace(metric=metric))
    found = value and Fraction(value.numerator, value.denominator)
    assert found == COSTS[key, metric]
