"""The best values of all items, and the tree of the best derivation, by `rows`."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.one_endpoint.third_order.parts import CROSSED, GRANDPARENT, HEAD, SIBLING
from nonproj.decoders.one_endpoint.third_order.rows import (
    HAS_TWO_NODES,
    IS_SCORE,
    N_PARTS,
    NO_PART,
    NODES,
    NUMBER,
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

# A node is a sum of 1, i, j, k, x and the step from i to j. So is the index of a cell.
_ONE, _I, _J, _K, _X, _STEP, _N_TERMS = range(7)


class Chart(NamedTuple):
    """Cell 0 is 0 and stands for parts that a row lacks."""

    cells: np.ndarray  # float64
    start: np.ndarray  # int64[array]: the first cell of each array
    places: np.ndarray  # int64[row, 1 + part, term]: the cells of result and parts as sums
    size: int

    @classmethod
    def of(cls, scores: np.ndarray) -> "Chart":
        """A chart with scores[kind, other, m] and the items that consist of one node."""
        size = scores.shape[1]
        strides, start, n_cells = _layout(size)
        chart = cls(np.full(n_cells, -np.inf), start, _places(size, strides, start), size)
        chart.cells[0] = 0.0
        arrays = {
            "HEAD": scores[HEAD],
            "SIBLING": scores[SIBLING],
            "GRAND": scores[GRANDPARENT].T,
            "FROM": scores[CROSSED],
            "INTO": scores[CROSSED].T,
        }
        for kind, values in arrays.items():
            chart.array(kind)[:, :-1] = values
        chart.array("GRAND")[:, -1] = 0.0
        one_node = np.arange(size)
        chart.array("TRI")[one_node, one_node] = 0.0
        return chart

    def array(self, kind: str) -> np.ndarray:
        """The cells of a kind without states."""
        number = NUMBER[kind, 0]
        shape = (*(self.size,) * (1 if HAS_TWO_NODES[number] else 2), self.size + 1)
        return self.cells[self.start[number] :][: np.prod(shape)].reshape(shape)


def best_tree(scores: np.ndarray) -> tuple[np.ndarray, float]:
    """Heads and score of the best tree of at least one node; -inf if there is none."""
    size = scores.shape[1]
    heads = np.full(size, -1, np.int32)
    chart, table = Chart.of(scores), rows()
    fill(chart.cells, chart.places, table.how, size)
    score = float(chart.array("TRI")[0, -1, -1])
    if score > -np.inf:
        goal = (NUMBER["TRI", 0], 0, size - 1, size)
        trace(chart.cells, chart.places, table, IS_SCORE, goal, heads)
    return heads, score


def _layout(size):
    """Strides and first cell of each array, and the number of all cells."""
    width = size + 1
    strides = np.where(HAS_TWO_NODES[:, None], [width, 1, 0], [size * width, width, 1])
    used = np.isin(np.arange(len(NUMBER)), rows().array)
    counts = np.where(HAS_TWO_NODES, size * width, size * size * width) * used
    ends = 1 + np.cumsum(counts)
    return strides, ends - counts, int(ends[-1])


def _places(size, strides, start):
    """Each part's first cell and its nodes' strides, summed by terms."""
    array, nodes = rows().array, rows().nodes
    places = np.einsum("rpa,rpat->rpt", strides[array], _sums(size)[nodes])
    places[..., _ONE] += start[array]
    places[array == NO_PART] = 0
    return places


def _sums(size):
    """int64[node, term]."""
    sums = np.zeros((len(NODES), _N_TERMS), np.int64)
    terms = {"i": _I, "j": _J, "k": _K, "x": _X, "s": _I, "l": _J}
    for node, term in terms.items():
        sums[NODES.index(node), term] = 1
    sums[NODES.index("s"), _STEP] = 1
    sums[NODES.index("l"), _STEP] = -1
    sums[NODES.index("-"), _ONE] = size
    return sums


@njit(cache=True, nogil=True)
def fill(cells, places, how, size):
    """Apply all rows to all pairs of nodes, inner pairs first."""
    at = np.empty(N_PARTS + 1, np.int64)
    for i in range(size - 2, -1, -1):
        for j in range(i + 1, size):
            for row in range(len(how)):
                if how[row, 2] != BACKWARD:
                    _apply(cells, places[row], how[row], i, j, size, at)
                if how[row, 2] != FORWARD:
                    _apply(cells, places[row], how[row], j, i, size, at)


@njit(cache=True, nogil=True)
def _apply(cells, places, how, i, j, size, at):
    """Raise the results of a row to the best sums of its parts; `at` is scratch."""
    step = 1 if i < j else -1
    first, end = _range_of_k(how[0], i, j, step)
    for part in range(N_PARTS + 1):
        at[part] = _place(places[part], i, j, first, 0, step)
    for k in range(first, end, step):
        base = cells[at[3]] + cells[at[4]] + cells[at[5]]
        if base > -np.inf:
            low, high = _range_of_x(how[1], i, j, k, size)
            _raise(cells, places, at, base, low, high)
        for part in range(N_PARTS + 1):
            at[part] += places[part, _K] * step


@njit(cache=True, nogil=True, inline="always")
def _place(places, i, j, k, x, step):
    outer = places[_ONE] + places[_I] * i + places[_J] * j + places[_STEP] * step
    return outer + places[_K] * k + places[_X] * x


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


@njit(cache=True, nogil=True)
def _raise(cells, places, at, base, low, high):
    """Raise the results for low <= x < high to base and the first two parts."""
    if low >= high:
        return
    of_result, of_left, of_right = places[0, _X], places[1, _X], places[2, _X]
    result, left = at[0] + of_result * low, at[1] + of_left * low
    right = at[2] + of_right * low
    count = high - low
    if of_result == 1 and of_left == 1 and of_right <= 1:
        values, lefts = cells[result : result + count], cells[left : left + count]
        if of_right == 0:
            base += cells[right]
            for x in range(count):
                values[x] = max(values[x], lefts[x] + base)
        else:
            rights = cells[right : right + count]
            for x in range(count):
                values[x] = max(values[x], lefts[x] + rights[x] + base)
        return
    for x in range(count):
        value = cells[left + x * of_left] + cells[right + x * of_right] + base
        if value > cells[result + x * of_result]:
            cells[result + x * of_result] = value


@njit(cache=True, nogil=True)
def trace(cells, places, table, is_score, goal, heads):
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
        of_k, of_x, direction = table.how[row]
        if table.array[row, 0] != array or direction == (BACKWARD if i < j else FORWARD):
            continue
        first, end = _range_of_k(of_k, i, j, step)
        for k in range(first, end, step):
            low, high = _range_of_x(of_x, i, j, k, size)
            if places[row, 0, _X] > 0:
                low, high = x, x + 1
            for at in range(low, high):
                value = 0.0
                for part in range(1, N_PARTS + 1):
                    value += cells[_place(places[row, part], i, j, k, at, step)]
                if value > best:
                    best, best_row, best_k, best_x = value, row, k, at
    return best_row, best_k, best_x
