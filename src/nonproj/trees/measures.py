"""Measures of non-projectivity: lengths, degrees, gaps, planarity, 1-Endpoint-Crossing.

All but the last take the columns (start, head) of a corpus."""

import numpy as np
from numba import njit

from nonproj.trees.columns import checked_corpus, checked_tree
from nonproj.trees.crossings import crossings
from nonproj.trees.projectivity import cross, tree_is_projective


def arc_lengths(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Return, per slot, the length |head - dependent| of the arc into it; 0 at root slots.

    Node 0 stands at position 0, so an arc of the root is as long as its dependent's position."""
    start, head = checked_corpus(start, head)
    node = np.arange(len(head), dtype=np.int32) - np.repeat(start[:-1], np.diff(start))
    lengths = np.abs(node - head)
    lengths[start[:-1]] = 0
    return lengths


def arc_degrees(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Return, per slot, the degree of the arc into it (Nivre 2007, def. 3); 0 at root slots.

    The degree is the number of connected components of the graph strictly inside the arc's span
    that the arc's head does not dominate within the span, ends included. A component has one node
    whose head is not inside; it is dominated within the span iff that head is an end. So it
    suffices to count inner nodes with a head beyond the span. Cost: the sum of arc lengths."""
    return _arc_degrees(*checked_corpus(start, head))


def gap_degrees(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Return, per slot, the gaps in the node's projection (Kuhlmann & Nivre 2006), root included.

    The projection of a node is the list of nodes that it dominates, in order; a gap is a pair of
    neighbours in it that are not adjacent in the sentence. Cost: the sum of depths."""
    return _gap_degrees(*checked_corpus(start, head))


def sentence_maxima(start: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the largest value of each sentence's slots: a tree's degree from its arcs' degrees."""
    return np.maximum.reduceat(values, start[:-1]) if len(start) > 1 else values[:0]


def planar_sentences(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Mark sentences in which no two arcs between tokens cross (Kuhlmann & Nivre 2006).

    The definition has no node 0, so its arcs are left out; with them planar would mean projective.
    O(n) on projective sentences, else O(n^2)."""
    return crossings(start, head)[0] == 0


def one_endpoint_crossing_sentences(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Mark 1-Endpoint-Crossing trees: all arcs that cross an arc share an end (Pitler et al. 2013).

    Node 0 is leftmost and its arcs count. O(n) on projective sentences, else O(n^2)."""
    return _one_endpoint_crossing_sentences(*checked_corpus(start, head))


def is_one_endpoint_crossing(heads: np.ndarray) -> bool:
    """Check one tree, given by its heads, for the 1-Endpoint-Crossing property."""
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
    """Count the gaps of each node: blocks of its projection that end before its last one.

    A block of v's projection ends at x iff v dominates x but not x + 1. Those v are the ancestors
    of x below the first common ancestor of x and x + 1."""
    gaps = np.zeros(len(head), np.int32)
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        n = len(tree) - 1
        if tree_is_projective(tree):
            continue
        above_next = np.full(n + 1, -1, np.int32)  # x at the nodes that dominate x + 1
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
    """Check that all arcs that cross the arc into d share an end; keep the ends shared so far."""
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
