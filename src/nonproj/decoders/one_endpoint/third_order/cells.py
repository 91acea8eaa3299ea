"""All scores and items of a sentence, stored in one array of cells."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.one_endpoint.third_order.parts import (
    CROSSED_PART,
    GRANDPARENT_PART,
    HEAD_PART,
    SIBLING_PART,
)
from nonproj.decoders.one_endpoint.third_order.rows import (
    CELL_ARRAYS,
    GOAL,
    NO_ROW_PART,
    NUMBER,
    ROW_NODES,
    rows,
)
from nonproj.decoders.one_endpoint.third_order.rules import PAIR_FORESTS, PAIRS, SCORES

WHOLE = 8  # rows consist of whole vectors of 64 bytes, so that loops need no remainder
# Nodes and cell indices are weighted sums of 1, i, j, k, x and the step from i to j.
ONE, I, J, K, X, STEP, N_TERMS = range(7)  # noqa: E741
HAS_TWO_NODES = np.array([kind in (*SCORES, *PAIRS, *PAIR_FORESTS) for kind, _ in CELL_ARRAYS])
IS_SCORE = np.array([kind in SCORES for kind, _ in CELL_ARRAYS])


class ThirdOrderChart(NamedTuple):
    """An array of cells; cell 0 has the value 0 and stands for parts that a row lacks."""

    cells: np.ndarray  # float64
    start: np.ndarray  # int64[array]: the first cell of each array
    places: np.ndarray  # int64[row, 1 + part, term]: weights for cells of result and parts
    size: int

    @classmethod
    def of(cls, scores: np.ndarray) -> "ThirdOrderChart":
        """Create a chart that contains the scores and all items with one node."""
        size = scores.shape[1]
        n_cells, start, places = _layout(size)
        chart = cls(np.full(n_cells, -np.inf), start, places, size)
        chart.cells[0] = 0.0
        arrays = {
            "HEAD": scores[HEAD_PART],
            "SIBLING": scores[SIBLING_PART],
            "GRAND": scores[GRANDPARENT_PART].T,
            "FROM": scores[CROSSED_PART],
            "INTO": scores[CROSSED_PART].T,
        }
        for kind, values in arrays.items():
            chart.array(kind)[:, :size] = values
        chart.array("GRAND")[:, size] = 0.0
        node = np.arange(size)
        chart.array("TRI")[node, node] = 0.0
        return chart

    def array(self, kind: str) -> np.ndarray:
        """Return the cells of a stateless kind; the column after those of the nodes is for "-"."""
        number = NUMBER[kind, 0]
        shape = (*(self.size,) * (1 if HAS_TWO_NODES[number] else 2), width_of(self.size))
        return self.cells[self.start[number] :][: np.prod(shape)].reshape(shape)

    @property
    def score(self) -> float:
        """The value of the goal, which is the score of the best tree."""
        _, i, j, x = self.goal
        return float(self.array(GOAL[0])[i, j, x])

    @property
    def goal(self) -> tuple[int, int, int, int]:
        """The item for a whole tree, given as an array number and three nodes."""
        return NUMBER[GOAL], 0, self.size - 1, self.size


@njit(cache=True, nogil=True)
def width_of(size):
    """Return the length of a row of cells: the nodes, "-" and padding to whole vectors."""
    return (size + WHOLE) // WHOLE * WHOLE


@lru_cache(maxsize=128)
def _layout(size):
    """Return the number of cells, the first cell of each array, and the `places` of all rows."""
    width = width_of(size)
    strides = np.where(HAS_TWO_NODES[:, None], [width, 1, 0], [size * width, width, 1])
    used = np.isin(np.arange(len(CELL_ARRAYS)), rows().array)
    sharing, shared = _sharing(used)
    counts = np.where(HAS_TWO_NODES, size * width, size * size * width) * used
    counts[sharing] = 0
    ends = 1 + np.cumsum(counts)
    start = ends - counts
    start[sharing] = start[shared]
    return int(ends[-1]), start, _places(size, strides, start)


def _sharing(used):
    """Pair arrays where x is between i and j with arrays where it is beyond j, to share cells."""
    between = [n for n in np.flatnonzero(used) if CELL_ARRAYS[n][0] in ("CUT", "WEAVE")]
    beyond = [n for n in np.flatnonzero(used) if CELL_ARRAYS[n][0] in ("LOOSE", "BRAID")]
    n_shared = min(len(between), len(beyond))
    return between[:n_shared], beyond[:n_shared]


def _places(size, strides, start):
    """Return the weights of the terms that add up to the cell index of each result and part."""
    array, nodes = rows().array, rows().nodes
    places = np.einsum("rpa,rpat->rpt", strides[array], _sums(size)[nodes])
    places[..., ONE] += start[array]
    places[array == NO_ROW_PART] = 0
    return places


def _sums(size):
    """Return the weights of the terms that add up to each node, int64[node, term]."""
    sums = np.zeros((len(ROW_NODES), N_TERMS), np.int64)
    for node, term in {"i": I, "j": J, "k": K, "x": X, "s": I, "l": J}.items():
        sums[ROW_NODES.index(node), term] = 1
    sums[ROW_NODES.index("s"), STEP] = 1
    sums[ROW_NODES.index("l"), STEP] = -1
    sums[ROW_NODES.index("-"), ONE] = size
    return sums
