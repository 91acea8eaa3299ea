"""Scores of linear models over features and pairs, in integers, as compiled parsers use them.

Weights are rounded after training: a pair's to 8 bits, a feature's to 16 bits in units 32 times
finer. Sums of integers do not depend on their order, so that scores are the same everywhere."""

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.arrays import Array, check_arrays
from nonproj.errors import NonprojError
from nonproj.learners.interface import Instances
from nonproj.learners.pairs import PairTable, build_table, find_rows
from nonproj.learners.prefetch import AHEAD, prefetch
from nonproj.memory import require_memory

FINENESS = 32
LANES = 16
CACHE_LINE = 64
PAIR_MAX, SINGLE_MAX = 127, 32767


def _packed_arrays(name: str, rows: str, dtype: str, meaning: str) -> dict[str, Array]:
    """A table of weights without its zeros."""
    size = (f"{name}_weights",)
    return {
        f"{name}_counts": Array("uint16", (rows,), f"non-zero weights of each {meaning}"),
        f"{name}_columns": Array("uint16", size, "their actions", below="columns"),
        f"{name}_values": Array(dtype, size, "their values"),
    }


ARRAYS = {
    "bias": Array("int32", ("columns",), "one column per action, padded to a multiple of LANES"),
    "keys": Array("uint64", ("rows",), "keys of the pairs of features, see `pairs`"),
    **_packed_arrays("single", "ids", "int16", "feature"),
    **_packed_arrays("pair", "rows", "int8", "pair"),
}


class LinearScorer(NamedTuple):
    """Rows of weights, one column per action (padded to a multiple of LANES)."""

    bias: np.ndarray  # int32[columns]
    single: np.ndarray  # int16[n_ids, columns]
    table: PairTable
    pair: np.ndarray  # int8[n_rows, columns]


EMPTY_SCORER = LinearScorer(
    np.zeros(0, np.int32),
    np.zeros((0, 0), np.int16),
    build_table(np.zeros(0, np.uint64)),
    np.zeros((0, 0), np.int8),
)


@dataclass(frozen=True)
class LinearModel:
    """A linear classifier: its scorer, the keys of its pairs (one per row), number of actions."""

    scorer: LinearScorer
    keys: np.ndarray
    n_actions: int

    def scores(self, instances: Instances) -> np.ndarray:
        return _score_all(self.scorer, instances.start, instances.ids)[:, : self.n_actions]

    def arrays(self) -> dict[str, np.ndarray]:
        return {
            "bias": self.scorer.bias,
            "keys": self.keys,
            **_packed("single", self.scorer.single),
            **_packed("pair", self.scorer.pair),
        }


