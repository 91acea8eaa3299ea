"""The best values of all items, and the best derivation, by the rows of `deduction`."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.one_endpoint.deduction import (
    ARRAYS,
    HAS_TWO_NODES,
    IS_SCORE,
    N_PARTS,
    NO_PART,
    NODES,
    NUMBER,
    Rows,
    rows,
)
from nonproj.decoders.one_endpoint.third_order_rules import (
    BACKWARD,
    BETWEEN_I_AND_J,
    BETWEEN_I_AND_K,
    BEYOND_J,
    FORWARD,
    GRANDPARENT,
    NO_K,
    NO_X,
    WITH_I,
    WITH_J,
)

# Nodes as sums: columns are multiples of i, j, k, x, the step from i to j and the number of nodes.
_I, _J, _K, _X, _STEP, _SIZE, _CONSTANT = range(7)
_SUMS = np.zeros((len(NODES), 6), np.int64)
for _node, _columns in {"i": _I, "j": _J, "k": _K, "x": _X, "-": _SIZE}.items():
    _SUMS[NODES.index(_node), _columns] = 1
_SUMS[NODES.index("s"), [_I, _STEP]] = 1, 1
_SUMS[NODES.index("l"), [_J, _STEP]] = 1, -1


class Chart(NamedTuple):
    """Cell 0 is 0, for parts that a row lacks; further cells are scores and items."""

    cells: np.ndarray  # float64
    start: np.ndarray  # int64[array]: the first cell of each array
    strides: np.ndarray  # int64[array, 3]
    places: np.ndarray  # int64[row, 1 + part, 7]: cells of result and parts as sums of nodes
    rows: Rows
    size: int

    @classmethod
    def empty(cls, size: int) -> "Chart":
        width = size + 1
        strides = np.where(HAS_TWO_NODES[:, None], [width, 1, 0], [size * width, width, 1])
        counts = np.where(HAS_TWO_NODES, size * width, size * size * width)
        ends = 1 + np.cumsum(counts)
        start = ends - counts
        cells = np.full(ends[-1], -np.inf)
        cells[0] = 0.0
        table = rows()
        used = (table.array != NO_PART)[..., None]
        sums = np.einsum("rpa,rpas->rps", strides[table.array], _SUMS[table.nodes]) * used
        constant = start[table.array] * used[..., 0] + sums[..., _SIZE] * size
        places = np.concatenate([sums[..., :_SIZE], np.zeros_like(sums[..., :1]), constant[..., None]], 2)
        return cls(cells, start, strides, places, table, size)

    def array(self, kind: str, state: int = 0) -> np.ndarray:
        """The cells of one kind and state."""
        number = NUMBER[kind, state]
        n_axes = 2 if HAS_TWO_NODES[number] else 3
        shape = (self.size,) * (n_axes - 1) + (self.size + 1,)
        return self.cells[self.start[number] :][: np.prod(shape)].reshape(shape)


@njit(cache=True, nogil=True)
def fill(cells, places, how, size):
    """Apply all rows to all pairs of nodes, nearer ones first."""
    for i in range(size - 2, -1, -1):
        for j in range(i + 1, size):
            for row in range(len(how)):
                if how[row, 2] != BACKWARD:
                    _apply(cells, places[row], how[row], i, j, size)
                if how[row, 2] != FORWARD:
                    _apply(cells, places[row], how[row], j, i, size)


@njit(cache=True, nogil=True)
def _apply(cells, places, how, i, j, size):
    step = 1 if i < j else -1
    first, end = _range_of_k(how[0], i, j, step)
    for k in range(first, end, step):
        base = 0.0
        for part in range(3, N_PARTS + 1):
            base += cells[_place(places[part], i, j, k, 0, step)]
        if base == -np.inf:
            continue
        low, high, low_2, high_2 = _range_of_x(how[1], i, j, k, size)
        if low < high:
            _raise(cells, places, base, high - low, i, j, k, low, step)
        if low_2 < high_2:
            _raise(cells, places, base, high_2 - low_2, i, j, k, low_2, step)


@njit(cache=True, nogil=True, inline="always")
def _place(places, i, j, k, x, step):
    return (
        places[_CONSTANT]
        + places[_I] * i
        + places[_J] * j
        + places[_K] * k
        + places[_X] * x
        + places[_STEP] * step
    )


@njit(cache=True, nogil=True, inline="always")
def _range_of_k(code, i, j, step):
    if code == NO_K:
        return i, i + step
    return (i if code == WITH_I else i + step), (j + step if code == WITH_J else j)


@njit(cache=True, nogil=True, inline="always")
def _range_of_x(code, i, j, k, size):
    """Up to two ranges."""
    if code == NO_X:
        return 0, 1, 0, 0
    if code == BETWEEN_I_AND_J:
        return min(i, j) + 1, max(i, j), 0, 0
    if code == BETWEEN_I_AND_K:
        return min(i, k) + 1, max(i, k), 0, 0
    if code == BEYOND_J:
        return (j + 1 if i < j else 0), (size if i < j else j), 0, 0
    return 0, min(i, j), max(i, j) + 1, size + 1 if code == GRANDPARENT else size


@njit(cache=True, nogil=True)
def _raise(cells, places, base, count, i, j, k, x, step):
    """Raise the results for `count` nodes from x on to the sum of base and the first two parts."""
    result = _place(places[0], i, j, k, x, step)
    left = _place(places[1], i, j, k, x, step)
    right = _place(places[2], i, j, k, x, step)
    on_result, on_left, on_right = places[0, _X], places[1, _X], places[2, _X]
    if on_result == 1 and on_left == 1 and on_right == 0:
        _raise_to(cells[result : result + count], cells[left : left + count], base + cells[right])
    elif on_result == 1 and on_left == 1 and on_right == 1:
        _raise_to_sum(
            cells[result : result + count],
            cells[left : left + count],
            cells[right : right + count],
            base,
        )
    else:
        for at in range(count):
            value = cells[left + at * on_left] + (base + cells[right + at * on_right])
            if value > cells[result + at * on_result]:
                cells[result + at * on_result] = value


@njit(cache=True, nogil=True)
def _raise_to(values, left, base):
    if base == -np.inf:
        return
    for x in range(len(values)):
        values[x] = max(values[x], left[x] + base)


@njit(cache=True, nogil=True)
def _raise_to_sum(values, left, right, base):
    for x in range(len(values)):
        values[x] = max(values[x], left[x] + (base + right[x]))


@njit(cache=True, nogil=True)
def trace(cells, places, how, array, nodes, arc, is_score, goal, heads):
    """Fill the heads of the best derivation of the goal, an array and three nodes.

    Ties: the first row, then the k nearest to i, then the leftmost x."""
    size = len(heads)
    stack = [goal]
    while len(stack) > 0:
        number, i, j, x = stack.pop()
        if is_score[number] or i == j:
            continue
        row, k, x = _best(cells, places, how, array, number, i, j, x, size)
        step = 1 if i < j else -1
        values = (i, j, k, x, i + step, j - step, 0, size)
        if arc[row, 0] != NO_PART:
            heads[values[arc[row, 1]]] = values[arc[row, 0]]
        for part in range(1, N_PARTS + 1):
            if array[row, part] != NO_PART:
                a, b, c = nodes[row, part]
                stack.append((array[row, part], values[a], values[b], values[c]))


@njit(cache=True, nogil=True)
def _best(cells, places, how, array, number, i, j, x, size):
    """The row, k and x that give an item its value; x is given if the item has one."""
    step = 1 if i < j else -1
    best, best_row, best_k, best_x = -np.inf, -1, -1, -1
    for row in range(len(how)):
        if array[row, 0] != number or how[row, 2] == (BACKWARD if i < j else FORWARD):
            continue
        first, end = _range_of_k(how[row, 0], i, j, step)
        for k in range(first, end, step):
            low, high, low_2, high_2 = _range_of_x(how[row, 1], i, j, k, size)
            if places[row, 0, _X] > 0:
                low, high = x, x + 1
            for at in range(low, high):
                value = 0.0
                for part in range(1, N_PARTS + 1):
                    value += cells[_place(places[row, part], i, j, k, at, step)]
                if value > best:
                    best, best_row, best_k, best_x = value, row, k, at
    return best_row, best_k, best_x
