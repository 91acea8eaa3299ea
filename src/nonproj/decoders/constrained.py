"""Trees with as many preferred arcs as possible, and trees of allowed arcs alone.

Tables [head, dependent] say which arcs are preferred or allowed. A sentence that has given arcs
allows each of its words either one head or all heads."""

import numpy as np
from numba import njit

from nonproj.decoders.carreras_factors import arc_score, children_of_factors
from nonproj.decoders.chu_liu_edmonds import best_arborescence
from nonproj.decoders.eisner import best_projective


@njit(cache=True, nogil=True)
def has_tree(allowed, single_root):
    """Check whether allowed arcs contain a tree; with single_root, one in which 0 has one child."""
    heads = np.full(len(allowed), -1, np.int32)
    n_roots = _spanning(np.where(allowed, 0.0, -np.inf), single_root, heads)
    return n_roots == 1 or (n_roots > 1 and not single_root)


@njit(cache=True, nogil=True)
def projective_with_most(scores, preferred, single_root):
    """Return a projective tree with as many preferred arcs as any, and of these one that is best.

    All arcs between different nodes have finite scores; this takes O(n^3) time."""
    heads = np.full(len(scores), -1, np.int32)
    best_projective(_raised(scores, preferred), single_root, heads)
    return heads


@njit(cache=True, nogil=True)
def spanning_with_most(scores, preferred, allowed, single_root):
    """Return a tree of allowed arcs with as many preferred arcs as any, and of these a best one."""
    heads = np.full(len(scores), -1, np.int32)
    _spanning(np.where(allowed, _raised(scores, preferred), -np.inf), single_root, heads)
    return heads


@njit(cache=True, nogil=True)
def _spanning(scores, single_root, heads):
    return best_arborescence(scores, np.zeros(scores.shape, np.int32), single_root, heads)


@njit(cache=True, nogil=True)
def _raised(scores, preferred):
    """Add to preferred arcs more than two trees can differ in the sum of scores."""
    bonus = 1.0
    for m in range(1, len(scores)):
        low, high = np.inf, -np.inf
        for h in range(len(scores)):
            if h != m:
                low, high = min(low, scores[h, m]), max(high, scores[h, m])
        bonus += high - low
    return np.where(preferred, scores + bonus, scores)


@njit(cache=True, nogil=True)
def choose_labels(factors, heads, labels, words):
    """Give the arcs into these words (bool[size]) their best labels, given all heads.

    A label occurs only in the factors of its own arc, so labels can be chosen one by one."""
    for m in range(1, len(heads)):
        if words[m]:
            h, children, best = np.int64(heads[m]), children_of_factors(heads, m), -np.inf
            for candidate in range(factors.into[m, h], factors.into[m, h + 1]):
                score = arc_score(factors, h, m, candidate, children)
                if score > best:
                    best, labels[m] = score, factors.label[candidate]
