"""What is said of the approximation, against parses under other thresholds."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.data.synthesis import load_profile, synthesize
from nonproj.errors import NonprojError
from nonproj.evaluation.approximation import (
    CAUSES,
    approximation_figures,
    causes_of_misses,
    moved_words,
)
from nonproj.evaluation.breakdowns import by_projectivity
from nonproj.evaluation.outcomes import outcomes_of
from nonproj.parsers.graph_missed import weigh
from nonproj.parsers.graph_parsing import parse_graph
from nonproj.parsers.graph_training import GraphSettings, fit_graph
from nonproj.parsers.graph_variants import parse_graph_variant
from nonproj.parsers.training import root_mode_of

pytestmark = pytest.mark.kernels
EMBEDDED = Path(__file__).parents[2] / "data" / "embedded"


def made(sentences, seed):
    profile = load_profile(EMBEDDED / "cross-serial.yaml")
    return parse_treebank(synthesize(profile, sentences, seed), name="made.conll")


@pytest.fixture(scope="module")
def model():
    settings = GraphSettings(iterations=3, bits=18)
    variant, treebank = parse_graph_variant("carreras+npa"), made(150, 1)
    return fit_graph(variant, treebank, root_mode_of(treebank), settings=settings)


@pytest.fixture(scope="module")
def gold():
    return made(60, 2)


def missed(gold, parsed):
    recall = by_projectivity(outcomes_of(gold, parsed), labelled=True)[
        "arcs=nonproj;sentences=all"
    ].recall
    return recall.total - recall.correct


@pytest.mark.parametrize(("threshold", "left"), [(0.0, False), (np.inf, True)])
def test_every_miss_has_one_cause(model, gold, threshold, left):
    parsed = parse_graph(model, gold, threshold=threshold)
    causes = dict(zip(CAUSES, causes_of_misses(model, gold, parsed).tolist(), strict=True))
    assert sum(causes.values()) == missed(gold, parsed) > 0
    # Without a threshold the climb leaves no move that gains; without a climb many are left.
    assert (causes["threshold"] > 0) == left


def test_no_move_that_is_left_gains_more_than_the_threshold(model, gold):
    parsed = parse_graph(model, gold, threshold=0.3)
    gain = weigh(model, gold, parsed, gold.is_word & (gold.head > 0)).gain
    assert 0 < gain.max() <= 0.3 + 1e-4


def test_gold_parses_miss_nothing_and_unknown_labels_are_filtered(model, gold):
    assert causes_of_misses(model, gold, gold).sum() == 0
    unknown = replace(gold.deprel, values=tuple(f"new-{v}" for v in gold.deprel.values))
    parsed = parse_graph(model, gold)
    strange = replace(gold, deprel=unknown)
    causes = causes_of_misses(model, strange, parsed).tolist()
    assert causes[0] == sum(causes) == missed(strange, parsed)


def test_the_better_tree_is_the_one_with_the_higher_score(model, gold):
    """No tree is better than itself, and a climb only gains."""
    everything = gold.is_word
    chart, climbed = (parse_graph(model, gold, threshold=t) for t in (np.inf, 0.3))
    assert not weigh(model, chart, chart, everything).gold_is_better.any()
    assert not weigh(model, chart, climbed, everything).gold_is_better.any()
    better = weigh(model, climbed, chart, everything).gold_is_better
    differ = np.add.reduceat(chart.head != climbed.head, gold.start[:-1]) > 0
    assert differ.any()
    assert (better == np.repeat(differ, np.diff(gold.start)))[everything].all()


def test_moved_words_are_the_difference_that_the_climb_makes(model, gold):
    chart, climbed = (parse_graph(model, gold, threshold=t) for t in (np.inf, 0.3))
    fixed, broken, neither = moved_words(model, gold, climbed).tolist()
    before, after = (outcomes_of(gold, tree).correct(True).sum() for tree in (chart, climbed))
    assert fixed - broken == after - before
    assert neither + fixed + broken > 0
    assert moved_words(model, gold, chart).sum() == 0


def test_figures_of_folds_are_sums(model, gold):
    parsed = parse_graph(model, gold)
    once = approximation_figures("t", "dev", [(model, gold, parsed)])
    twice = approximation_figures("t", "train-cv10", [(model, gold, parsed)] * 2)
    assert [2 * row.numerator for row in once] == [row.numerator for row in twice]
    rows = {(row.metric, row.setting): row.numerator for row in once}
    assert rows["n-missed", "arcs=nonproj;labelled"] == missed(gold, parsed)


def test_first_order_parsers_have_no_such_scores(model, gold):
    first_order = replace(model, variant=parse_graph_variant("mst"))
    with pytest.raises(NonprojError, match="second-order"):
        weigh(first_order, gold, gold, gold.is_word)
