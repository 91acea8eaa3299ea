"""Partial orders of systems (Kuhlmann & Nivre 2010, figure 4) and their positions."""

from studies.figures.orders import positions
from studies.values.partial_order import DASHED, SOLID, Edge, reduced


def edge(worse, better, level=SOLID):
    return Edge(worse, better, level)


def drawn(*edges):
    return [(e.worse, e.better) for e in reduced(edges)]


def test_an_arrow_that_a_chain_implies_is_not_drawn():
    assert drawn(edge("a", "b"), edge("b", "c"), edge("a", "c")) == [("a", "b"), ("b", "c")]
    chain = [edge(a, b) for a, b in ("ab", "ac", "ad", "bc", "bd", "cd")]
    assert drawn(*chain) == [("a", "b"), ("b", "c"), ("c", "d")]


def test_a_dashed_chain_does_not_imply_a_solid_arrow():
    edges = edge("a", "b", DASHED), edge("b", "c"), edge("a", "c")
    assert drawn(*edges) == [("a", "b"), ("b", "c"), ("a", "c")]
    edges = edge("a", "b"), edge("b", "c", DASHED), edge("a", "c", DASHED)
    assert drawn(*edges) == [("a", "b"), ("b", "c")]


def test_positions_of_a_partial_order_put_better_systems_higher():
    edges = [edge("a", "b"), edge("b", "d"), edge("a", "c", DASHED)]
    places = positions("abcd", reduced(edges))
    assert {system: y for system, (_, y) in places.items()} == {"a": 0, "b": 1, "c": 1, "d": 2}
    assert len(set(places.values())) == 4
