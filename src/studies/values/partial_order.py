"""The partial order of systems by significance (Kuhlmann & Nivre 2010, figure 4)."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from nonproj.public.significance import Comparison

LEVELS = SOLID, DASHED = 0.01, 0.05


class Edge(NamedTuple):
    """An arrow: `better` beats `worse` at the significance level `level`."""

    worse: str
    better: str
    level: float


def order_of_tests(
    tests: Iterable[Comparison], systems: Sequence[str], kind: str = "mcnemar"
) -> list[Edge] | None:
    """Return the arrows of the partial order, or None if a pair of systems was not tested.

    `kind` names one of the P_VALUES. By default, p-values are McNemar's and unadjusted, as in
    Kuhlmann & Nivre (2010)."""
    by_pair = {frozenset((str(test.a), str(test.b))): test for test in tests}
    pairs = [frozenset(pair) for pair in combinations(systems, 2)]
    if not by_pair.keys() >= {*pairs}:
        return None
    edges = []
    for test in (by_pair[pair] for pair in pairs):
        level = next((level for level in LEVELS if test.p(kind) < level), None)
        if level is not None:
            ordered = (test.b, test.a) if test.difference > 0 else (test.a, test.b)
            edges.append(Edge(*map(str, ordered), level))
    return reduced(edges)


def reduced(edges: Sequence[Edge]) -> list[Edge]:
    """Remove each arrow that is implied by a chain of other arrows, all at least as significant."""
    return [edge for edge in edges if not _chain(edges, edge)]


def _chain(edges: Sequence[Edge], implied: Edge) -> bool:
    """Check whether a chain of other arrows, all at least as significant, implies this arrow."""
    usable = [edge for edge in edges if edge.level <= implied.level and edge != implied]
    reached, grown = {implied.worse}, True
    while grown:
        found = {edge.better for edge in usable if edge.worse in reached}
        grown = not found <= reached
        reached |= found
    return implied.better in reached
