"""Crossing-sensitive third-order scores as literally and slowly as possible.

No package code is used. `scores` are (head, grandparent, sibling, crossed), each [other, m]."""

from functools import cache

import numpy as np

from oracles.trees import all_trees, crossing, is_one_endpoint_crossing


def is_crossed(heads, d):
    return len(crossing(heads, d)) > 0


def passes_over(h, d, node):
    return min(h, d) < node < max(h, d)


def nearest_sibling(heads, m):
    """The child of m's head between the two that is nearest to m; None if there is none."""
    h = heads[m]
    between = [s for s in range(1, len(heads)) if heads[s] == h and passes_over(h, m, s)]
    return min(between, key=lambda s: abs(s - m), default=None)


def are_separated(heads, h, m):
    """A crossed arc of h passes over one of m and h's head but not over the other."""
    for d in range(1, len(heads)):
        if h in (d, heads[d]) and is_crossed(heads, d):
            over = [passes_over(heads[d], d, node) for node in (m, heads[h])]
            if over[0] != over[1]:
                return True
    return False


@cache
def parts(heads):
    """Pairs (kind, other, m) whose scores are summed; kinds are 0 to 3 as in scores."""
    found = []
    for m in range(1, len(heads)):
        h = heads[m]
        if is_crossed(heads, m):
            found.append((3, h, m))
            continue
        found.append((0, h, m))
        sibling = nearest_sibling(heads, m)
        if sibling is None:
            found.append((2, 0, m))
        elif not is_crossed(heads, sibling):
            found.append((2, sibling, m))
        if h != 0 and not is_crossed(heads, h) and not are_separated(heads, h, m):
            found.append((1, heads[h], m))
    return tuple(found)


def total(scores, heads):
    return sum(scores[part] for part in parts(heads))


@cache
def members(n):
    """All 1-Endpoint-Crossing trees of n words."""
    return tuple(heads for heads in all_trees(n) if is_one_endpoint_crossing(heads))


@cache
def _table(n):
    """For each of these trees the cells of its parts in (kind, other, m), and one more for none."""
    shape = (4, n + 1, n + 1)
    none = int(np.prod(shape))
    rows = [[np.ravel_multi_index(part, shape) for part in parts(heads)] for heads in members(n)]
    return np.array([row + [none] * (3 * n - len(row)) for row in rows])


def best(scores, n):
    """The best total of these trees."""
    return np.append(scores, 0.0)[_table(n)].sum(axis=1).max()
