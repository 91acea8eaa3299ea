"""Cycles among the heads of a sentence."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

Node = TypeVar("Node", int, str)


def cycles(heads: Mapping[Node, Node]) -> Iterator[list[Node]]:
    """Yield each cycle once, from its smallest node; nodes without a head are on no cycle."""
    done: set[Node] = set()
    for node in sorted(heads):
        path: list[Node] = []
        while node in heads and node not in done:
            done.add(node)
            path.append(node)
            node = heads[node]
        if node in path:
            cycle = path[path.index(node) :]
            least = cycle.index(min(cycle))
            yield cycle[least:] + cycle[:least]
