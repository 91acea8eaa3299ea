"""All scores and items of a sentence in one array of cells."""

from typing import NamedTuple

import numpy as np

from nonproj.decoders.one_endpoint.third_order.parts import CROSSED, GRANDPARENT, HEAD, SIBLING
from nonproj.decoders.one_endpoint.third_order.rows import (
    ARRAYS,
    GOAL,
    NO_PART,
    NODES,
    NUMBER,
    rows,
)
from nonproj.decoders.one_endpoint.third_order.rules import PAIR_FORESTS, PAIRS, SCORES

# A node is a sum of 1, i, j, k, x and the step from i to j. So is the index of a cell.
ONE, I, J, K, X, STEP, N_TERMS = range(7)  # noqa: E741
HAS_TWO_NODES = np.array([kind in (*SCORES, *PAIRS, *PAIR_FORESTS) for kind, _ in ARRAYS])
IS_SCORE = np.array([kind in SCORES for kind, _ in ARRAYS])


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
        node = np.arange(size)
        chart.array("TRI")[node, node] = 0.0
        return chart

    def array(self, kind: str) -> np.ndarray:
        """The cells of a kind without states; the last column is that of "-"."""
        number = NUMBER[kind, 0]
        shape = (*(self.size,) * (1 if HAS_TWO_NODES[number] else 2), self.size + 1)
        return self.cells[self.start[number] :][: np.prod(shape)].reshape(shape)

    @property
    def goal(self) -> tuple[int, int, int, int]:
        """The item of a whole tree, an array and three nodes."""
        return NUMBER[GOAL], 0, self.size - 1, self.size


def _layout(size):
    """Strides and first cell of each array, and the number of all cells."""
    width = size + 1
    strides = np.where(HAS_TWO_NODES[:, None], [width, 1, 0], [size * width, width, 1])
    used = np.isin(np.arange(len(ARRAYS)), rows().array)
    sharing, shared = _sharing(used)
    counts = np.where(HAS_TWO_NODES, size * width, size * size * width) * used
    counts[sharing] = 0
    ends = 1 + np.cumsum(counts)
    start = ends - counts
    start[sharing] = start[shared]
    return strides, start, int(ends[-1])


def _sharing(used):
    """Arrays where x is between i and j, and arrays where it is beyond j, whose cells they use."""
    between = [n for n in np.flatnonzero(used) if ARRAYS[n][0] in ("CUT", "WEAVE")]
    beyond = [n for n in np.flatnonzero(used) if ARRAYS[n][0] in ("LOOSE", "BRAID")]
    n_shared = min(len(between), len(beyond))
    return between[:n_shared], beyond[:n_shared]


def _places(size, strides, start):
    """Each part's first cell and the strides of its nodes, summed by terms."""
    array, nodes = rows().array, rows().nodes
    places = np.einsum("rpa,rpat->rpt", strides[array], _sums(size)[nodes])
    places[..., ONE] += start[array]
    places[array == NO_PART] = 0
    return places


def _sums(size):
    """int64[node, term]."""
    sums = np.zeros((len(NODES), N_TERMS), np.int64)
    for node, term in {"i": I, "j": J, "k": K, "x": X, "s": I, "l": J}.items():
        sums[NODES.index(node), term] = 1
    sums[NODES.index("s"), STEP] = 1
    sums[NODES.index("l"), STEP] = -1
    sums[NODES.index("-"), ONE] = size
    return sums
