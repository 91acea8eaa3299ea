"""Search for the best projective tree, using spans with the head at one end (Eisner 2000, 4)."""

import numpy as np
from numba import njit

from nonproj.decoders.scores import checked_scores, require_tree

# A span of direction d is headed by its left end (RIGHT: arcs point right) or its right end (LEFT).
LEFT, RIGHT = 0, 1


def decode(scores: np.ndarray, single_root: bool = False) -> np.ndarray:
    """Return heads, int32[n + 1], of a projective tree with the largest sum of scores[h, d].

    With single_root, node 0 has exactly one child. Ties go to the leftmost split point in every
    span and, with single_root, to the leftmost root. This takes O(n^3) time and O(n^2) space."""
    scores = checked_scores(scores)
    heads = np.full(len(scores), -1, dtype=np.int32)
    if len(scores) > 1:
        require_tree(best_projective(scores, single_root, heads), "projective")
    return heads


@njit(cache=True, nogil=True)
def best_projective(scores, single_root, heads):
    """Fill in the heads of the best tree; return its score, or -inf if there is no tree."""
    n = len(scores) - 1
    first = 1 if single_root else 0
    complete, split, link = _chart(scores, first)
    if not single_root:
        best = complete[RIGHT, 0, n]
        if best > -np.inf:
            _trace(heads, split, link, 0, n, RIGHT)
        return best
    best, root = -np.inf, -1
    for r in range(1, n + 1):
        score = scores[0, r] + complete[LEFT, 1, r] + complete[RIGHT, r, n]
        if score > best:
            best, root = score, r
    if root > 0:
        heads[root] = 0
        _trace(heads, split, link, 1, root, LEFT)
        _trace(heads, split, link, root, n, RIGHT)
    return best


@njit(cache=True, nogil=True)
def _chart(scores, first):
    """Return the scores of complete spans over first..n, and the split points of all spans.

    A linked span i..j includes the arc between its ends. The two directions of this arc have the
    same halves and therefore the same split point `link[i, j]`. In a complete span,
    `split[d, i, j]` is the outermost child of the head."""
    size = len(scores)
    complete = np.full((2, size, size), -np.inf)
    linked = np.full((2, size, size), -np.inf)
    split = np.zeros((2, size, size), np.int32)
    link = np.zeros((size, size), np.int32)
    for i in range(first, size):
        complete[LEFT, i, i] = complete[RIGHT, i, i] = 0.0
    for width in range(1, size - first):
        for i in range(first, size - width):
            j = i + width
            best = -np.inf
            for k in range(i, j):
                score = complete[RIGHT, i, k] + complete[LEFT, k + 1, j]
                if score > best:
                    best, link[i, j] = score, k
            linked[LEFT, i, j] = best + scores[j, i]
            linked[RIGHT, i, j] = best + scores[i, j]
            for k in range(i, j):
                score = complete[LEFT, i, k] + linked[LEFT, k, j]
                if score > complete[LEFT, i, j]:
                    complete[LEFT, i, j], split[LEFT, i, j] = score, k
                score = linked[RIGHT, i, k + 1] + complete[RIGHT, k + 1, j]
                if score > complete[RIGHT, i, j]:
                    complete[RIGHT, i, j], split[RIGHT, i, j] = score, k + 1
    return complete, split, link


@njit(cache=True, nogil=True)
def _trace(heads, split, link, i, j, direction):
    """Determine the heads in a complete span from the split points."""
    stack = [(i, j, direction)]
    while len(stack) > 0:
        i, j, direction = stack.pop()
        if i == j:
            continue
        k = split[direction, i, j]
        if direction == LEFT:
            heads[k] = j
            stack.append((i, k, LEFT))
            i = k
        else:
            heads[k] = i
            stack.append((k, j, RIGHT))
            j = k
        middle = link[i, j]
        stack.append((i, middle, RIGHT))
        stack.append((middle + 1, j, LEFT))
