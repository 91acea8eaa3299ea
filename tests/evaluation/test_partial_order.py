"""Partial orders of systems (Kuhlmann & Nivre 2010, figure 4) and their drawing."""

import json

from nonproj.evaluation.outcomes import Metric
from nonproj.evaluation.significance.partial_order import (
    DASHED,
    SOLID,
    Edge,
    order_of,
    partial_order,
)
from nonproj.reporting.figures.orders import draw_partial_order, positions
from samples.sentences import treebank


def wrong_from(sentences, first):
    """Labels are wrong from word `first` on."""
    return [
        [(*word[:3], "x") if i >= first else word for i, word in enumerate(words)]
        for words in sentences
    ]


def edge(worse, better, level=SOLID):
    return Edge(worse, better, level, level / 2)


def drawn(*edges, systems="abcd"):
    order = order_of(Metric.LAS, tuple(systems), edges)
    return [(e.worse, e.better) for e in order.drawn]


def test_an_arrow_that_a_chain_implies_is_not_drawn():
    assert drawn(edge("a", "b"), edge("b", "c"), edge("a", "c")) == [("a", "b"), ("b", "c")]
    chain = [edge(a, b) for a, b in ("ab", "ac", "ad", "bc", "bd", "cd")]
    assert drawn(*chain) == [("a", "b"), ("b", "c"), ("c", "d")]


def test_a_dashed_chain_does_not_imply_a_solid_arrow():
    edges = edge("a", "b", DASHED), edge("b", "c"), edge("a", "c")
    assert drawn(*edges) == [("a", "b"), ("b", "c"), ("a", "c")]
    edges = edge("a", "b"), edge("b", "c", DASHED), edge("a", "c", DASHED)
    assert drawn(*edges) == [("a", "b"), ("b", "c")]


def test_pairs_that_only_a_chain_suggests_are_named():
    order = order_of(Metric.LAS, ("a", "b", "c"), [edge("a", "b"), edge("b", "c")])
    assert order.unsupported == (("a", "c"),)
    assert order_of(Metric.LAS, ("a", "b"), []).unsupported == ()


def test_partial_order_of_parses():
    gold = [[("w", "X", i, "a") for i in range(10)] for _ in range(40)]
    better, near, worse = (wrong_from(gold, share) for share in (7, 7, 4))
    systems = {"worse": worse, "better": better, "near": near, "gold": gold}
    order = partial_order(treebank(gold), {n: treebank(t) for n, t in systems.items()}, "las")
    assert [(e.worse, e.better, e.level) for e in order.drawn] == [
        ("worse", "better", SOLID),
        ("worse", "near", SOLID),
        ("better", "gold", SOLID),
        ("near", "gold", SOLID),
    ]
    assert len(order.significant) == 5
    read = json.loads(json.dumps(order.as_dict()))
    assert read["metric"] == "las"
    assert read["drawn"][0].keys() == {"worse", "better", "level", "p"}


def test_one_discordant_word_is_no_order():
    """p = 1 either way, whichever is ahead."""
    gold = treebank([[("w", "X", 0, "r")], [("w", "X", 0, "r")]])
    other = treebank([[("w", "X", 0, "r")], [("w", "X", 0, "x")]])
    assert partial_order(gold, {"a": gold, "b": other}).significant == ()


def test_positions_put_better_systems_higher():
    edges = [edge("a", "b"), edge("b", "d"), edge("a", "c", DASHED)]
    places = positions(order_of(Metric.LAS, tuple("abcd"), edges))
    assert {system: y for system, (_, y) in places.items()} == {"a": 0, "b": 1, "c": 1, "d": 2}
    assert len(set(places.values())) == 4


def test_the_drawing_is_the_same_svg_every_time(tmp_path):
    systems = ("P0", "P1", "P2", "P3")
    solid = order_of(Metric.LAS, systems, [edge("P0", "P1")])
    order = order_of(Metric.LAS, systems, [edge("P0", "P1"), edge("P0", "P3", DASHED)])
    texts = []
    for order_drawn, name in ((order, "one.svg"), (order, "two.svg"), (solid, "solid.svg")):
        draw_partial_order(order_drawn, tmp_path / name, title="Czech, LAS")
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]
    assert ["stroke-dasharray" in text for text in texts] == [True, True, False]
    for name in (*order.systems, "Czech, LAS"):
        assert f">{name}</text>" in texts[0]
