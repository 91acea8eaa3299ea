"""Scores of several seeds that were not trained in one run."""

from statistics import mean, stdev

import numpy as np
import pytest

from nonproj.results.settings import Parsed
from nonproj.results.texts import Text, Texts
from nonproj.results.values import Key, Subject, Values, items_of
from studies.values.seeds import of_seed, over_seeds, pooled

MH3, MST = "mh3-greedy", "mst-neural"
KEY = Key("gothic", "dev", MH3)


def text(setting="", total=2000, **correct):
    """A text whose parsers have so many heads right, and all labels."""
    parses = {}
    for name, n in correct.items():
        none = np.zeros(total, bool)
        words = {"sentence": none, "fold": none, "head": np.arange(total) < n, "label": ~none}
        parses[Subject(name.replace("_", "-"))] = Parsed(words | {"punctuation": none})
    return Text("gothic", "dev", [items_of(setting)], parses)


def further(**correct):
    """Scores of MH3 by seed."""
    return Values(
        value
        for seed, n in correct.items()
        for value in of_seed(Texts([text(mh3_greedy=n)]), int(seed.removeprefix("seed")))
    )


def test_mean_and_deviation_are_over_the_seeds_of_a_parser():
    ours = Texts([text(mh3_greedy=1500, mst_neural=1500)])
    found = Values(over_seeds(ours, further(seed2=1520, seed3=1490)))
    assert {value.key.system for value in found} == {MH3}
    shares = [1500 / 2000, 1520 / 2000, 1490 / 2000]
    together = KEY.under("seeds=3")
    whole = found.find(together._replace(metric="uas"))
    deviation = found.find(together._replace(metric="uas-sd"))
    assert whole.numerator / whole.denominator == pytest.approx(mean(shares))
    assert deviation.numerator / deviation.denominator == pytest.approx(stdev(shares), abs=1e-6)


def test_only_attachment_scores_of_whole_texts_are_kept_for_a_seed():
    texts = Texts([text(mh3_greedy=1), text("train=90%", mh3_greedy=2)])
    found = [(str(value.key), value.numerator) for value in of_seed(texts, 4)]
    key = "gothic,dev,mh3-greedy,seed=4"
    assert found == [(f"{key},las", 1), (f"{key},uas", 1)]


def test_means_of_seeds_trained_together_are_not_replaced():
    texts = Texts([text(mh3_greedy=1500), text("seeds=2", 4000, mh3_greedy=2950)])
    found = over_seeds(texts, further(seed2=1520))
    metrics = {f"{metric}-{kind}" for metric in ("las", "uas") for kind in ("sd", "se")}
    assert {value.key.metric for value in found} == metrics


def test_values_with_one_key_are_pooled_and_others_stay():
    las = [KEY.value("conll18-las", n, 2000) for n in (1500, 1540, 1540)]
    uas = KEY.value("conll18-uas", 1800, 2000)
    whole, deviation, alone = pooled([las[0], uas, *las[1:]])
    assert (whole.numerator, whole.denominator) == (4580, 6000)
    assert str(whole.key).endswith("seeds=3,conll18-las")
    assert deviation.key.metric == "conll18-las-sd"
    spread = stdev([0.75, 0.77, 0.77])
    assert deviation.numerator / deviation.denominator == pytest.approx(spread, abs=1e-6)
    assert alone == uas
