"""Labelled second-order factors (Carreras 2007), scored over the candidate arcs of a sentence.

An arc h -> m with label l takes part in four factors:
    arc            h, m;
    sibling        h, m and the child of h strictly between h and m that is nearest to m;
    inside child   h, m and the child of m strictly between h and m that is furthest from m;
    outside child  h, m and the child of m beyond m, seen from h, that is furthest from m.
Factors are defined by positions alone, so non-projective trees also have them. In such a tree, a
child of m beyond h shares no factor with h, as in Bohnet (2010). The only label in a factor is the
label l of the arc h -> m. If a child is missing, a node that cannot be the child takes its place: h
for the sibling, m for the inside child, and node 0 for the outside child."""

from typing import NamedTuple

import numpy as np
from numba import njit

# The roles that a child can play in the factors of an arc.
SIBLING_FACTOR, INSIDE_FACTOR, OUTSIDE_FACTOR = range(3)


class Factors(NamedTuple):
    """The scores of all factors in a sentence with nodes 0..n; size is n + 1.

    Candidates are ordered by modifier, head and label; those for h -> m are
    into[m, h]..into[m, h + 1]. If the same candidates are ordered by head, modifier and label,
    those for h -> m are out[h, m]..out[h, m + 1]. For each head, `sibling` has a block of `size`
    rows, one for each node that may be the sibling; a row has one score for each candidate from
    that head. `grandchild` has such a block for each modifier, with rows for the nodes that may be
    the child. In this layout, scores over which a decoder maximises are adjacent in memory."""

    into: np.ndarray  # int64[size, size + 1]
    out: np.ndarray  # int64[size, size + 1]
    label: np.ndarray  # int32[n_candidates], by modifier
    arc: np.ndarray  # float32[n_candidates], by modifier
    sibling: np.ndarray  # float32[size * n_candidates], by head
    grandchild: np.ndarray  # float32[size * n_candidates], by modifier


@njit(cache=True, nogil=True)
def row(scores, ends, node, child, begin, end):
    """Return a node's scores for the candidates begin..end - 1, given the child.

    `ends` is `into` or `out`. The view is created without an intermediate matrix, which would cost
    more than a short row."""
    first = ends[node, 0]
    offset = len(ends) * first + child * (ends[node, len(ends)] - first) - first
    return scores[offset + begin : offset + end]


@njit(cache=True, nogil=True)
def number_candidates(counts):
    """Compute `into` and `out`, given the number of labels counts[h, m] for each arc."""
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
    """Count the second-order factors that trees can have, including those for a missing child."""
    size, count = len(into), 0
    below = np.zeros((size, size + 1), np.int64)  # [h, c]: how many candidate children precede c
    for h in range(size):
        for c in range(size):
            below[h, c + 1] = below[h, c] + (into[c, h] < into[c, h + 1])
    for m in range(1, size):
        for h in range(size):
            low, high = min(h, m) + 1, max(h, m)
            inner = below[h, high] - below[h, low] + below[m, high] - below[m, low]
            outer = below[m, size] - below[m, m] if h < m else below[m, m]
            count += (into[m, h + 1] - into[m, h]) * (3 + inner + outer)
    return count


@njit(cache=True, nogil=True)
def no_child(kind, h, m):
    """Return the node that replaces a missing child in factors of the arc h -> m."""
    if kind == SIBLING_FACTOR:
        return h
    return m if kind == INSIDE_FACTOR else 0


@njit(cache=True, nogil=True)
def children_of_factors(heads, m):
    """Return the sibling, inside child and outside child for the arc into m, or placeholders."""
    h, m = np.int64(heads[m]), np.int64(m)
    step = 1 if m > h else -1
    sibling, inside, outside = (
        no_child(SIBLING_FACTOR, h, m),
        no_child(INSIDE_FACTOR, h, m),
        no_child(OUTSIDE_FACTOR, h, m),
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
    """Return the total score of an arc's factors."""
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
    """Return F(x, y), the total score of a tree's factors; -inf if an arc is not a candidate."""
    total = 0.0
    for m in range(1, len(heads)):
        candidate = candidate_of(factors, heads[m], m, labels[m])
        if candidate < 0:
            return -np.inf
        total += arc_score(factors, heads[m], m, candidate, children_of_factors(heads, m))
    return total


@njit(cache=True, nogil=True)
def best_labels(into, arc):
    """Return the score of the best candidate for each h -> m (-inf if none), and that candidate.

    Decoders that score each arc separately (Eisner 1996, Chu & Liu 1965) need no other candidates:
    no factor involves two arcs, so in the best labelled tree, each arc has its best label. Ties go
    to the first label. This takes O(n^2 L) time."""
    size = len(into)
    scores = np.full((size, size), -np.inf)
    best = np.full((size, size), -1, np.int64)
    for m in range(1, size):
        for h in range(size):
            for candidate in range(into[m, h], into[m, h + 1]):
                if arc[candidate] > scores[h, m]:
                    scores[h, m], best[h, m] = arc[candidate], candidate
    return scores, best
