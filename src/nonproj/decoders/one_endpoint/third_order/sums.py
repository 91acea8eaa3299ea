"""The inner loops of the chart, which raise a cell if a sum of other cells is larger.

`at` holds the cells of a result and five parts for the first k; `by_k` and `by_x` are the strides
of these cells. A sum is the first part plus (the second plus (the third plus the fourth plus the
fifth)). Indices are unsigned and never count from the end of an array, so that loops over adjacent
cells can be vectorised."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def raise_row(cells, at, by_x, low, high):
    """Raise a row of cells to better sums for one k; the first part must be a row of cells, too."""
    to, left, right = np.uint64(at[0] + low), np.uint64(at[1] + low), np.uint64(at[2] + low * by_x)
    base, length = _base(cells, at, at, 0), np.uint64(max(high - low, 0))
    if by_x == 0:
        base = cells[right] + base
        for x in range(length):
            value, best = cells[left + x] + base, cells[to + x]
            cells[to + x] = value if value > best else best
    else:
        for x in range(length):
            value, best = cells[left + x] + (cells[right + x] + base), cells[to + x]
            cells[to + x] = value if value > best else best


@njit(cache=True, nogil=True)
def raise_row_by_k(cells, at, by_k, by_x, count, low, high):
    """Raise a row of cells to the best sums over k; taking four k at a time saves memory reads."""
    to, length = np.uint64(at[0] + low), np.uint64(max(high - low, 0))
    for n in range(0, count, 4):
        base0, left0, right0 = _parts(cells, at, by_k, by_x, count, low, n)
        base1, left1, right1 = _parts(cells, at, by_k, by_x, count, low, n + 1)
        base2, left2, right2 = _parts(cells, at, by_k, by_x, count, low, n + 2)
        base3, left3, right3 = _parts(cells, at, by_k, by_x, count, low, n + 3)
        if by_x == 0:
            base0, base1 = cells[right0] + base0, cells[right1] + base1
            base2, base3 = cells[right2] + base2, cells[right3] + base3
            for x in range(length):
                first = _larger(cells[left0 + x] + base0, cells[left1 + x] + base1)
                second = _larger(cells[left2 + x] + base2, cells[left3 + x] + base3)
                cells[to + x] = _larger(_larger(first, second), cells[to + x])
        else:
            for x in range(length):
                first = _larger(
                    cells[left0 + x] + (cells[right0 + x] + base0),
                    cells[left1 + x] + (cells[right1 + x] + base1),
                )
                second = _larger(
                    cells[left2 + x] + (cells[right2 + x] + base2),
                    cells[left3 + x] + (cells[right3 + x] + base3),
                )
                cells[to + x] = _larger(_larger(first, second), cells[to + x])


@njit(cache=True, nogil=True, inline="always")
def _larger(a, b):
    return a if a > b else b


@njit(cache=True, nogil=True, inline="always")
def _parts(cells, at, by_k, by_x, count, low, n):
    """Return the sum of parts 3 to 5 (-inf beyond `count`) and the first cells of parts 1 and 2."""
    if n >= count:
        return -np.inf, np.uint64(at[1] + low), np.uint64(at[2] + low * by_x)
    left, right = at[1] + n * by_k[1] + low, at[2] + n * by_k[2] + low * by_x
    return _base(cells, at, by_k, n), np.uint64(left), np.uint64(right)


@njit(cache=True, nogil=True, inline="always")
def _base(cells, at, by_k, n):
    return cells[at[3] + n * by_k[3]] + cells[at[4] + n * by_k[4]] + cells[at[5] + n * by_k[5]]


@njit(cache=True, nogil=True)
def raise_cell(cells, at, by_k, count):
    """Raise one cell to the best sum over `count` values of k."""
    best = cells[at[0]]
    for n in range(count):
        right = cells[at[2] + n * by_k[2]] + _base(cells, at, by_k, n)
        best = _larger(cells[at[1] + n * by_k[1]] + right, best)
    cells[at[0]] = best


@njit(cache=True, nogil=True)
def raise_column(cells, at, by_x, low, high):
    """Update each cell with the sum for one k if that sum is larger.

    Neither the cells nor their parts need to be contiguous in memory."""
    base = _base(cells, at, at, 0)
    for x in range(low, high):
        to = at[0] + x * by_x[0]
        value = cells[at[1] + x * by_x[1]] + (cells[at[2] + x * by_x[2]] + base)
        cells[to] = _larger(value, cells[to])


@njit(cache=True, nogil=True, fastmath={"nnan", "nsz"})  # the order of comparisons does not matter
def best_sum(cells, left, right, count):
    """Return the largest sum of cells[left + x] and cells[right + x] for x < count."""
    best = -np.inf
    for x in range(np.uint64(max(count, 0))):
        best = _larger(cells[np.uint64(left) + x] + cells[np.uint64(right) + x], best)
    return best
