"""Projectivity of arcs and trees, defined by dominance.

A tree is projective iff no two of its arcs cross, including the arcs from node 0. However, a
crossed arc is not necessarily non-projective itself (Nilsson 2009, 2.2.3)."""

import numpy as np
from numba import njit

from nonproj.trees.columns import checked_corpus


def projective_sentences(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Mark the sentences in which all arcs are projective (Nilsson 2009, def. 4), in O(n)."""
    return _projective_sentences(*checked_corpus(start, head))


def nonprojective_arcs(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Mark the slots whose incoming arc is non-projective (Nilsson 2009, def. 3); False at roots.

    An arc is projective iff its head dominates every token strictly between head and dependent.
    Arcs from node 0 are always projective. This takes O(n) on projective sentences. On other
    sentences, the cost is at most the sum of arc lengths times the depth of the tree."""
    return _nonprojective_arcs(*checked_corpus(start, head))


@njit(cache=True)
def tree_is_projective(head):
    """Check whether a tree is projective.

    A tree is projective iff only node 0 remains after repeatedly removing leaves next to their
    heads."""
    return len(without_leaves(head)) == 1


@njit(cache=True)
def without_leaves(head):
    """Return the nodes that remain after repeatedly removing leaves adjacent to their heads.

    This is a bottom-up shift-reduce procedure in O(n): neighbours on the stack are joined once the
    dependent is complete."""
    size = len(head)
    missing = np.zeros(size, np.int32)  # the number of children that are not removed yet
    for d in range(1, size):
        missing[head[d]] += 1
    stack = np.empty(size, np.int32)
    top = -1
    for node in range(size):
        top += 1
        stack[top] = node
        while top > 0:
            left, right = stack[top - 1], stack[top]
            if head[right] == left and missing[right] == 0:
                missing[left] -= 1
            elif head[left] == right and missing[left] == 0:
                missing[right] -= 1
                stack[top - 1] = right
            else:
                break
            top -= 1
    return stack[: top + 1]


@njit(cache=True)
def dominates(head, ancestor, node):
    """Check whether `ancestor` is `node` itself or one of its ancestors."""
    while node != -1 and node != ancestor:
        node = head[node]
    return node == ancestor


@njit(cache=True)
def is_tree(head):
    """Check that node 0 dominates every node."""
    for d in range(1, len(head)):
        node, steps = d, 0
        while node > 0 and steps < len(head):
            node, steps = head[node], steps + 1
        if node != 0:
            return False
    return True


@njit(cache=True)
def arc_is_projective(head, d):
    """Check that head[d] dominates all nodes between itself and d.

    Nodes whose own head is also within the arc need not be checked."""
    h = head[d]
    low, high = min(h, d), max(h, d)
    for x in range(low + 1, high):
        if (head[x] < low or head[x] > high) and not dominates(head, h, x):
            return False
    return True


@njit(cache=True)
def cross(head, d, e):
    """Check whether the arcs into d and e cross: each has exactly one end inside the other."""
    low, high = min(head[d], d), max(head[d], d)
    left, right = min(head[e], e), max(head[e], e)
    return low < left < high < right or left < low < right < high


@njit(cache=True)
def _projective_sentences(start, head):
    projective = np.empty(len(start) - 1, np.bool_)
    for s in range(len(start) - 1):
        projective[s] = tree_is_projective(head[start[s] : start[s + 1]])
    return projective


@njit(cache=True)
def _nonprojective_arcs(start, head):
    nonprojective = np.zeros(len(head), np.bool_)
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        if not tree_is_projective(tree):
            for d in range(1, len(tree)):
                nonprojective[start[s] + d] = not arc_is_projective(tree, d)
    return nonprojective