def model_from_arrays(arrays: dict[str, np.ndarray], n_actions: int, n_ids: int) -> LinearModel:
    """The inverse of `LinearModel.arrays`."""
    n_columns = -(-n_actions // LANES) * LANES
    sizes = check_arrays(arrays, ARRAYS, columns=n_columns, ids=n_ids)
    for name in ("single", "pair"):
        if arrays[f"{name}_counts"].sum(dtype=np.int64) != sizes[f"{name}_weights"]:
            raise NonprojError(f"array '{name}_counts': its sum is not the number of weights")
    require_memory(n_columns * (2 * n_ids + sizes["rows"]), "the weights of the model")
    single, pair = (_unpacked(name, arrays, n_columns) for name in ("single", "pair"))
    table = build_table(arrays["keys"])
    scorer = LinearScorer(arrays["bias"], _aligned(single), table, _aligned(pair))
    return LinearModel(scorer, arrays["keys"], n_actions)


def _packed(name: str, table: np.ndarray) -> dict[str, np.ndarray]:
    """A table as the counts of non-zero entries per row, their columns and values."""
    rows, columns = np.nonzero(table)
    return {
        f"{name}_counts": np.bincount(rows, minlength=len(table)).astype(np.uint16),
        f"{name}_columns": columns.astype(np.uint16),
        f"{name}_values": table[rows, columns],
    }


def _unpacked(name: str, arrays: dict[str, np.ndarray], n_columns: int) -> np.ndarray:
    counts, values = arrays[f"{name}_counts"], arrays[f"{name}_values"]
    table = np.zeros((len(counts), n_columns), values.dtype)
    table[np.repeat(np.arange(len(counts)), counts), arrays[f"{name}_columns"]] = values
    return table


def rounded(blocks: list[tuple], keys: np.ndarray, n_actions: int, pool: Executor) -> LinearModel:
    """Round float weights given as blocks of columns (bias, single, pair).

    The unit is chosen such that the largest pair fits 8 bits and the largest feature 16. Rows of
    pairs that become zero are dropped."""
    largest = max(float(np.abs(pair).max(initial=0.0)) for _, _, pair in blocks)
    other = max(float(np.abs(single).max(initial=0.0)) for _, single, _ in blocks)
    unit = max(largest / PAIR_MAX, other * FINENESS / SINGLE_MAX) or 1.0
    pairs = list(pool.map(lambda block: _rounded(block[2], unit, np.int8), blocks))
    nonzero = np.zeros(len(keys), bool)
    for pair in pairs:
        nonzero |= pair.any(axis=1)
    fine = unit / FINENESS
    scorer = LinearScorer(
        np.concatenate([_rounded(bias, fine, np.int32) for bias, _, _ in blocks]),
        _aligned(
            np.concatenate([_rounded(single, fine, np.int16) for _, single, _ in blocks], axis=1)
        ),
        build_table(keys[nonzero]),
        _aligned(np.concatenate([pair[nonzero] for pair in pairs], axis=1)),
    )
    return LinearModel(scorer, keys[nonzero], n_actions)


def _rounded(weights: np.ndarray, unit: float, dtype: type) -> np.ndarray:
    return np.rint(weights * np.float32(1 / unit)).astype(dtype)


def _aligned(table: np.ndarray) -> np.ndarray:
    """A copy that begins at a cache line, so that each row touches as few lines as possible."""
    buffer = np.empty(table.nbytes + CACHE_LINE, np.uint8)
    begin = -buffer.ctypes.data % CACHE_LINE
    copy = buffer[begin : begin + table.nbytes].view(table.dtype).reshape(table.shape)
    copy[:] = table
    return copy


class Workspace(NamedTuple):
    """Buffers for scoring, allocated once for many configurations."""

    mixes: np.ndarray  # uint64[features]
    keys: np.ndarray  # uint64[pairs]
    words: np.ndarray  # uint64[pairs]
    rows: np.ndarray  # int32[pairs]
    sums: np.ndarray  # int32[columns]
    scores: np.ndarray  # int32[columns]


@njit(cache=True, nogil=True)
def new_workspace(n_features, n_columns):
    """A workspace for configurations of up to `n_features` features."""
    n_pairs = n_features * n_features // 2 + 1
    return Workspace(
        np.empty(n_features, np.uint64),
        np.empty(n_pairs, np.uint64),
        np.empty(n_pairs, np.uint64),
        np.empty(n_pairs, np.int32),
        np.empty(n_columns, np.int32),
        np.empty(n_columns, np.int32),
    )


@njit(cache=True, nogil=True)
def score(scorer, ids, workspace):
    """Write all scores to workspace.scores; return the number of rows of pairs that were read."""
    scores = workspace.scores
    scores[:] = scorer.bias
    for k in range(len(ids)):
        prefetch(scorer.single, ids[k])
    n = 0
    if len(scorer.pair) > 0:
        mixes, keys, words, rows, _, _ = workspace
        n = find_rows(scorer.table, ids, mixes, keys, words, rows)
    _add_singles(scorer.single, ids, scores)
    if n == 0:
        return 0
    _add_pairs(scorer.pair, workspace.rows[:n], workspace.sums)
    for m in range(len(scores)):
        scores[m] += np.int32(FINENESS) * workspace.sums[m]
    return n


@njit(cache=True, nogil=True)
def _add_singles(single, ids, scores):
    for k in range(len(ids)):
        row = np.uint32(ids[k])
        for m in range(len(scores)):
            scores[m] += single[row, m]


@njit(cache=True, nogil=True)
def _add_pairs(pair, rows, sums):
    """sums = sum of pair[rows], eight rows at a time; eight rows of 8 bits fit 16."""
    sums[:] = 0
    n, n_columns = len(rows), len(sums)
    unrolled = n - n % 8
    for k in range(min(AHEAD, n)):
        prefetch(pair, rows[k])
    for k in range(0, unrolled, 8):
        for later in range(k + AHEAD, min(k + AHEAD + 8, n)):
            prefetch(pair, rows[later])
        a, b, c, d = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        e, f, g, h = rows[k + 4], rows[k + 5], rows[k + 6], rows[k + 7]
        for m in range(n_columns):
            some = pair[a, m] + pair[b, m] + pair[c, m] + pair[d, m]
            others = pair[e, m] + pair[f, m] + pair[g, m] + pair[h, m]
            sums[m] += np.int32(np.int16(some + others))
    for k in range(unrolled, n):
        for m in range(n_columns):
            sums[m] += np.int32(pair[rows[k], m])


@njit(cache=True, nogil=True)
def _score_all(scorer, start, ids):
    """float64[n, columns]."""
    scores = np.empty((len(start) - 1, len(scorer.bias)))
    width = max(1, np.diff(start).max()) if len(start) > 1 else 1
    workspace = new_workspace(width, len(scorer.bias))
    for i in range(len(start) - 1):
        score(scorer, ids[start[i] : start[i + 1]], workspace)
        scores[i] = workspace.scores
    return scores
