"""The joins of rooted forests against forests joined node by node."""

from itertools import product

import pytest

from nonproj.decoders.one_endpoint.forests import PAIR_STATES, TRIPLE_STATES, joins


def test_states_of_forests_are_idempotent_maps():
    """Idempotent maps: 3 over two nodes, 10 over three."""
    assert (len(PAIR_STATES), len(TRIPLE_STATES)) == (3, 10)
    assert PAIR_STATES == [(0, 1), (0, 0), (1, 1)]
    assert all(state[root] == root for state in TRIPLE_STATES for root in state)


def edges(nodes, state):
    """A forest with this state: every node that is no root is a child of its root."""
    return [
        (nodes[root], node) for node, root in zip(nodes, state, strict=True) if nodes[root] != node
    ]


def literal_join(parts, result):
    """Roots of the result's nodes; None on cycles, two heads, or if a node left out has none."""
    arcs = [arc for nodes, state in parts for arc in edges(nodes, state)]
    head = {d: h for h, d in arcs}
    nodes = {node for names, _ in parts for node in names}
    if len(head) < len(arcs) or (nodes - set(result)) - set(head):
        return None
    roots = {}
    for node in nodes | set(result):
        seen = [node]
        while seen[-1] in head:
            seen.append(head[seen[-1]])
            if len(seen) > len(nodes):
                return None
        roots[node] = seen[-1]
    return tuple(result.index(roots[node]) for node in result)


@pytest.mark.parametrize(
    ("parts", "arc", "result"),
    [
        (["ik", "kj"], "", "ij"),
        (["ij"], "ij", "ij"),
        (["ipx", "pjx"], "", "ij"),
        (["xip", "xp"], "ix", "ipx"),
        (["isx", "ksx"], "", "ikx"),
        (["ij"], "", "ijx"),
    ],
)
def test_joins_of_states_equal_forests_joined_node_by_node(parts, arc, result):
    states = {2: PAIR_STATES, 3: TRIPLE_STATES}
    items = [*parts, arc] if arc else parts
    expected = []
    for row in product(*(range(len(states[len(item)])) for item in items)):
        if arc and row[-1] == 0:
            continue
        numbered = [(item, states[len(item)][s]) for item, s in zip(items, row, strict=True)]
        state = literal_join(numbered, result)
        if state is not None:
            expected.append([*row, states[len(result)].index(state)])
    assert joins(parts, arc, result).tolist() == expected
