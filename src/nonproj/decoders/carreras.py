"""Search for the best projective tree under labelled second-order factors (Carreras 2007).

There are two kinds of items, as in figure 2 of the paper, but with labels:
    linked(h, m, l)       the arc h -> m with label l, and all nodes between h and m, below h or m;
    complete(h, e, m)     h and all nodes below h as far as e, where m is h's furthest child.
In a factor of the arc h -> m, a child of m is the furthest child in a complete item of m, and the
sibling is h's furthest child in the complete item that precedes the arc. The label of an arc occurs
only in the factors of this arc, so the chart maximises over labels when it completes the arc. The
result is the best of all trees that consist of candidate arcs, or one of the best.

Decoding takes O(n^4 L) time and, like the scores, O(n^3 L) space, where L is the mean number of
labels per arc. Two maximisations account for the time. For each complete item and each arc that may
use the item, they find the best furthest child. They process all arcs (heads or modifiers, and
labels) at once, without branches and in memory order."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.carreras_factors import Factors, row
from nonproj.decoders.scores import require_tree

_NEVER = np.float32(-np.inf)


class CarrerasChart(NamedTuple):
    """The scores of items; there are no back-pointers, so `_trace` searches for the best parts."""

    linked: np.ndarray  # [candidate], by modifier
    complete: np.ndarray  # [h, e, furthest child of h]
    before: np.ndarray  # like factors.sibling, row e: best complete(h, e, c) for a sibling c
    below: np.ndarray  # like factors.grandchild, row e: best complete(m, e, c) for a child c
    child: np.ndarray  # int64: for each h, the nodes c with a candidate h -> c, and h itself
    place: np.ndarray  # int64[h, c]: where the entries of h that are >= c begin in `child`


def decode(factors: Factors, single_root: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return heads and labels, int32[n + 1], of a projective tree with the largest score.

    With single_root, node 0 has exactly one child. Labels are numbered as in the factors; node 0
    has the label -1. Ties go to the leftmost furthest child, the first label and the leftmost split
    point."""
    heads, labels = np.full((2, len(factors.into)), -1, dtype=np.int32)
    require_tree(best_projective(factors, single_root, heads, labels), "projective")
    return heads, labels


@njit(cache=True, nogil=True)
def best_projective(factors, single_root, heads, labels):
    """Fill in heads and labels of the best tree; return its score, or -inf if there is no tree."""
    n = len(heads) - 1
    if n == 0:
        return 0.0
    chart = _fill(factors, single_root)
    last = np.argmax(chart.complete[0, n, 1:]) + 1
    best = chart.complete[0, n, last]
    if best > _NEVER:
        _trace(factors, chart, single_root, heads, labels, last)
    return np.float64(best)


@njit(cache=True, nogil=True)
def _fill(factors, single_root):
    size = len(factors.into)
    chart = CarrerasChart(
        np.full(len(factors.arc), _NEVER),
        np.full((size, size, size), _NEVER),
        np.full(len(factors.sibling), _NEVER),
        np.full(len(factors.grandchild), _NEVER),
        *_possible_children(factors.into),
    )
    for node in range(size):
        chart.complete[node, node, node] = 0.0
        _prepare(factors, chart, node, node)
    for width in range(1, size):
        for i in range(size - width):
            j = i + width
            _link(factors, chart, i, j, single_root and i == 0)
            _complete(factors, chart, i, j)
            _prepare(factors, chart, i, j)
            if i > 0:
                _link(factors, chart, j, i, False)
                _complete(factors, chart, j, i)
                _prepare(factors, chart, j, i)
    return chart


@njit(cache=True, nogil=True)
def _prepare(factors, chart, h, e):
    """For every arc that may use the item h..e, find the best furthest child in the item."""
    size = len(factors.into)
    if len(_children(chart, h, e)) == 0:
        return
    low, high = min(h, e), max(h, e)
    out, into = factors.out[h], factors.into[h]
    if e >= h:
        _maximise(chart, chart.before, factors.sibling, factors.out, h, e, out[high + 1], out[size])
    if e <= h:
        _maximise(chart, chart.before, factors.sibling, factors.out, h, e, out[0], out[low])
    for begin, end in ((into[0], into[low]), (into[high + 1], into[size])):
        _maximise(chart, chart.below, factors.grandchild, factors.into, h, e, begin, end)


@njit(cache=True, nogil=True)
def _maximise(chart, best_scores, scores, ends, h, e, begin, end):
    """For each arc a, set best[a] to the maximum over c of complete(h, e, c) + scores[c, a]."""
    if begin == end:
        return
    best = row(best_scores, ends, h, e, begin, end)
    for c in _children(chart, h, e):
        item, score = chart.complete[h, e, c], row(scores, ends, h, c, begin, end)
        for a in range(len(best)):
            best[a] = max(best[a], item + score[a])


