"""Scores of several seeds that were not trained in one run."""

from statistics import mean, stdev

import pytest

from nonproj.evaluation.seeds import of_seed, over_seeds
from nonproj.evaluation.values import Key, Values

MH3 = Key("gothic", "dev", "mh3")
MST = MH3._replace(system="mst-neural")


def scores(correct, *keys, total=2000):
    return Values(key.value("uas", "percent", correct, total) for key in keys)


def further(**correct):
    """Scores of MH3 by seed."""
    return Values(
        value
        for seed, n in correct.items()
        for value in of_seed(scores(n, MH3), int(seed.removeprefix("seed")))
    )


def test_mean_and_deviation_of_the_seeds_that_a_parser_has():
    ours = scores(1500, MH3, MST)
    found = Values(over_seeds(ours, further(seed2=1520, seed3=1490)))
    assert {value.key.system for value in found} == {"mh3"}
    shares = [1500 / 2000, 1520 / 2000, 1490 / 2000]
    together = MH3.under("seeds=3")
    whole = found.find(together._replace(metric="uas"))
    deviation = found.find(together._replace(metric="uas-sd"))
    assert whole.numerator / whole.denominator == pytest.approx(mean(shares))
    assert deviation.numerator / deviation.denominator == pytest.approx(stdev(shares), abs=1e-6)


def test_only_attachment_in_whole_texts_is_kept():
    values = [
        MH3.value("las", "percent", 1, 2),
        MH3.under("punctuation=exclude").value("las", "percent", 1, 2),
        MH3.value("n-decisions", "count", 7),
    ]
    assert [str(value.key) for value in of_seed(values, 4)] == ["gothic,dev,mh3,seed=4,las"]


def test_scores_of_seeds_that_were_trained_together_are_left():
    of_two = scores(2950, MH3.under("seeds=2"), total=4000)
    found = over_seeds(Values([*scores(1500, MH3), *of_two]), further(seed2=1520))
    assert {value.key.metric for value in found} == {"uas-sd", "uas-se"}
