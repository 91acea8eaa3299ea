"""Partial orders of systems (Kuhlmann & Nivre 2010, figure 4) and their positions."""

from nonproj.evaluation.options import Metric
from nonproj.evaluation.significance.partial_order import (
    DASHED,
    SOLID,
    Edge,
    order_of,
)
from nonproj.reporting.figures.orders import positions


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


def test_positions_put_better_systems_higher():
    edges = [edge("a", "b"), edge("b", "d"), edge("a", "c", DASHED)]
    places = positions(order_of(Metric.LAS, tuple("abcd"), edges))
    assert {system: y for system, (_, y) in places.items()} == {"a": 0, "b": 1, "c": 1, "d": 2}
    assert len(set(places.values())) == 4
