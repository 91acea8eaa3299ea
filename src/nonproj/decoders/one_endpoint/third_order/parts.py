"""The parts of a tree that are scored in crossing-sensitive third-order parsing (Pitler 2014).

Two arcs cross if their ends alternate; arcs from node 0 count. An arc h -> m
  that is crossed has only the part CROSSED_PART (h, m);
  that is not crossed has HEAD_PART (h, m), and
    SIBLING_PART (s, m), where s is the child of h between h and m that is nearest to m, or
      NO_SIBLING if there is no such child; if h -> s is crossed, there is no SIBLING_PART;
    GRANDPARENT_PART (g, m), where g is the head of h, if g -> h is also uncrossed and no crossed
      arc of h passes over only one of g and m."""

import numpy as np
from numba import njit

from nonproj.trees.projectivity import cross

HEAD_PART, GRANDPARENT_PART, SIBLING_PART, CROSSED_PART = range(4)
N_PART_KINDS = 4
NO_SIBLING, NO_OTHER = 0, -1


def places_of_parts(heads: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return all parts of a tree as indices into scores[kind, other, m]."""
    others = third_order_parts(heads)
    m, kind = np.nonzero(others != NO_OTHER)
    return kind, others[m, kind], m


@njit(cache=True, nogil=True)
def third_order_parts(heads):
    """Return, for each m and kind of part, the part's other node, int32[n + 1, kind], in O(n^2).

    The other node is NO_OTHER if m has no such part. `heads` may be any tree."""
    size = len(heads)
    crossed = _are_crossed(heads)
    others = np.full((size, N_PART_KINDS), NO_OTHER, np.int32)
    for m in range(1, size):
        h = heads[m]
        if crossed[m]:
            others[m, CROSSED_PART] = h
            continue
        others[m, HEAD_PART] = h
        sibling = _nearest_sibling(heads, m)
        if sibling == NO_SIBLING or not crossed[sibling]:
            others[m, SIBLING_PART] = sibling
        if h != 0 and not crossed[h] and not _are_separated(heads, crossed, m):
            others[m, GRANDPARENT_PART] = heads[h]
    return others


@njit(cache=True, nogil=True)
def _are_crossed(heads):
    """Check, for each node, whether the arc into it is crossed."""
    crossed = np.zeros(len(heads), np.bool_)
    for m in range(1, len(heads)):
        for d in range(1, len(heads)):
            if cross(heads, m, d):
                crossed[m] = True
    return crossed


@njit(cache=True, nogil=True)
def _nearest_sibling(heads, m):
    step = 1 if heads[m] > m else -1
    for s in range(m + step, heads[m], step):
        if heads[s] == heads[m]:
            return s
    return NO_SIBLING


@njit(cache=True, nogil=True)
def _are_separated(heads, crossed, m):
    """Check whether a crossed arc from m's head h to a child separates m from h's head.

    The arc separates two nodes if it passes over exactly one of them."""
    h = heads[m]
    for d in range(1, len(heads)):
        if heads[d] == h and crossed[d]:
            low, high = min(h, d), max(h, d)
            if (low < m < high) != (low < heads[h] < high):
                return True
    return False
