"""Labelled factors of second order (Carreras 2007), scored over the candidate arcs of a sentence.

An arc h -> m with label l stands in four factors:
    arc            h, m;
    sibling        h, m and the child of h strictly between h and m that is nearest to m;
    inside child   h, m and the child of m strictly between h and m that is furthest from m;
    outside child  h, m and the child of m beyond m, seen from h, that is furthest from m.
Positions alone define them, so that non-projective trees have them too; a child of m beyond h then
stands in no factor with h, as in Bohnet (2010). Each factor is scored with the label l of the arc
h -> m and knows no other label. If a child is missing, another node stands for it: h for the
sibling, m for the inside child, node 0 for the outside child; no child can be one of these."""

from typing import NamedTuple

import numpy as np
from numba import njit

# The roles of a child in the factors of an arc.
SIBLING, INSIDE, OUTSIDE = range(3)


class Factors(NamedTuple):
    """Scores of all factors of one sentence with nodes 0..n, size = n + 1.

    Candidates are ordered by modifier, head, label: those of h -> m are into[m, h]..into[m, h + 1].
    The same candidates ordered by head, modifier, label are out[h, m]..out[h, m + 1]. `sibling`
    holds for each head a block of `size` rows, one for each node that may be the sibling, over the
    head's candidates; `grandchild` for each modifier a block of `size` rows, one for each node that
    may be the child, over the modifier's candidates. This keeps scores that a decoder maximises
    over together adjacent in memory."""

    into: np.ndarray  # int64[size, size + 1]
    out: np.ndarray  # int64[size, size + 1]
    label: np.ndarray  # int32[n_candidates], by modifier
    arc: np.ndarray  # float32[n_candidates], by modifier
    sibling: np.ndarray  # float32[size * n_candidates], by head
    grandchild: np.ndarray  # float32[size * n_candidates], by modifier


@njit(cache=True, nogil=True)
def row(scores, ends, node, child, begin, end):
    """Return the scores of candidates begin..end of one node with this child.

    `ends` is into or out. The result is a view without a matrix in between, because making one
    costs more than a short row."""
    first = ends[node, 0]
    offset = len(ends) * first + child * (ends[node, len(ends)] - first) - first
    return scores[offset + begin : offset + end]


@njit(cache=True, nogil=True)
def number_candidates(counts):
    """Compute `into` and `out` for counts[h, m] labels of each arc."""
    size = len(counts)
    into, out = np.zeros((size, size + 1), np.int64), np.zeros((size, size + 1), np.int64)
    a = b = 0
    for i in range(size):
        for j in range(size):
            into[i, j], out[i, j] = a, b
            a += counts[j, i]
            b += counts[i, j]
        into[i, size], out[i, size] = a, b
    return into, out


@njit(cache=True, nogil=True)
def number_of_second_order(into):
    """Count the siblings and children that labelled arcs can have, missing ones included."""
    n, count = len(into) - 1, 0
    for m in range(1, n + 1):
        for h in range(n + 1):
            inside, outside = abs(h - m), n - m + 1 if h < m else m
            count += (into[m, h + 1] - into[m, h]) * (2 * inside + outside)
    return count


@njit(cache=True, nogil=True)
def no_child(kind, h, m):
    """Return the node that stands for a missing child of this kind of the arc h -> m."""
    if kind == SIBLING:
        return h
    return m if kind == INSIDE else 0


@njit(cache=True, nogil=True)
def children_of_factors(heads, m):
    """Return sibling, inside and outside child of the arc into m, or their placeholders."""
    h, m = np.int64(heads[m]), np.int64(m)
    step = 1 if m > h else -1
    sibling, inside, outside = (
        no_child(SIBLING, h, m),
        no_child(INSIDE, h, m),
        no_child(OUTSIDE, h, m),
    )
    for c in range(h + step, m, step):
        if heads[c] == h:
            sibling = c
    for c in range(m - step, h, -step):
        if heads[c] == m:
            inside = c
    c = m + step
    while 0 < c < len(heads):
        if heads[c] == m:
            outside = c
        c += step
    return sibling, inside, outside


@njit(cache=True, nogil=True)
def arc_score(factors, h, m, candidate, children):
    """Return the score of all factors of one arc."""
    sibling, inside, outside = children
    into, out = factors.into, factors.out
    by_head = out[h, m] + candidate - into[m, h]
    return (
        np.float64(factors.arc[candidate])
        + row(factors.sibling, out, h, sibling, by_head, by_head + 1)[0]
        + row(factors.grandchild, into, m, inside, candidate, candidate + 1)[0]
        + row(factors.grandchild, into, m, outside, candidate, candidate + 1)[0]
    )


@njit(cache=True, nogil=True)
def candidate_of(factors, h, m, label):
    """Return the candidate h -> m with this label; -1 if there is none."""
    for candidate in range(factors.into[m, h], factors.into[m, h + 1]):
        if factors.label[candidate] == label:
            return candidate
    return -1


@njit(cache=True, nogil=True)
def tree_score(factors, heads, labels):
    """Return F(x, y), the sum over a tree's factors; -inf if an arc is no candidate. O(n^2)."""
    total = 0.0
    for m in range(1, len(heads)):
        candidate = candidate_of(factors, heads[m], m, labels[m])
        if candidate < 0:
            return -np.inf
        total += arc_score(factors, heads[m], m, candidate, children_of_factors(heads, m))
    return total