@njit(cache=True, nogil=True)
def _possible_children(into):
    """Return the fields `child` and `place` of a chart."""
    size = len(into)
    child, place = np.empty(size * size, np.int64), np.empty((size, size + 1), np.int64)
    count = 0
    for h in range(size):
        for c in range(size):
            place[h, c] = count
            if c == h or into[c, h] < into[c, h + 1]:
                child[count] = c
                count += 1
        place[h, size] = count
    return child, place


@njit(cache=True, nogil=True)
def _children(chart, h, e):
    """Return possible furthest children in the complete item h..e; h stands for no child."""
    place = chart.place[h]
    if h == e:
        return chart.child[place[h] : place[h + 1]]
    if h < e:
        return chart.child[place[h + 1] : place[e + 1]]
    return chart.child[place[e] : place[h]]


@njit(cache=True, nogil=True)
def _link(factors, chart, h, m, is_only_root):
    """For each label, fill in the linked item for the arc h -> m."""
    into, out = factors.into[m, h], factors.out[h, m]
    linked = chart.linked[into : factors.into[m, h + 1]]
    n_labels = len(linked)
    if n_labels == 0:
        return
    first, last = (h, m - 1) if h < m else (m + 1, h)
    if is_only_root:
        last = first
    step = 1 if h < m else -1
    for e in range(first, last + 1):
        of_head = row(chart.before, factors.out, h, e, out, out + n_labels)
        of_modifier = row(chart.below, factors.into, m, e + step, into, into + n_labels)
        for k in range(n_labels):
            linked[k] = max(linked[k], of_head[k] + of_modifier[k])
    for k in range(n_labels):
        linked[k] += factors.arc[into + k]


@njit(cache=True, nogil=True)
def _complete(factors, chart, h, e):
    """Fill the complete items h..e, one for each furthest child m of h."""
    for m in _children(chart, h, e):
        begin, end = factors.into[m, h], factors.into[m, h + 1]
        outside = _outside(factors, chart, m, e, begin, end)
        best = _NEVER
        for k in range(end - begin):
            best = max(best, chart.linked[begin + k] + outside[k])
        chart.complete[h, e, m] = best


@njit(cache=True, nogil=True)
def _outside(factors, chart, m, e, begin, end):
    """Return, for each arc into m, the best score of m..e, including the outside child's factor."""
    if e == m:
        return row(factors.grandchild, factors.into, m, 0, begin, end)
    return row(chart.below, factors.into, m, e, begin, end)


@njit(cache=True, nogil=True)
def _trace(factors, chart, single_root, heads, labels, last):
    """Trace the tree in the chart: a complete item consists of an arc and three smaller items."""
    into, out = factors.into, factors.out
    stack = [(0, len(heads) - 1, last)]
    while len(stack) > 0:
        h, e, m = stack.pop()
        if h == e:
            continue
        outside = _outside(factors, chart, m, e, into[m, h], into[m, h + 1])
        k = np.argmax(chart.linked[into[m, h] : into[m, h + 1]] + outside)
        by_modifier, by_head = into[m, h] + k, out[h, m] + k
        heads[m], labels[m] = h, factors.label[by_modifier]
        split = h
        if h > 0 or not single_root:
            split = _best_split(factors, chart, h, m, by_head, by_modifier)
        inside = split + 1 if h < m else split - 1
        sibling = _best_child(chart, factors.sibling, out, h, split, by_head)
        stack.append((h, split, sibling))
        for end in (inside, e):
            child = _best_child(chart, factors.grandchild, into, m, end, by_modifier)
            stack.append((m, end, child))


@njit(cache=True, nogil=True)
def _best_split(factors, chart, h, m, by_head, by_modifier):
    """Return the node at which the best derivation splits h..m: the last node in h's part."""
    first, last = (h, m - 1) if h < m else (m + 1, h)
    step = 1 if h < m else -1
    best, split = _NEVER, h
    for e in range(first, last + 1):
        of_head = row(chart.before, factors.out, h, e, by_head, by_head + 1)[0]
        of_modifier = row(chart.below, factors.into, m, e + step, by_modifier, by_modifier + 1)[0]
        if of_head + of_modifier > best:
            best, split = of_head + of_modifier, e
    return split


@njit(cache=True, nogil=True)
def _best_child(chart, scores, ends, h, e, arc):
    """Return the best choice of a furthest child in the complete item h..e, given the arc."""
    best, child = _NEVER, h
    for c in _children(chart, h, e):
        score = chart.complete[h, e, c] + row(scores, ends, h, c, arc, arc + 1)[0]
        if score > best:
            best, child = score, c
    return child
