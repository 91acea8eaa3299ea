"""Linear models over features and pairs of features, with integer scores for compiled parsers.

After training, the weights of pairs are rounded to 8 bits, and the weights of features to 16 bits,
with a step size 1/32 of that for pairs. Integer sums do not depend on the order of addition, so
scores are always the same.

Encoded labels create hundreds of classes, most of them rare. To find the best class, the N_TOP
classes with the largest total weights are scored first. For each group of LANES other classes, an
upper bound is computed: the sum over features of the largest weight in the group. A group is scored
only if its bound reaches the best score so far, so the result is exact. On Gothic with 252 classes,
3 in 4 decisions score no group, and a pair's row takes one cache line instead of four."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit, types
from numba.extending import overload

from nonproj.data.arrays import Array, check_arrays
from nonproj.errors import NonprojError
from nonproj.learners.cache_lines import AHEAD, aligned_zeros, prefetch
from nonproj.learners.interface import Instances
from nonproj.learners.pairs import PairTable, build_table, find_rows
from nonproj.machine import require_memory

FINENESS = 32
_FINE = np.int8(FINENESS)
LANES = 16
N_TOP = 48
NO_ENTRY = -1
PAIR_MAX, SINGLE_MAX = 127, 32767


def _packed_arrays(name: str, rows: str, dtype: str, meaning: str) -> dict[str, Array]:
    """Declare the arrays that store a table of weights without its zeros."""
    size = (f"{name}_weights",)
    return {
        f"{name}_counts": Array("uint16", (rows,), f"number of non-zero weights of each {meaning}"),
        f"{name}_columns": Array("uint16", size, "actions of these weights", below="actions"),
        f"{name}_values": Array(dtype, size, "values of these weights"),
    }


LINEAR_ARRAYS = {
    "bias": Array("int32", ("actions",), "bias of each action"),
    "keys": Array("uint64", ("rows",), "keys of the pairs of features, see `pairs`"),
    **_packed_arrays("single", "ids", "int16", "feature"),
    **_packed_arrays("pair", "rows", "int8", "pair"),
}


class Groups(NamedTuple):
    """The weights of the classes that are not among the top classes, in groups of LANES."""

    bias: np.ndarray  # int32[groups, LANES]
    single: np.ndarray  # int16[groups, n_ids, LANES]
    pair: np.ndarray  # int8[groups, n_rows, LANES]


class LinearScorer(NamedTuple):
    """Rows of weights, with a column for each top class, then a column for each group's bound.

    Rows are padded to a multiple of LANES."""

    bias: np.ndarray  # int32[columns]
    single: np.ndarray  # int16[n_ids, columns]
    table: PairTable
    pair: np.ndarray  # int8[n_rows, columns]
    groups: Groups
    top: np.ndarray  # int32: the class of each of the first columns
    grouped: np.ndarray  # int32[groups, LANES]: the other classes, NO_ENTRY for padding


class LinearWeights(NamedTuple):
    """Rounded weights, with a column for each class."""

    bias: np.ndarray  # int32[n_classes]
    single: np.ndarray  # int16[n_ids, n_classes]
    pair: np.ndarray  # int8[n_rows, n_classes]


@dataclass(frozen=True)
class LinearModel:
    """A linear classifier: its scorer, its keys of pairs (one per row), its number of actions."""

    scorer: LinearScorer
    keys: np.ndarray
    n_actions: int

    def scores(self, instances: Instances) -> np.ndarray:
        return _score_all(self.scorer, instances.start, instances.ids, self.n_actions)

    def arrays(self) -> dict[str, np.ndarray]:
        weights = _weights_of(self.scorer, self.n_actions)
        return {
            "bias": weights.bias,
            "keys": self.keys,
            **_packed("single", weights.single),
            **_packed("pair", weights.pair),
        }


def model_from_arrays(arrays: dict[str, np.ndarray], n_actions: int, n_ids: int) -> LinearModel:
    """Restore a model from `LinearModel.arrays`."""
    sizes = check_arrays(arrays, LINEAR_ARRAYS, actions=n_actions, ids=n_ids)
    for name in ("single", "pair"):
        if arrays[f"{name}_counts"].sum(dtype=np.int64) != sizes[f"{name}_weights"]:
            raise NonprojError(f"array '{name}_counts': the sum is not the number of weights")
    require_memory(2 * n_actions * (2 * n_ids + sizes["rows"]), "the weights of the model")
    single, pair = (_unpacked(name, arrays, n_actions) for name in ("single", "pair"))
    return _model(LinearWeights(arrays["bias"], single, pair), arrays["keys"])


def _packed(name: str, table: np.ndarray) -> dict[str, np.ndarray]:
    """Return the number of non-zero entries in each row, and their columns and values."""
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


class Block(NamedTuple):
    """The weights of some classes before rounding, with a column for each class."""

    bias: np.ndarray  # float32[columns]
    single: np.ndarray  # float32[n_ids, columns]
    pair: np.ndarray  # float32[rows, columns]
    row: np.ndarray  # int32[n_pairs]: the row of each pair, NO_ENTRY if all its weights are zero

    @classmethod
    def without_pairs(cls, bias: np.ndarray, single: np.ndarray) -> "Block":
        return cls(bias, single, np.zeros((0, len(bias)), np.float32), np.zeros(0, np.int32))


def rounded(
    blocks: Sequence[Block], keys: np.ndarray, columns: np.ndarray, pool: Executor
) -> LinearModel:
    """Round the weights of all classes; `columns` gives each class's column, across all blocks.

    The unit is chosen so that the weights of pairs fit into 8 bits and the weights of features into
    16 bits. Pairs whose weights all become zero are dropped."""
    largest = max(float(np.abs(block.pair).max(initial=0.0)) for block in blocks)
    other = max(float(np.abs(block.single).max(initial=0.0)) for block in blocks)
    unit = max(largest / PAIR_MAX, other * FINENESS / SINGLE_MAX) or 1.0
    pairs = pool.map(lambda block: _rounded(block.pair, unit, np.int8), blocks)
    blocks = [block._replace(pair=pair) for block, pair in zip(blocks, pairs, strict=True)]
    nonzero = np.zeros(len(keys), bool)
    for block in blocks:
        met = np.flatnonzero(block.row != NO_ENTRY)
        nonzero[met] |= block.pair.any(axis=1)[block.row[met]]
    weights = LinearWeights(
        np.zeros(len(columns), np.int32),
        np.zeros((len(blocks[0].single), len(columns)), np.int16),
        np.zeros((np.count_nonzero(nonzero), len(columns)), np.int8),
    )
    class_of = np.full(sum(len(block.bias) for block in blocks), NO_ENTRY)
    class_of[columns] = np.arange(len(columns))
    ends = np.cumsum([len(block.bias) for block in blocks])[:-1]
    for block, classes in zip(blocks, np.split(class_of, ends), strict=True):
        _write(block, classes, nonzero, unit / FINENESS, weights)
    return _model(weights, keys[nonzero])


def _write(
    block: Block, classes: np.ndarray, nonzero: np.ndarray, fine: float, weights: LinearWeights
) -> None:
    """Write a block, whose pairs are rounded, to its classes' columns; NO_ENTRY is padding."""
    own = np.flatnonzero(classes != NO_ENTRY)
    columns = classes[own]
    weights.bias[columns] = _rounded(block.bias[own], fine, np.int32)
    weights.single[:, columns] = _rounded(block.single[:, own], fine, np.int16)
    met = block.row[nonzero]
    rows = np.flatnonzero(met != NO_ENTRY)
    weights.pair[np.ix_(rows, columns)] = block.pair[np.ix_(met[rows], own)]


