"""Third-order, crossing-sensitive decoder for 1-Endpoint-Crossing trees (Pitler 2014).

The scored parts are defined in `parts`, and the deduction rules in `rules`. The chart holds the
best values of all items."""

import numpy as np
from numba import njit

from nonproj.decoders.one_endpoint.third_order import sums
from nonproj.decoders.one_endpoint.third_order.cells import (
    IS_SCORE,
    ONE,
    STEP,
    I,
    J,
    K,
    ThirdOrderChart,
    X,
    width_of,
)
from nonproj.decoders.one_endpoint.third_order.parts import N_PART_KINDS
from nonproj.decoders.one_endpoint.third_order.rows import (
    DIRECTION,
    N_ROW_PARTS,
    NO_ROW_PART,
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
    OUTSIDE,
    WITH_I,
    WITH_J,
)
from nonproj.decoders.scores import checked_scores, require_tree
from nonproj.errors import NonprojError

assert N_ROW_PARTS == 5  # the tuples below have one element for the result and one for each part
TILE = 6


def decode(scores: np.ndarray) -> np.ndarray:
    """Return heads, int32[n + 1], of a 1-Endpoint-Crossing tree with the best total score.

    scores[kind, other, m] may be -inf. Ties go to the first rule, then the split point nearest to
    i, then the leftmost other node. This takes O(n^4) time and O(n^3) space (320 to 380 n^3
    bytes)."""
    return decode_with_score(scores)[0]


