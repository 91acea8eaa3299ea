"""The best values of all items, and the tree of the best derivation."""

import numpy as np
from numba import njit

from nonproj.decoders.one_endpoint.third_order.cells import (
    IS_SCORE,
    ONE,
    STEP,
    Chart,
    I,
    J,
    K,
    X,
)
from nonproj.decoders.one_endpoint.third_order.rows import (
    DIRECTION,
    N_PARTS,
    NO_PART,
    OF_K,
    OF_X,
    rows,
)
from nonproj.decoders.one_endpoint.third_order.rules import (
    BACKWARD,
    BETWEEN_I_AND_J,
    BETWEEN_I_AND_K,
    BEYOND_J,
    FORWARD,
    GRANDPARENTS,
    NO_K,
    NO_X,
    WITH_I,
    WITH_J,
)

assert N_PARTS == 5  # tuples of places are written out
TILE = 6


def best_tree(scores: np.ndarray) -> tuple[np.ndarray, float]:
    """Heads and score of the best tree over at least one node; -inf if there is none."""
    heads = np.full(scores.shape[1], -1, np.int32)
    chart, table = Chart.of(scores), rows()
    _fill(chart.cells, chart.places, table.how, chart.size)
    score = float(chart.array("TRI")[0, -1, -1])
    if score > -np.inf:
        _trace(chart.cells, chart.places, table, IS_SCORE, chart.goal, heads)
    return heads, score


