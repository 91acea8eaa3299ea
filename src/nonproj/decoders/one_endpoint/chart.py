"""Scores and back-pointers for all items defined in `nonproj.decoders.one_endpoint.rules`."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.one_endpoint.forests import (
    APART,
    FIRST_ABOVE,
    N_PAIR_STATES,
    N_TRIPLE_STATES,
    SECOND_ABOVE,
)
from nonproj.decoders.one_endpoint.rules import (
    BARE,
    BARE_WEAVE,
    BRAID,
    CROSSED,
    FAR,
    MIRROR,
    MIRRORED_CROSSED,
    MIRRORED_SPAN,
    N_KINDS,
    NEAR,
    SPAN,
    WEAVE,
    rows_of,
)

# Rows of the rules, as constants for the compiled functions.
HALVES, LINK, CLOSE_BRAID = rows_of("halves"), rows_of("link"), rows_of("close braid")
UNWEAVE, UNWEAVE_BARE = rows_of("unweave"), rows_of("unweave bare")
TAKE_SPAN, SPLIT, CROSS = rows_of("take span"), rows_of("split"), rows_of("cross")
LINK_ENDS, LINK_EXTERIOR = rows_of("link ends"), rows_of("link exterior")
JOIN_CROSSED, JOIN_BRAID = rows_of("join crossed"), rows_of("join braid")
WEAVE_INNER, WEAVE_OUTER = rows_of("weave inner"), rows_of("weave outer")
WEAVE_BARE = rows_of("weave bare")

KINDS_INSIDE, KINDS_BEYOND = (CROSSED, MIRRORED_CROSSED, WEAVE, BARE_WEAVE), (FAR, BRAID)


class Items(NamedTuple):
    """All items [i, j, x] of one kind, stored by state at base[i, j] + x; spans have x = 0.

    A back-pointer is (row * size + k) * size + x, where `row` is a row of the rules. The nodes k
    and x belong to the parts of the row but not to the item."""

    kind: int
    value: np.ndarray  # float64[state, item]
    back: np.ndarray  # int32[state, item]
    base: np.ndarray  # int64[i, j]

    @classmethod
    def empty(cls, kind: int, size: int) -> "Items":
        i, j = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
        if kind in (SPAN, MIRRORED_SPAN):  # mirrored spans are traced as the original spans
            first, last = np.zeros_like(i), np.full_like(i, -(kind == MIRRORED_SPAN))
        elif kind in KINDS_INSIDE:
            first, last = i + 1, j - 1
        elif kind in KINDS_BEYOND:
            first, last = j + 1, np.full_like(i, size - 1)
        else:
            first, last = np.zeros_like(i), i - 1
        count = np.where(i < j, last - first + 1, 0)
        base = np.cumsum(count).reshape(size, size) - count - first
        shape = (N_TRIPLE_STATES, int(count.sum()))
        return cls(kind, np.full(shape, -np.inf), np.zeros(shape, np.int32), base)


class OneEndpointChart(NamedTuple):
    """All spans and items; in mirrored spans and items, nodes are counted from the right."""

    spans: np.ndarray  # float64[state, i, j]
    mirrored_spans: np.ndarray
    items: tuple[Items, ...]  # by kind

    @classmethod
    def empty(cls, size: int) -> "OneEndpointChart":
        spans = np.full((N_PAIR_STATES, size, size), -np.inf)
        items = tuple(Items.empty(kind, size) for kind in range(N_KINDS))
        return cls(spans, spans.copy(), items)


@njit(cache=True, nogil=True)
def fill(chart, arcs, mirrored_arcs):
    """Fill all items, smaller spans first; arcs[state, u, v] is an arc's score in one direction."""
    size = arcs.shape[1]
    spans, mirrored_spans, items = chart
    mirror = items[MIRROR]
    for i in range(size - 2, -1, -1):
        for j in range(i + 1, size):
            _fill_span(spans, items, arcs, i, j)
            a, b = size - 1 - j, size - 1 - i
            mirrored_spans[APART, a, b] = spans[APART, i, j]
            mirrored_spans[FIRST_ABOVE, a, b] = spans[SECOND_ABOVE, i, j]
            mirrored_spans[SECOND_ABOVE, a, b] = spans[FIRST_ABOVE, i, j]
            _fill_crossed(items[CROSSED], spans, items[NEAR], i, j)
            for kind in (NEAR, FAR, BARE):
                _fill_items(items[kind], items[CROSSED], spans, arcs, i, j)
            _fill_crossed(items[MIRRORED_CROSSED], mirrored_spans, mirror, a, b)
            _fill_items(mirror, items[MIRRORED_CROSSED], mirrored_spans, mirrored_arcs, a, b)
            _fill_weaves(items[WEAVE], items[BARE_WEAVE], spans, items[NEAR], mirror, arcs, i, j)
            _fill_braids(items[BRAID], items[FAR], mirror, i, j)


@njit(cache=True, nogil=True)
def _raise(value, back, source, score, code):
    """Wherever source + score exceeds `value`, store the sum and the back-pointer `code`."""
    if score == -np.inf:
        return
    for x in range(len(value)):
        candidate = source[x] + score
        if candidate > value[x]:
            value[x], back[x] = candidate, code


@njit(cache=True, nogil=True)
def _raise_to_sum(value, back, left, right, code):
    """Wherever left + right exceeds `value`, store the sum and the back-pointer `code`."""
    for x in range(len(value)):
        candidate = left[x] + right[x]
        if candidate > value[x]:
            value[x], back[x] = candidate, code


