"""Search for the best 1-Endpoint-Crossing tree: all arcs that cross the same arc share an end.

See Pitler, Kannan & Marcus (2013). Node 0 is leftmost, and its arcs count. The rules are in
`nonproj.decoders.one_endpoint.rules`."""

import numpy as np
from numba import njit

from nonproj.decoders.one_endpoint.chart import OneEndpointChart, fill
from nonproj.decoders.one_endpoint.forests import APART, FIRST_ABOVE, N_PAIR_STATES, SECOND_ABOVE
from nonproj.decoders.one_endpoint.rules import (
    MIRROR,
    MIRRORED_CROSSED,
    MIRRORED_SPAN,
    NO_PART,
    RULE_ARCS,
    RULE_PARTS,
    RULE_ROWS,
    SAME,
    SPAN,
)
from nonproj.decoders.scores import checked_scores, require_tree

CROSSING_CUBE_BYTES = 180


def decode(scores: np.ndarray) -> np.ndarray:
    """Return heads, int32[n + 1], of a 1-Endpoint-Crossing tree with the largest score.

    The score is the sum of scores[h, d]. For every item, ties go to the rule that the chart tries
    first, and within a rule to the leftmost split point, then to the first row in the rule's table.
    This takes O(n^4) time and O(n^3) space (CROSSING_CUBE_BYTES * n^3 bytes)."""
    scores = checked_scores(scores)
    heads = np.full(len(scores), -1, dtype=np.int32)
    if len(scores) > 1:
        chart = OneEndpointChart.empty(len(scores))
        fill(chart, _by_direction(scores), _by_direction(scores[::-1, ::-1]))
        require_tree(chart.spans[FIRST_ABOVE, 0, -1], "1-Endpoint-Crossing")
        _trace(chart.items, heads)
    return heads


def _by_direction(scores):
    """Return arcs[state, u, v], the score of the arc between u and v in that direction."""
    arcs = np.full((N_PAIR_STATES, *scores.shape), -np.inf)
    arcs[FIRST_ABOVE], arcs[SECOND_ABOVE] = scores, scores.T
    return arcs


@njit(cache=True, nogil=True)
def _trace(items, heads):
    """Determine heads from the back-pointers; stack entries are (kind, state, i, j, x)."""
    size = len(heads)
    stack = [(SPAN, FIRST_ABOVE, 0, size - 1, 0)]
    while len(stack) > 0:
        kind, s, i, j, x = stack.pop()
        if kind == MIRRORED_SPAN:
            kind, i, j = SPAN, size - 1 - j, size - 1 - i
            if s != APART:
                s = FIRST_ABOVE if s == SECOND_ABOVE else SECOND_ABOVE
        mirrored = MIRROR <= kind <= MIRRORED_CROSSED
        if kind == SPAN:
            code = items[kind].back[s, items[kind].base[i, j]]
            x = code % size
        else:
            code = items[kind].back[s, items[kind].base[i, j] + x]
        rule, first_state, second_state, direction = RULE_ROWS[code // (size * size)]
        nodes = (i, j, x, code // size % size)
        for part, state in enumerate((first_state, second_state)):
            part_kind, u, v, w = RULE_PARTS[rule, part]
            a, b, c = nodes[u], nodes[v], nodes[w]
            if part_kind == NO_PART:
                break
            if part_kind == SAME:
                part_kind = kind
            elif mirrored:
                part_kind += MIRRORED_SPAN - SPAN
            elif part_kind == MIRROR:
                a, b, c = size - 1 - a, size - 1 - b, size - 1 - c
            stack.append((part_kind, state, a, b, c))
        if direction != -1:
            u, v = nodes[RULE_ARCS[rule, 0]], nodes[RULE_ARCS[rule, 1]]
            if mirrored:
                u, v = size - 1 - u, size - 1 - v
            dependent, head = (v, u) if direction == FIRST_ABOVE else (u, v)
            heads[dependent] = head
