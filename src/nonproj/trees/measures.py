"""Measures of non-projectivity: arc lengths, degrees, gaps, planarity, 1-Endpoint-Crossing.

Most functions take the columns (start, head) of a corpus."""

import numpy as np
from numba import njit

from nonproj.trees.columns import checked_corpus, checked_tree
from nonproj.trees.crossings import crossings
from nonproj.trees.projectivity import cross, tree_is_projective


def arc_lengths(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Return the length |head - dependent| of the arc into each slot; 0 at root slots.

    Node 0 is at position 0, so the length of an arc from node 0 is its dependent's position."""
    start, head = checked_corpus(start, head)
    node = np.arange(len(head), dtype=np.int32) - np.repeat(start[:-1], np.diff(start))
    lengths = np.abs(node - head)
    lengths[start[:-1]] = 0
    return lengths


def arc_degrees(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Return the degree of the arc into each slot (Nivre 2007, def. 3); 0 at root slots.

    Only arcs within the arc's span count. The degree is the number of connected components strictly
    inside the span that the arc's head does not dominate. Each component has one node whose own
    head is not strictly inside the span. The arc's head dominates the component iff this node's
    head is an end of the span. It therefore suffices to count inner nodes with a head outside the
    span. The cost is the sum of arc lengths."""
    return _arc_degrees(*checked_corpus(start, head))


def gap_degrees(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Count the gaps in the projection of each node, including node 0 (Kuhlmann & Nivre 2006).

    The projection of a node is the ordered list of the nodes that it dominates. A gap is a pair of
    neighbours in this list that are not adjacent in the sentence. The cost is the sum of depths."""
    return _gap_degrees(*checked_corpus(start, head))


def sentence_maxima(start: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the largest value in each sentence, e.g. a tree's degree from those of its arcs."""
    return np.maximum.reduceat(values, start[:-1]) if len(start) > 1 else values[:0]


def planar_sentences(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Mark sentences in which no two arcs between tokens cross (Kuhlmann & Nivre 2006).

    Arcs from node 0 do not count, since the definition has no such node; if they did, planar would
    mean projective. This takes O(n) on projective sentences and O(n^2) on others."""
    return crossings(start, head)[0] == 0


def one_endpoint_crossing_sentences(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Mark trees in which all arcs that cross the same arc share an end (Pitler et al. 2013).

    Node 0 is leftmost, and its arcs count. This takes O(n) on projective sentences and O(n^2) on
    others."""
    return _one_endpoint_crossing_sentences(*checked_corpus(start, head))


def is_one_endpoint_crossing(heads: np.ndarray) -> bool:
    """Check whether a tree, given by its heads, is 1-Endpoint-Crossing."""
    return bool(_one_endpoint_crossing_sentences(*checked_tree(heads))[0])


@njit(cache=True)
def _arc_degrees(start, head):
    degrees = np.zeros(len(head), np.int32)
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        if tree_is_projective(tree):
            continue
        for d in range(1, len(tree)):
            low, high = min(tree[d], d), max(tree[d], d)
            for x in range(low + 1, high):
                if tree[x] < low or tree[x] > high:
                    degrees[start[s] + d] += 1
    return degrees


@njit(cache=True)
def _gap_degrees(start, head):
    """Count the gaps of each node: the number of blocks in the node's projection, minus one.

    A block in the projection of v ends at x iff v dominates x but not x + 1. This holds iff v is on
    the path from x up to, but not including, the lowest common ancestor of x and x + 1."""
    gaps = np.zeros(len(head), np.int32)
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        n = len(tree) - 1
        if tree_is_projective(tree):
            continue
        above_next = np.full(n + 1, -1, np.int32)  # x for each node that dominates x + 1
        for x in range(n + 1):
            node = x + 1 if x < n else -1
            while node != -1:
                above_next[node] = x
                node = tree[node]
            node = x
            while node != -1 and above_next[node] != x:
                gaps[start[s] + node] += 1
                node = tree[node]
        gaps[start[s] : start[s + 1]] -= 1
    return gaps


@njit(cache=True)
def _one_endpoint_crossing_sentences(start, head):
    holds = np.ones(len(start) - 1, np.bool_)
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        if tree_is_projective(tree):
            continue
        for d in range(1, len(tree)):
            if not _crossed_at_one_endpoint(tree, d):
                holds[s] = False
                break
    return holds


@njit(cache=True)
def _crossed_at_one_endpoint(tree, d):
    """Check whether all arcs that cross the arc into d share an end."""
    first, second, n_crossing = -1, -1, 0
    for e in range(1, len(tree)):
        if not cross(tree, d, e):
            continue
        n_crossing += 1
        if n_crossing == 1:
            first, second = e, tree[e]
        if first != e and first != tree[e]:
            first = -1
        if second != e and second != tree[e]:
            second = -1
        if first == -1 and second == -1:
            return False
    return True
