"""The order in which a tree is restructured: from its leaves to its root."""

import numpy as np
from numba import njit


@njit(cache=True)
def bottom_up(tree, wanted):
    """Return the wanted words, deepest first and, at equal depth, from left to right, in O(n)."""
    n = len(tree)
    depth = np.full(n, -1, np.int32)
    depth[0] = 0
    for d in range(1, n):
        node, steps = d, 0
        while depth[node] < 0:
            node, steps = tree[node], steps + 1
        total = depth[node] + steps
        node = d
        while depth[node] < 0:
            depth[node] = total
            node, total = tree[node], total - 1
    first = np.zeros(n + 1, np.int32)  # the start of the tokens at depth n - i
    for d in range(1, n):
        if wanted[d]:
            first[n - depth[d] + 1] += 1
    first = np.cumsum(first)
    order = np.empty(first[n], np.int32)
    for d in range(1, n):
        if wanted[d]:
            order[first[n - depth[d]]] = d
            first[n - depth[d]] += 1
    return order
