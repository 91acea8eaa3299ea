"""Cycles among the heads of a sentence."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

GraphNode = TypeVar("GraphNode", int, str)


def cycles(heads: Mapping[GraphNode, GraphNode]) -> Iterator[list[GraphNode]]:
    """Yield each cycle once, starting at its smallest node; not every node needs to have a head."""
    done: set[GraphNode] = set()
    for node in sorted(heads):
        path: list[GraphNode] = []
        while node in heads and node not in done:
            done.add(node)
            path.append(node)
            node = heads[node]
        if node in path:
            cycle = path[path.index(node) :]
            least = cycle.index(min(cycle))
            yield cycle[least:] + cycle[:least]
