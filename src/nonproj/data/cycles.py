"""Cycles among the heads of a sentence."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

Node = TypeVar("Node", int, str)


def cycles(heads: Mapping[Node, Node]) -> Iterator[list[Node]]:
    """Yield each cycle once, starting at its smallest node; not every node needs to have a head."""
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