def _model(weights: LinearWeights, keys: np.ndarray) -> LinearModel:
    return LinearModel(_scorer(weights, build_table(keys)), keys, len(weights.bias))


def _scorer(weights: LinearWeights, table: PairTable) -> LinearScorer:
    """Arrange the weights so that the best class is found quickly (see the module's docstring)."""
    top, grouped = _divided(weights)
    parts = [_laid_out(part, top, grouped) for part in weights]
    (bias, group_bias), (single, group_single), (pair, group_pair) = parts
    groups = Groups(group_bias, group_single, group_pair)
    return LinearScorer(bias, single, table, pair, groups, top, grouped)


def _divided(weights: LinearWeights) -> tuple[np.ndarray, np.ndarray]:
    """Divide the classes into top classes and groups, by descending total weight.

    Classes in the same group thus have similar weights, which keeps the group's bound tight."""
    n = len(weights.bias)
    if n <= N_TOP + LANES:
        return np.arange(n, dtype=np.int32), np.zeros((0, LANES), np.int32)
    size = sum(np.abs(part).sum(axis=0, dtype=np.int64) for part in (weights.single, weights.pair))
    order = np.lexsort((np.arange(n), -size)).astype(np.int32)
    others = np.full((-(-(n - N_TOP) // LANES), LANES), NO_ENTRY, np.int32)
    others.reshape(-1)[: n - N_TOP] = order[N_TOP:]
    return order[:N_TOP], others


def _laid_out(part: np.ndarray, top: np.ndarray, grouped: np.ndarray) -> tuple:
    """Return a table with the top classes and the groups' maxima, and one table for each group."""
    rows, used = part.shape[:-1], len(top) + len(grouped)
    whole = aligned_zeros((*rows, -(-max(used, 1) // LANES) * LANES), part.dtype)
    whole[..., : len(top)] = part[..., top]
    groups = aligned_zeros((len(grouped), *rows, LANES), part.dtype)
    for g, classes in enumerate(grouped):
        members = part[..., classes[classes != NO_ENTRY]]
        whole[..., len(top) + g] = members.max(axis=-1)
        groups[g, ..., : members.shape[-1]] = members
    return whole, groups


def _weights_of(scorer: LinearScorer, n_classes: int) -> LinearWeights:
    """Return the weights of a scorer; the inverse of `_scorer`."""

    def restored(whole: np.ndarray, groups: np.ndarray) -> np.ndarray:
        part = np.zeros((*whole.shape[:-1], n_classes), whole.dtype)
        part[..., scorer.top] = whole[..., : len(scorer.top)]
        for classes, group in zip(scorer.grouped, groups, strict=True):
            part[..., classes[classes != NO_ENTRY]] = group[..., classes != NO_ENTRY]
        return part

    wholes = (scorer.bias, scorer.single, scorer.pair)
    return LinearWeights(*map(restored, wholes, scorer.groups))


def _rounded(weights: np.ndarray, unit: float, dtype: type) -> np.ndarray:
    return np.rint(weights * np.float32(1 / unit)).astype(dtype)


EMPTY_SCORER = _scorer(
    LinearWeights(np.zeros(0, np.int32), np.zeros((0, 0), np.int16), np.zeros((0, 0), np.int8)),
    build_table(np.zeros(0, np.uint64)),
)


class ScoringBuffers(NamedTuple):
    """Buffers for scoring, allocated once for many configurations."""

    mixes: np.ndarray  # uint64[features]
    keys: np.ndarray  # uint64[pairs]
    words: np.ndarray  # uint64[pairs]
    rows: np.ndarray  # int32[pairs]
    sums: np.ndarray  # [columns]; these four have the type of the scorer's bias
    top: np.ndarray  # [columns]: scores of top classes, bounds of groups
    group: np.ndarray  # [LANES]: scores of one group
    scores: np.ndarray  # [n_classes]


@njit(cache=True, nogil=True)
def new_workspace(scorer, n_features):
    """Create a workspace for configurations of up to `n_features` features."""
    n_pairs, n_columns = n_features * n_features // 2 + 1, len(scorer.bias)
    kind = scorer.bias.dtype
    return ScoringBuffers(
        np.empty(n_features, np.uint64),
        np.empty(n_pairs, np.uint64),
        np.empty(n_pairs, np.uint64),
        np.empty(n_pairs, np.int32),
        np.empty(max(n_columns, LANES), kind),
        np.empty(n_columns, kind),
        np.empty(LANES, kind),
        np.empty(len(scorer.top) + scorer.grouped.size, kind),
    )


@njit(cache=True, nogil=True)
def best_class(scorer, ids, workspace, mask, kind):
    """Return the best class c whose bit, kind[c], is set in the mask, and the number of pairs read.

    Ties go to the first class. If the mask excludes all classes, NO_ENTRY is returned."""
    n = _score_top(scorer, ids, workspace)
    scores, best, highest = workspace.top, np.int64(NO_ENTRY), np.int64(0)
    for column in range(len(scorer.top)):
        c, found = scorer.top[column], scores[column]
        if mask >> kind[c] & 1 and (
            best == NO_ENTRY or found > highest or (found == highest and c < best)
        ):
            best, highest = np.int64(c), np.int64(found)
    for g in range(len(scorer.grouped)):
        if best != NO_ENTRY and scores[len(scorer.top) + g] < highest:
            continue
        _score_group(scorer.groups, g, ids, n, workspace)
        for lane in range(LANES):
            c, found = scorer.grouped[g, lane], workspace.group[lane]
            if c == NO_ENTRY or not mask >> kind[c] & 1:
                continue
            if best == NO_ENTRY or found > highest or (found == highest and c < best):
                best, highest = np.int64(c), np.int64(found)
    return best, n


@njit(cache=True, nogil=True)
def score(scorer, ids, workspace):
    """Write the scores of all classes to workspace.scores; return the number of pairs read."""
    n = _score_top(scorer, ids, workspace)
    for column in range(len(scorer.top)):
        workspace.scores[scorer.top[column]] = workspace.top[column]
    for g in range(len(scorer.grouped)):
        _score_group(scorer.groups, g, ids, n, workspace)
        for lane in range(LANES):
            if scorer.grouped[g, lane] != NO_ENTRY:
                workspace.scores[scorer.grouped[g, lane]] = workspace.group[lane]
    return n


@njit(cache=True, nogil=True)
def _score_top(scorer, ids, workspace):
    """Write the scores of top classes and the bounds of groups; return the number of pairs read."""
    scores = workspace.top
    scores[:] = scorer.bias
    for k in range(len(ids)):
        prefetch(scorer.single, ids[k])
    n = 0
    if len(scorer.pair) > 0:
        mixes, keys, words, rows = workspace[:4]
        n = find_rows(scorer.table, ids, mixes, keys, words, rows)
    _add_singles(scorer.single, ids, scores)
    if n > 0:
        _add_pairs(scorer.pair, workspace.rows[:n], workspace.sums[: len(scores)])
        for m in range(len(scores)):
            scores[m] += _FINE * workspace.sums[m]
    return n


@njit(cache=True, nogil=True)
def _score_group(groups, g, ids, n, workspace):
    """Write the scores of group g; workspace.rows[:n] holds the rows of the pairs in `ids`."""
    scores = workspace.group
    scores[:] = groups.bias[g]
    _add_singles(groups.single[g], ids, scores)
    if n > 0:
        _add_pairs(groups.pair[g], workspace.rows[:n], workspace.sums[:LANES])
        for m in range(LANES):
            scores[m] += _FINE * workspace.sums[m]


@njit(cache=True, nogil=True)
def _add_singles(single, ids, scores):
    for k in range(len(ids)):
        row = np.uint32(ids[k])
        for m in range(len(scores)):
            scores[m] += single[row, m]


def _short(total):
    """Return a sum of eight pair weights, narrowed to 16 bits if the weights are rounded."""


@overload(_short, inline="always")
def _short_of_type(total):
    if isinstance(total, types.Float):
        return lambda total: total
    return lambda total: np.int32(np.int16(total))


@njit(cache=True, nogil=True)
def _add_pairs(pair, rows, sums):
    """Set `sums` to the sum of pair[rows]; rows are added eight at a time, in 16 bits."""
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
            sums[m] += _short(some + others)
    for k in range(unrolled, n):
        for m in range(n_columns):
            sums[m] += pair[rows[k], m]


@njit(cache=True, nogil=True)
def _score_all(scorer, start, ids, n_classes):
    """Return the scores of all instances as float64[n, n_classes]."""
    scores = np.empty((len(start) - 1, n_classes))
    width = max(1, np.diff(start).max()) if len(start) > 1 else 1
    workspace = new_workspace(scorer, width)
    for i in range(len(start) - 1):
        score(scorer, ids[start[i] : start[i + 1]], workspace)
        scores[i] = workspace.scores[:n_classes]
    return scores