@njit(cache=True, nogil=True)
def _fill(cells, places, how, size):
    """Apply all rows to all pairs of nodes, inner pairs first.

    Pairs are taken from squares of TILE nodes, so that inner items are still in the cache when they
    are read again, which in sentences of 60 words and more saves a fifth of the time."""
    for low in range((size - 1) // TILE * TILE, -1, -TILE):
        for high in range(low, size, TILE):
            for i in range(min(low + TILE, size) - 1, low - 1, -1):
                for j in range(max(i + 1, high), min(high + TILE, size)):
                    _apply_all(cells, places, how, i, j, size)


@njit(cache=True, nogil=True)
def _apply_all(cells, places, how, i, j, size):
    for row in range(len(how)):
        if how[row, DIRECTION] != BACKWARD:
            _apply(cells, places[row], how[row], i, j, size)
        if how[row, DIRECTION] != FORWARD:
            _apply(cells, places[row], how[row], j, i, size)


@njit(cache=True, nogil=True)
def _apply(cells, places, how, i, j, size):
    """Raise the results of a row to the best sums of its parts."""
    step = 1 if i < j else -1
    first, end = _range_of_k(how[OF_K], i, j, step)
    if first == end:
        return
    at, by_x = _all_places(places, i, j, first, step), _strides(places, X, 1)
    by_k = _strides(places, K, step)
    low, high = _range_of_x(how[OF_X], i, j, first, size)
    for n in range((end - first) * step):
        base = cells[at[3] + n * by_k[3]] + cells[at[4] + n * by_k[4]] + cells[at[5] + n * by_k[5]]
        if base > -np.inf:
            if how[OF_X] == BETWEEN_I_AND_K:
                low, high = _range_of_x(BETWEEN_I_AND_K, i, j, first + n * step, size)
            result = at[0] + n * by_k[0] + low * by_x[0]
            left = at[1] + n * by_k[1] + low * by_x[1]
            right = at[2] + n * by_k[2] + low * by_x[2]
            _raise(cells, result, left, right, by_x, base, high - low)


@njit(cache=True, nogil=True, inline="always")
def _all_places(places, i, j, k, step):
    """The places of result and parts for x = 0: a tuple, unlike an array, stays in registers."""
    return (
        _place(places[0], i, j, k, 0, step),
        _place(places[1], i, j, k, 0, step),
        _place(places[2], i, j, k, 0, step),
        _place(places[3], i, j, k, 0, step),
        _place(places[4], i, j, k, 0, step),
        _place(places[5], i, j, k, 0, step),
    )


@njit(cache=True, nogil=True, inline="always")
def _strides(places, term, step):
    """The growth of all places where a node grows by `step`."""
    return (
        places[0, term] * step,
        places[1, term] * step,
        places[2, term] * step,
        places[3, term] * step,
        places[4, term] * step,
        places[5, term] * step,
    )


@njit(cache=True, nogil=True, inline="always")
def _place(places, i, j, k, x, step):
    outer = places[ONE] + places[I] * i + places[J] * j + places[STEP] * step
    return outer + places[K] * k + places[X] * x


@njit(cache=True, nogil=True, inline="always")
def _range_of_k(code, i, j, step):
    if code == NO_K:
        return i, i + step
    return (i if code == WITH_I else i + step), (j + step if code == WITH_J else j)


@njit(cache=True, nogil=True, inline="always")
def _range_of_x(code, i, j, k, size):
    """First and end; items with an x between i and j that should be outside are never read."""
    if code == NO_X:
        return 0, 1
    if code == BETWEEN_I_AND_J:
        return min(i, j) + 1, max(i, j)
    if code == BETWEEN_I_AND_K:
        return min(i, k) + 1, max(i, k)
    if code == BEYOND_J:
        return (j + 1, size) if i < j else (0, j)
    return 0, size + (code == GRANDPARENTS)


@njit(cache=True, nogil=True, inline="always")
def _raise(cells, result, left, right, by_x, base, count):
    """Raise `count` results to base and the first two parts.

    Unsigned indices do not count from the end, so that the loops over neighbours are vectorised."""
    if by_x[0] == 1 and by_x[1] == 1 and by_x[2] <= 1:
        to, a, b = np.uint64(result), np.uint64(left), np.uint64(right)
        if by_x[2] == 0:
            base += cells[b]
            for x in range(np.uint64(max(count, 0))):
                value, best = cells[a + x] + base, cells[to + x]
                cells[to + x] = value if value > best else best
        else:
            for x in range(np.uint64(max(count, 0))):
                value, best = cells[a + x] + (cells[b + x] + base), cells[to + x]
                cells[to + x] = value if value > best else best
    else:
        for x in range(count):
            value = cells[left + x * by_x[1]] + (cells[right + x * by_x[2]] + base)
            if value > cells[result + x * by_x[0]]:
                cells[result + x * by_x[0]] = value


@njit(cache=True, nogil=True)
def _trace(cells, places, table, is_score, goal, heads):
    """Fill the heads of the best derivation of the goal, an array and three nodes.

    Ties: the first row, then the k nearest to i, then the leftmost x."""
    size = len(heads)
    stack = [goal]
    while len(stack) > 0:
        array, i, j, x = stack.pop()
        if is_score[array] or i == j:
            continue
        row, k, x = _best(cells, places, table, array, i, j, x, size)
        step = 1 if i < j else -1
        values = (i, j, k, x, i + step, j - step, 0, size)
        head, dependent = table.arc[row]
        if head != NO_PART:
            heads[values[dependent]] = values[head]
        for part in range(1, N_PARTS + 1):
            if table.array[row, part] != NO_PART:
                a, b, c = table.nodes[row, part]
                stack.append((table.array[row, part], values[a], values[b], values[c]))


@njit(cache=True, nogil=True)
def _best(cells, places, table, array, i, j, x, size):
    """The row, k and x that give an item its value; x is that of the item if it has one."""
    step = 1 if i < j else -1
    best, best_row, best_k, best_x = -np.inf, -1, -1, -1
    for row in range(len(table.how)):
        how = table.how[row]
        if table.array[row, 0] != array or how[DIRECTION] == (BACKWARD if i < j else FORWARD):
            continue
        first, end = _range_of_k(how[OF_K], i, j, step)
        for k in range(first, end, step):
            low, high = _range_of_x(how[OF_X], i, j, k, size)
            if places[row, 0, X] > 0:
                low, high = x, x + 1
            for at in range(low, high):
                value = _value(cells, places[row], i, j, k, at, step)
                if value > best:
                    best, best_row, best_k, best_x = value, row, k, at
    return best_row, best_k, best_x


@njit(cache=True, nogil=True)
def _value(cells, places, i, j, k, x, step):
    """The sum of a row's parts, rounded as in `_raise`: copies of an item end at the original."""
    base = 0.0
    for part in range(3, N_PARTS + 1):
        base += cells[_place(places[part], i, j, k, x, step)]
    right = cells[_place(places[2], i, j, k, x, step)]
    return cells[_place(places[1], i, j, k, x, step)] + (right + base)
