"""The partial order of systems by significance (Kuhlmann & Nivre 2010, figure 4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from nonproj.evaluation.options import Metric

LEVELS = SOLID, DASHED = 0.01, 0.05


@dataclass(frozen=True)
class Edge:
    """`better` beats `worse` beyond `level`."""

    worse: str
    better: str
    level: float
    p: float


@dataclass(frozen=True)
class PartialOrder:
    """Systems in the order given and the arrows to draw.

    Significance is not transitive: `unsupported` holds the pairs (worse, better) that a chain of
    arrows suggests although the test of the pair itself does not reach any level."""

    metric: Metric
    systems: tuple[str, ...]
    significant: tuple[Edge, ...]  # all pairs that reach a level
    drawn: tuple[Edge, ...]  # without those that chains of arrows as strong or stronger imply
    unsupported: tuple[tuple[str, str], ...]


def order_of(metric: Metric, systems: Sequence[str], edges: Sequence[Edge]) -> PartialOrder:
    """Transitive reduction, by level: an arrow goes if a chain of others, each as strong, stays."""
    drawn = tuple(
        edge
        for edge in edges
        if not _chain(edges, edge.worse, edge.better, edge.level, but=(edge.worse, edge.better))
    )
    tested = {(edge.worse, edge.better) for edge in edges}
    unsupported = tuple(
        (a, b)
        for a in systems
        for b in systems
        if (a, b) not in tested and a != b and _chain(edges, a, b, DASHED)
    )
    return PartialOrder(metric, tuple(systems), tuple(edges), drawn, unsupported)


def _chain(
    edges: Sequence[Edge],
    worse: str,
    better: str,
    level: float,
    but: tuple[str, str] | None = None,
) -> bool:
    """True where arrows of this level or stronger, other than `but`, lead from worse to better."""
    reached, grown = [worse], True
    while grown:
        grown = False
        for edge in edges:
            usable = edge.level <= level and (edge.worse, edge.better) != but
            if usable and edge.worse in reached and edge.better not in reached:
                reached.append(edge.better)
                grown = True
    return better in reached