def decode_with_score(scores: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the same tree as `decode`, and its score in the chart."""
    scores = np.asarray(scores)
    if scores.ndim != 3 or len(scores) != N_PART_KINDS:
        raise NonprojError(
            f"third-order scores have shape {scores.shape}, expected ({N_PART_KINDS}, n + 1, n + 1)"
        )
    scores = np.stack([checked_scores(of_kind) for of_kind in scores])
    heads = np.full(scores.shape[1], -1, np.int32)
    chart, table = ThirdOrderChart.of(scores), rows()
    _fill(chart.cells, chart.places, table.how, table.ends, chart.size)
    require_tree(chart.score, "1-Endpoint-Crossing")
    _trace(chart.cells, chart.places, table, IS_SCORE, chart.goal, heads)
    return heads, chart.score


@njit(cache=True, nogil=True)
def _fill(cells, places, how, ends, size):
    """Apply all rows to all pairs of nodes, inner pairs first.

    Pairs are taken from squares of TILE nodes, so that inner items are still in the cache when they
    are read again. This saves a fifth of the time on sentences of 60 words or more."""
    for low in range((size - 1) // TILE * TILE, -1, -TILE):
        for high in range(low, size, TILE):
            for i in range(min(low + TILE, size) - 1, low - 1, -1):
                for j in range(max(i + 1, high), min(high + TILE, size)):
                    _apply_all(cells, places, how, ends, i, j, size)


@njit(cache=True, nogil=True)
def _apply_all(cells, places, how, ends, i, j, size):
    first = 0
    for end in ends:
        if how[first, DIRECTION] != BACKWARD:
            _apply(cells, places[first:end], how[first], i, j, size)
        if how[first, DIRECTION] != FORWARD:
            _apply(cells, places[first:end], how[first], j, i, size)
        first = end


@njit(cache=True, nogil=True, inline="always")
def _apply(cells, places, how, i, j, size):
    """Apply a group of rows, which differ only in their arrays, to the pair of nodes i and j."""
    step = 1 if i < j else -1
    k, end = _range_of_k(how[OF_K], i, j, step)
    count = (end - k) * step
    if count <= 0:
        return
    inner = _all_places(places[0], i, j, k, step)
    by_x, by_k = _strides(places[0], X, 1), _strides(places[0], K, step)
    of_x, (low, high) = how[OF_X], _range_of_x(how[OF_X], i, j, k, size)
    is_row = by_x[0] == 1 and by_x[1] == 1 and by_x[2] <= 1
    if is_row and of_x in (OUTSIDE, GRANDPARENTS):
        high = width_of(size)  # use whole vectors; cells beyond the nodes are never read
    for row in range(len(places)):
        at = _starts(places[row], inner)
        if is_row and count > 1:
            sums.raise_row_by_k(cells, at, by_k, by_x[2], count, low, high)
        elif is_row:
            sums.raise_row(cells, at, by_x[2], low, high)
        elif of_x == BETWEEN_I_AND_K:
            _raise_over_x(cells, at, by_k, i, k, step, count, size)
        elif of_x == NO_X:
            sums.raise_cell(cells, at, by_k, count)
        else:
            sums.raise_column(cells, at, by_x, low, high)


@njit(cache=True, nogil=True)
def _raise_over_x(cells, at, by_k, i, k, step, count, size):
    """Raise a cell to the best sum over `count` values of k and each x between i and k."""
    for n in range(count):
        low, high = _range_of_x(BETWEEN_I_AND_K, i, k, k + n * step, size)
        left, right = at[1] + n * by_k[1] + low, at[2] + n * by_k[2] + low
        value = sums.best_sum(cells, left, right, high - low)
        if value > cells[at[0]]:
            cells[at[0]] = value


@njit(cache=True, nogil=True, inline="always")
def _all_places(places, i, j, k, step):
    """Return what the rows' cell indices have in common for x = 0; a tuple stays in registers."""
    return (
        _inner_place(places[0], i, j, k, step),
        _inner_place(places[1], i, j, k, step),
        _inner_place(places[2], i, j, k, step),
        _inner_place(places[3], i, j, k, step),
        _inner_place(places[4], i, j, k, step),
        _inner_place(places[5], i, j, k, step),
    )


@njit(cache=True, nogil=True, inline="always")
def _starts(places, inner):
    """Return the cells of the result and the parts for x = 0 and the first k."""
    return (
        places[0, ONE] + inner[0],
        places[1, ONE] + inner[1],
        places[2, ONE] + inner[2],
        places[3, ONE] + inner[3],
        places[4, ONE] + inner[4],
        places[5, ONE] + inner[5],
    )


@njit(cache=True, nogil=True, inline="always")
def _strides(places, term, step):
    """Return how much each cell index changes when a node changes by `step`."""
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
    return places[ONE] + _inner_place(places, i, j, k, step) + places[X] * x


@njit(cache=True, nogil=True, inline="always")
def _inner_place(places, i, j, k, step):
    return places[I] * i + places[J] * j + places[STEP] * step + places[K] * k


@njit(cache=True, nogil=True, inline="always")
def _range_of_k(code, i, j, step):
    if code == NO_K:
        return i, i + step
    return (i if code == WITH_I else i + step), (j + step if code == WITH_J else j)


@njit(cache=True, nogil=True, inline="always")
def _range_of_x(code, i, j, k, size):
    """Return the range (first, end) of x; OUTSIDE does not exclude nodes between i and j."""
    if code == NO_X:
        return 0, 1
    if code == BETWEEN_I_AND_J:
        return min(i, j) + 1, max(i, j)
    if code == BETWEEN_I_AND_K:
        return min(i, k) + 1, max(i, k)
    if code == BEYOND_J:
        return (j + 1, size) if i < j else (0, j)
    return 0, size + (code == GRANDPARENTS)


@njit(cache=True, nogil=True)
def _trace(cells, places, table, is_score, goal, heads):
    """Fill in the heads of the best derivation of `goal`, an array number and three nodes.

    Ties go to the first row, then the k nearest to i, then the leftmost x."""
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
        if head != NO_ROW_PART:
            heads[values[dependent]] = values[head]
        for part in range(1, N_ROW_PARTS + 1):
            if table.array[row, part] != NO_ROW_PART:
                a, b, c = table.nodes[row, part]
                stack.append((table.array[row, part], values[a], values[b], values[c]))


@njit(cache=True, nogil=True)
def _best(cells, places, table, array, i, j, x, size):
    """Return the row, k and x with the best value for an item; x is fixed if the item has an x."""
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
    """Return the sum of a row's parts, added in the same order as in `sums` to round alike."""
    base = 0.0
    for part in range(3, N_ROW_PARTS + 1):
        base += cells[_place(places[part], i, j, k, x, step)]
    right = cells[_place(places[2], i, j, k, x, step)]
    return cells[_place(places[1], i, j, k, x, step)] + (right + base)
