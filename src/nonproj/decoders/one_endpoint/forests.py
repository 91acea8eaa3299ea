"""Rooted forests, reduced to the few boundary nodes at which chart items are joined.

All other nodes in an item have their head in the item, but a boundary node may still lack a head.
To join items, it suffices to know which boundary nodes are roots, and which root dominates each of
the other boundary nodes. Such a state is a map from boundary nodes to roots, both numbered by
position. There are 3 states for two nodes and 10 for three nodes. Two items share only boundary
nodes."""

from collections.abc import Sequence
from itertools import product

import numpy as np

State = tuple[int, ...]


def states(size: int) -> list[State]:
    """List all maps from boundary nodes to roots; a pair has apart, first above, second above."""
    maps = product(range(size), repeat=size)
    rooted = [m for m in maps if all(m[m[v]] == m[v] for v in range(size))]
    return sorted(rooted, key=lambda m: (-len(set(m)), m))


PAIR_STATES, TRIPLE_STATES = states(2), states(3)
APART, FIRST_ABOVE, SECOND_ABOVE = range(3)  # states of a pair; an arc has the last two
N_PAIR_STATES, N_TRIPLE_STATES = len(PAIR_STATES), len(TRIPLE_STATES)
_STATES = {2: PAIR_STATES, 3: TRIPLE_STATES}
_NUMBER = {size: {state: s for s, state in enumerate(all_)} for size, all_ in _STATES.items()}


def joins(parts: Sequence[str], arc: str, result: str) -> np.ndarray:
    """Return rows, each with the states of the parts, the arc (if any) and the result, in order.

    Items are written as strings of their boundary nodes. A boundary node that the result lacks must
    have its head in exactly one part; any other may have its head in at most one part. For example,
    joins(["ik", "kj"], "", "ij") lists the ways to join two intervals at k."""
    choices = [range(len(_STATES[len(part)])) for part in parts]
    if arc:
        choices.append((FIRST_ABOVE, SECOND_ABOVE))
    items = [*parts, arc] if arc else parts
    rows = []
    for numbers in product(*choices):
        state = _join([*zip(items, numbers, strict=True)], result)
        if state is not None:
            rows.append((*numbers, state))
    return np.array(rows, dtype=np.int64)


def _join(numbered_items: list[tuple[str, int]], result: str) -> int | None:
    above = {}
    for nodes, number in numbered_items:
        for node, root in zip(nodes, _STATES[len(nodes)][number], strict=True):
            if nodes[root] == node:
                continue
            if node in above:
                return None  # two heads
            above[node] = nodes[root]
    roots = {node: _root(node, above) for nodes in [result, *above] for node in nodes}
    hidden = {node for nodes, _ in numbered_items for node in nodes} - set(result)
    if None in roots.values() or not hidden <= set(above):
        return None
    return _NUMBER[len(result)][tuple(result.index(roots[node]) for node in result)]


def _root(node: str, above: dict[str, str]) -> str | None:
    """Return the root above the node; None if the node is on or below a cycle."""
    for _ in range(len(above)):
        node = above.get(node, node)
    return None if node in above else node
