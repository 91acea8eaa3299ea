"""Each strategy for non-projectivity is compared with the projective parser that it extends."""

import pytest

from nonproj.parsers.families import variant_named
from nonproj.parsers.neural.family import KINDS
from nonproj.parsers.strategies import strategy_of


@pytest.mark.parametrize(
    ("variant", "twin"),
    [
        ("arc-standard+head", "arc-standard"),
        ("arc-eager-r2l+headpath-cap30@maxent", "arc-eager-r2l@maxent"),
        ("arc-eager~nilsson+head-split", "arc-eager~nilsson"),
        ("carreras+npa", "carreras"),
        ("arc-eager+tau-c-star+head", "arc-eager+tau-c-star"),
        ("attardi", "arc-standard"),
        ("swap-lazy-r2l@maxent", "arc-standard-r2l@maxent"),
        ("covington-d1", "covington-d0"),
        ("covington-dinf-r2l", "covington-d0-r2l"),
        ("mst", "eisner"),
        ("mst-neural-upos-feats", "mh3-upos-feats"),
        ("mh4-hybrid-tagged", "mh3-tagged"),
        ("1ec-first-order", "mh3"),
        ("mh4-greedy-neural", "mh3-greedy-neural"),
        ("mh4-greedy-neural~s1-s0-b0", "mh3-greedy-neural"),
    ],
)
def test_the_twin_of_a_strategy(variant, twin):
    assert strategy_of(variant).twin == twin


@pytest.mark.parametrize("kind", KINDS)
def test_the_twin_of_a_neural_parser_is_one(kind):
    for rest in ("", "-upos-feats", "-tagged", *(f"~{seen}" for seen in KINDS[kind].positions)):
        strategy = strategy_of(kind + rest)
        assert strategy is None or variant_named(strategy.twin).system.projective


@pytest.mark.parametrize("variant", ["arc-standard", "arc-eager+raw", "covington-d0", "eisner"])
def test_projective_parsers_and_others_have_none(variant):
    assert strategy_of(variant) is None
