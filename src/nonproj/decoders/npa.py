"""Labelled non-projective approximation (McDonald & Pereira 2006; Björkelund & Kuhn 2012, fig. 2).

When a token i moves to a new head j, the score changes by a gain minus a loss: the loss comes from
removing i from the tree, and the gain from attaching i to j with some label in what is left. If h
is the old head, the loss involves the factors of three arcs: the arc into i, the arc into the next
child of h beyond i, and the arc into h, since i may be the furthest child of h. The same holds for
the gain and the new head. The gains are stored. When a token is moved, the gain from attaching i to
j changes only if i or j is the old or the new head of the token, or if j is the token itself."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.carreras_factors import arc_score, candidate_of, row
from nonproj.trees.projectivity import dominates


class Climb(NamedTuple):
    """The current tree, and the best way to attach each token to each node."""

    heads: np.ndarray  # int32[size]
    candidate: np.ndarray  # int64[size]: the arc into each token
    gain: np.ndarray  # float64[i, j]: the gain from attaching i to j in the tree without i
    choice: np.ndarray  # int64[i, j]: the candidate of that arc


@njit(cache=True, nogil=True)
def climb_from(factors, threshold, single_root, heads, labels):
    """Repeatedly apply the best single move to a tree while the gain exceeds `threshold`.

    Change heads and labels in place, and return the numbers of moves that were tried and made. With
    single_root, no move leaves node 0 with several children. Ties go to the first token, then the
    first head, then the first label. Computing the initial gains takes O(n^3 + n^2 L). Each move
    then takes O(n (n + L)) to update the gains and O(n^2) to compare them."""
    size = len(heads)
    climb = Climb(
        heads, np.zeros(size, np.int64), np.zeros((size, size)), np.zeros((size, size), np.int64)
    )
    for m in range(1, size):
        climb.candidate[m] = candidate_of(factors, heads[m], m, labels[m])
    n_tried = n_moves = 0
    for i in range(1, size):
        for j in range(size):
            n_tried += _rescore(factors, climb, i, j)
    while True:
        i, j = _best_move(factors, climb, threshold, single_root)
        if i == 0:
            return n_tried, n_moves
        n_moves += 1
        old, candidate = np.int64(heads[i]), climb.choice[i, j]
        heads[i], labels[i], climb.candidate[i] = j, factors.label[candidate], candidate
        for changed in (old, j, i):
            for node in range(size):
                n_tried += _rescore(factors, climb, node, changed)
                if changed != i:
                    n_tried += _rescore(factors, climb, changed, node)


@njit(cache=True, nogil=True)
def _best_move(factors, climb, threshold, single_root):
    """Return the token and new head of the best move; (0, 0) if no move exceeds the threshold."""
    size = len(climb.heads)
    n_roots = np.sum(climb.heads[1:] == 0)
    best, token, head = -np.inf, 0, 0
    for i in range(1, size):
        loss = _loss(factors, climb, i)
        first = 0
        if single_root and n_roots - (climb.heads[i] == 0) > 0:
            first = 1
        for j in range(first, size):
            gain = climb.gain[i, j] - loss
            if gain > best and not dominates(climb.heads, i, j):
                best, token, head = gain, i, j
    if best > threshold:
        return token, head
    return 0, 0


@njit(cache=True, nogil=True)
def _rescore(factors, climb, i, j):
    """Store the best label for attaching i to j, and the gain; return the number of labels."""
    if i == 0 or i == j:
        return 0
    begin, end = factors.into[i, j], factors.into[i, j + 1]
    if begin == end:
        climb.gain[i, j] = -np.inf
        return 0
    children, others = _around(factors, climb, i, j)
    best = -np.inf
    for candidate in range(begin, end):
        score = arc_score(factors, j, i, candidate, children)
        if score > best:
            best, climb.choice[i, j] = score, candidate
    climb.gain[i, j] = best + others
    return end - begin


@njit(cache=True, nogil=True)
def _loss(factors, climb, i):
    """Return the difference in score between the tree and the tree without i."""
    h = climb.heads[i]
    children, others = _around(factors, climb, i, h)
    return arc_score(factors, h, i, climb.candidate[i], children) + others


@njit(cache=True, nogil=True)
def _around(factors, climb, i, j):
    """Return the children in the factors of j -> i, and the change in the score of other arcs.

    Both refer to attaching i to j in the tree without i."""
    heads = climb.heads
    step = 1 if i > j else -1
    sibling, inside, outside = j, i, 0
    for c in range(j + step, i, step):
        if heads[c] == j:
            sibling = c
        if heads[c] == i and inside == i:
            inside = c
    following = 0
    c = i + step
    while 0 < c < len(heads):
        if heads[c] == i:
            outside = c
        if heads[c] == j and following == 0:
            following = c
        c += step
    change = _change_of_sibling(factors, climb, i, j, sibling, following)
    if j > 0 and climb.heads[j] != i:
        change += _change_of_grandchild(factors, climb, i, j)
    return (sibling, inside, outside), change


@njit(cache=True, nogil=True)
def _change_of_sibling(factors, climb, i, j, sibling, following):
    """Return the change in score if the next child of j beyond i gets i as its sibling."""
    if following == 0:
        return 0.0
    arc = factors.out[j, following] + climb.candidate[following] - factors.into[following, j]
    after = row(factors.sibling, factors.out, j, i, arc, arc + 1)[0]
    return np.float64(after) - row(factors.sibling, factors.out, j, sibling, arc, arc + 1)[0]


@njit(cache=True, nogil=True)
def _change_of_grandchild(factors, climb, i, j):
    """Return the change in score if i becomes the furthest child inside or outside j's arc."""
    heads = climb.heads
    h = heads[j]
    if (h < j) == (i < j):
        no_child, end = j, h
        if (i < h) == (h < j):
            return 0.0  # beyond h
    else:
        no_child, end = 0, len(heads) if i > j else 0
    step = 1 if i > j else -1
    for c in range(i + step, end, step):
        if heads[c] == j:
            return 0.0  # another child is further away
    furthest = no_child
    for c in range(j + step, i, step):
        if heads[c] == j:
            furthest = c
    arc = climb.candidate[j]
    after = row(factors.grandchild, factors.into, j, i, arc, arc + 1)[0]
    return np.float64(after) - row(factors.grandchild, factors.into, j, furthest, arc, arc + 1)[0]