@njit(cache=True, nogil=True)
def _offer(items, t, at, score, code):
    if score > items.value[t, at]:
        items.value[t, at], items.back[t, at] = score, code


@njit(cache=True, nogil=True)
def _fill_items(items, crossed, spans, arcs, i, j):
    """Fill NEAR, FAR, BARE or MIRROR items [i, j, x] for all x at once."""
    size = arcs.shape[1]
    low, high = (j + 1, size) if items.kind == FAR else (0, i)
    crossable = items.kind != BARE
    here, there = items.base[i, j] + low, items.base[i, j] + high
    value, back = items.value[:, here:there], items.back[:, here:there]
    for s, t, row in TAKE_SPAN:
        value[t] = spans[s, i, j]
        back[t] = row * size * size
    for k in range(i + 1, j):
        start, split = items.base[i, k], k * size
        for s, u, t, row in SPLIT:
            source, code = items.value[s, start + low : start + high], row * size * size + split
            _raise(value[t], back[t], source, spans[u, k, j], code)
        if crossable:
            at = crossed.base[i, j] + k
            for s, d, t, row in CROSS:
                source, code = arcs[d, k, low:high], row * size * size + split
                _raise(value[t], back[t], source, crossed.value[s, at], code)
    if crossable:
        for s, d, t, row in LINK_ENDS:
            _raise(value[t], back[t], value[s], arcs[d, i, j], row * size * size)
    for s, d, t, row in LINK_EXTERIOR:
        _raise_to_sum(value[t], back[t], value[s], arcs[d, j, low:high], row * size * size)


@njit(cache=True, nogil=True)
def _fill_crossed(crossed, spans, near, i, j):
    size = spans.shape[1]
    for x in range(i + 1, j):
        at = crossed.base[i, j] + x
        for s, u, t, row in JOIN_CROSSED:
            score = spans[s, i, x] + near.value[u, near.base[x, j] + i]
            _offer(crossed, t, at, score, row * size * size)


@njit(cache=True, nogil=True)
def _fill_weaves(weaves, bare_weaves, spans, near, mirror, arcs, i, j):
    size = spans.shape[1]
    end = size - 1
    for x in range(i + 1, j):
        at, before = weaves.base[i, j] + x, mirror.base[end - x, end - i] + end - j
        for s, u, d, t, row in WEAVE_INNER:
            score = mirror.value[s, before] + spans[u, x, j] + arcs[d, i, x]
            _offer(weaves, t, at, score, row * size * size)
        for s, u, d, t, row in WEAVE_OUTER:
            score = mirror.value[s, before] + spans[u, x, j] + arcs[d, i, j]
            _offer(weaves, t, at, score, row * size * size)
        for s, u, d, t, row in WEAVE_BARE:
            score = spans[s, i, x] + near.value[u, near.base[x, j] + i] + arcs[d, i, j]
            _offer(bare_weaves, t, bare_weaves.base[i, j] + x, score, row * size * size)


@njit(cache=True, nogil=True)
def _fill_braids(braids, far, mirror, i, j):
    """Fill braids for all x > j at once; MIRROR items store these x from right to left."""
    size = far.base.shape[0]
    end, low, high = size - 1, j + 1, size
    here, there = braids.base[i, j] + low, braids.base[i, j] + high
    value, back = braids.value[:, here:there], braids.back[:, here:there]
    for k in range(i + 1, j):
        at, before = far.base[i, k], mirror.base[end - j, end - k]
        for s, u, t, row in JOIN_BRAID:
            left = far.value[s, at + low : at + high]
            right = mirror.value[u, before : before + high - low][::-1]
            _raise_to_sum(value[t], back[t], left, right, (row * size + k) * size)


@njit(cache=True, nogil=True)
def _fill_span(spans, items, arcs, i, j):
    """Fill a span from smaller items; scores go into `spans`, and back-pointers into `items`."""
    size = arcs.shape[1]
    back = items[SPAN].back[:, items[SPAN].base[i, j]]
    best = spans[:, i, j]
    if j == i + 1:
        best[APART] = 0.0
    for k in range(i + 1, j):
        for s, u, t, row in HALVES:
            score = spans[s, i, k] + spans[u, k, j]
            if score > best[t]:
                best[t], back[t] = score, (row * size + k) * size
    _unweave(best, back, UNWEAVE, items[WEAVE], items[NEAR], i, j)
    _unweave(best, back, UNWEAVE_BARE, items[BARE_WEAVE], items[BARE], i, j)
    braids = items[BRAID]
    for k in range(i + 1, j):
        at = braids.base[i, k] + j
        for s, u, d, t, row in CLOSE_BRAID:
            score = braids.value[s, at] + spans[u, k, j] + arcs[d, i, k]
            if score > best[t]:
                best[t], back[t] = score, (row * size + k) * size
    for s, d, t, row in LINK:
        score = best[s] + arcs[d, i, j]
        if score > best[t]:
            best[t], back[t] = score, row * size * size


@njit(cache=True, nogil=True)
def _unweave(best, back, rows, weaves, items, i, j):
    """Join weaves (i, p, x) and items [p, j, x] with i < x < p < j into spans."""
    size = items.base.shape[0]
    for p in range(i + 2, j):
        at, weaves_at = items.base[p, j], weaves.base[i, p]
        for s, u, t, row in rows:
            left = weaves.value[s, weaves_at + i + 1 : weaves_at + p]
            right = items.value[u, at + i + 1 : at + p]
            for x in range(len(left)):
                score = left[x] + right[x]
                if score > best[t]:
                    best[t], back[t] = score, (row * size + p) * size + i + 1 + x
