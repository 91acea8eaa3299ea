"""Arc marginals: the probability of each arc in a distribution over trees.

The probability of a tree is proportional to its weight, exp(sum of arc scores). The sum of the
weights of all trees is the determinant of a matrix, and marginals follow from the inverse of the
matrix (Koo, Globerson, Carreras & Collins 2007; Smith & Smith 2007). For projective trees, the
chart of Eisner (2000) computes the sum, and marginals are the derivatives of the logarithm of its
last entry (inside-outside)."""

import numpy as np
from numba import njit

from nonproj.decoders.eisner import LEFT, RIGHT

LEAST_DIFFERENCE = -20.0  # minimum difference from the best score of a word


@njit(cache=True, nogil=True)
def arc_marginals(scores, single_root):
    """Return arc probabilities as float64[h, d]; scores[h, d] is -inf if an arc is forbidden.

    With single_root, only trees in which node 0 has exactly one child are considered. There must be
    at least one tree and one word. This takes O(n^3) time."""
    n = len(scores) - 1
    weight = np.exp(_relative(scores))
    laplacian = -weight[1:, 1:]
    for d in range(1, n + 1):
        laplacian[d - 1, d - 1] = weight[1:, d].sum() + (0.0 if single_root else weight[0, d])
    if single_root:  # Koo et al. (2007), 3.2: the weights of roots replace the first row
        laplacian[0] = weight[0, 1:]
    inverse = np.linalg.inv(laplacian)
    shares = np.zeros((n + 1, n + 1))
    for d in range(1, n + 1):
        own = 0.0 if single_root and d == 1 else inverse[d - 1, d - 1]
        shares[0, d] = weight[0, d] * (inverse[d - 1, 0] if single_root else own)
        for h in range(1, n + 1):
            other = 0.0 if single_root and h == 1 else inverse[d - 1, h - 1]
            shares[h, d] = weight[h, d] * (own - other)
    return shares


@njit(cache=True, nogil=True)
def projective_marginals(scores, single_root):
    """Return arc probabilities like `arc_marginals`, but over projective trees only, in O(n^3)."""
    scores, size = _relative(scores), len(scores)
    first = 1 if single_root else 0
    complete, halves = _inside(scores, first)
    outside, arcs = np.zeros_like(complete), np.zeros_like(scores)
    if single_root:
        with_root = scores[0, 1:] + complete[LEFT, 1, 1:] + complete[RIGHT, 1:, size - 1]
        shares = np.exp(with_root - _log_sum(with_root))
        arcs[0, 1:] = shares
        outside[LEFT, 1, 1:] += shares
        outside[RIGHT, 1:, size - 1] += shares
    else:
        outside[RIGHT, 0, size - 1] = 1.0
    for width in range(size - first - 1, 0, -1):
        for i in range(first, size - width):
            j = i + width
            for k in range(i, j):  # the last arcs in the spans: k <- j and i -> k + 1
                into = halves[k, j] + scores[j, k]
                share = _part(outside, complete, LEFT, i, j, complete[LEFT, i, k] + into)
                outside[LEFT, i, k] += share
                arcs[j, k] += share
                into = halves[i, k + 1] + scores[i, k + 1]
                share = _part(outside, complete, RIGHT, i, j, complete[RIGHT, k + 1, j] + into)
                outside[RIGHT, k + 1, j] += share
                arcs[i, k + 1] += share
            _share_out(outside, complete, halves, i, j, arcs[j, i] + arcs[i, j])
    return arcs


@njit(cache=True, nogil=True)
def write_marginals(scores, projective, single_root, heads, out):
    """Write the marginal of each arc in a tree to `out`, which is indexed by dependent."""
    if len(heads) == 1:
        return
    if projective:
        shares = projective_marginals(scores, single_root)
    else:
        shares = arc_marginals(scores, single_root)
    for d in range(1, len(heads)):
        out[d] = min(max(shares[heads[d], d], 0.0), 1.0)


@njit(cache=True, nogil=True)
def _relative(scores):
    """Subtract each word's best score; raise lower results to LEAST_DIFFERENCE, but keep -inf.

    A score that is not a number also forbids its arc. If all arcs into a word are forbidden, they
    are all treated as allowed, with equal scores."""
    n = len(scores) - 1
    relative = np.full((n + 1, n + 1), -np.inf)
    for d in range(1, n + 1):
        best = -np.inf
        for h in range(n + 1):
            if h != d and scores[h, d] > best:
                best = scores[h, d]
        for h in range(n + 1):
            if h != d and scores[h, d] == best:
                relative[h, d] = 0.0
            elif h != d and scores[h, d] > -np.inf:
                relative[h, d] = max(scores[h, d] - best, LEAST_DIFFERENCE)
            elif h != d and best == -np.inf:
                relative[h, d] = 0.0
    return relative


@njit(cache=True, nogil=True)
def _log_sum(values):
    best = values.max()
    return best if best == -np.inf else best + np.log(np.exp(values - best).sum())


@njit(cache=True, nogil=True)
def _inside(scores, first):
    """Return the log total weight of each complete span and of each pair of spans under an arc."""
    size = len(scores)
    complete = np.full((2, size, size), -np.inf)
    halves = np.full((size, size), -np.inf)
    for i in range(first, size):
        complete[:, i, i] = 0.0
    for width in range(1, size - first):
        for i in range(first, size - width):
            j = i + width
            halves[i, j] = _log_sum(complete[RIGHT, i, i:j] + complete[LEFT, i + 1 : j + 1, j])
            left, right = np.empty(width), np.empty(width)
            for k in range(i, j):
                left[k - i] = complete[LEFT, i, k] + halves[k, j] + scores[j, k]
                right[k - i] = complete[RIGHT, k + 1, j] + halves[i, k + 1] + scores[i, k + 1]
            complete[LEFT, i, j], complete[RIGHT, i, j] = _log_sum(left), _log_sum(right)
    return complete, halves


@njit(cache=True, nogil=True)
def _part(outside, complete, direction, i, j, weight):
    """Return how much of a complete span's probability belongs to one derivation."""
    if weight == -np.inf:
        return 0.0
    return outside[direction, i, j] * np.exp(weight - complete[direction, i, j])


@njit(cache=True, nogil=True)
def _share_out(outside, complete, halves, i, j, probability):
    """Divide the probability of the arcs between i and j among the pairs of spans under them."""
    if halves[i, j] == -np.inf:
        return
    for k in range(i, j):
        both = complete[RIGHT, i, k] + complete[LEFT, k + 1, j]
        share = probability * np.exp(both - halves[i, j])
        outside[RIGHT, i, k] += share
        outside[LEFT, k + 1, j] += share
