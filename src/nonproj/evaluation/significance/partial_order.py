"""Which systems are significantly better than which (Kuhlmann & Nivre 2010, figure 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from nonproj.data.treebank import Treebank
from nonproj.evaluation.outcomes import Labels, Metric, outcomes_of
from nonproj.evaluation.punctuation import Punctuation
from nonproj.evaluation.significance.paired import mcnemar

LEVELS = SOLID, DASHED = 0.01, 0.05


@dataclass(frozen=True)
class Edge:
    """`better` beats `worse` beyond `level`."""

    worse: str
    better: str
    level: float
    p: float

    def as_dict(self) -> dict:
        return vars(self).copy()


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

    def as_dict(self) -> dict:
        return {
            "metric": self.metric.value,
            "systems": list(self.systems),
            "significant": [edge.as_dict() for edge in self.significant],
            "drawn": [edge.as_dict() for edge in self.drawn],
            "unsupported": [list(pair) for pair in self.unsupported],
        }


def partial_order(
    gold: Treebank,
    systems: Mapping[str, Treebank],
    metric: Metric | str = Metric.LAS,
    punctuation: Punctuation | str = Punctuation.INCLUDE,
    labels: Labels | str = Labels.FULL,
) -> PartialOrder:
    """McNemar's test of every pair. O(k^2 n) for k systems."""
    observed = {
        name: outcomes_of(gold, system, punctuation, labels).observations(Metric(metric))
        for name, system in systems.items()
    }
    edges = []
    for a, b in combinations(observed, 2):
        test = mcnemar(observed[a], observed[b])
        reached = [level for level in LEVELS if test.p < level]
        if reached:
            worse, better = (b, a) if test.only_a > test.only_b else (a, b)
            edges.append(Edge(worse, better, reached[0], test.p))
    return order_of(Metric(metric), tuple(systems), edges)


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
    """Whether arrows of this level or stronger, other than `but`, lead from worse to better."""
    reached, grown = [worse], True
    while grown:
        grown = False
        for edge in edges:
            usable = edge.level <= level and (edge.worse, edge.better) != but
            if usable and edge.worse in reached and edge.better not in reached:
                reached.append(edge.better)
                grown = True
    return better in reached
