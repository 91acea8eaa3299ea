"""Dual coordinate descent for one-versus-rest support vector machines over feature pairs.

This is algorithm 3 of Hsieh, Chang, Lin, Keerthi & Sundararajan (2008), run for all classes in a
block at once. An instance's scores are computed in one sweep over rows of BLOCK weights (a cache
line each). Then the multipliers that violate the optimality conditions are updated. Blocks are
independent of each other, so the number of threads cannot change the result.

Every class has the fixed bias -1. An instance of a different class therefore starts at its margin
and needs no multiplier unless one of its features is evidence for the class.

Shrinking: an instance that violates no constraint when visited is skipped for some epochs.

Encoded labels create hundreds of rare classes. In a block of rare classes, most pairs of features
have no weight, so a block has rows only for the pairs that have one.

Rows hold u = v * w, where v is a feature's value and w its weight, so that a score is a plain sum.
An update adds a multiple of v^2."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.learners.cache_lines import AHEAD, aligned_zeros, prefetch
from nonproj.learners.pairs import find_rows

BLOCK = 16
FIXED_BIAS = -1.0
NO_LINK = -1
# The columns of `links`.
_CLASS, _NEXT = range(2)
MAX_VISITS = 7  # visits without a violation are counted up to this number


class Chunk(NamedTuple):
    """A chunk of instances, with the rows of the instances' pairs."""

    instances: np.ndarray  # int64[c]: the numbers of the instances
    row_start: np.ndarray  # int64[c + 1]
    rows: np.ndarray  # int32: numbers of pairs


class Kernel(NamedTuple):
    """The kernel (gamma x.y + r)^2, given by the squared values of the bias, features and pairs."""

    bias: float
    single: float
    pair: float


class Dual(NamedTuple):
    """The non-zero multipliers in a block; each instance has a linked list of classes."""

    first: np.ndarray  # int32[n]: the first link of each instance, or NO_LINK
    links: np.ndarray  # int32[capacity, 2]: class within the block, next link
    alpha: np.ndarray  # float64[capacity]
    total: np.ndarray  # float64[capacity]: sum over the epochs that are averaged
    size: np.ndarray  # int64[1]


class BlockWeights(NamedTuple):
    """Rows of weights for a block of classes.

    The rows of `pair` that are in use come first; other rows occupy no memory."""

    bias: np.ndarray  # float32[1, BLOCK]
    single: np.ndarray  # float32[n_ids, BLOCK]
    pair: np.ndarray  # float32[n_pairs, BLOCK], in the order in which pairs were met
    row: np.ndarray  # int32[n_pairs]: the row of a pair, or NO_LINK if all its weights are zero
    n_rows: np.ndarray  # int64[1]: how many rows are in use

    @classmethod
    def zeros(cls, n_ids: int, n_pairs: int) -> "BlockWeights":
        bias, single, pair = (_zero_rows(n) for n in (1, n_ids, n_pairs))
        return cls(bias, single, pair, np.full(n_pairs, NO_LINK, np.int32), np.zeros(1, np.int64))

    def of_pairs(self, pairs: np.ndarray) -> "BlockWeights":
        """Return the weights with rows for only the given pairs, which are renumbered."""
        row = self.row[pairs]
        met = row != NO_LINK
        n_rows = np.count_nonzero(met)
        pair = _zero_rows(len(pairs))
        pair[:n_rows] = self.pair[row[met]]
        row[met] = np.arange(n_rows)
        return self._replace(pair=pair, row=row, n_rows=np.array([n_rows]))


def _zero_rows(n: int) -> np.ndarray:
    return aligned_zeros((n, BLOCK), np.float32)


@njit(cache=True, nogil=True)
def chunk_rows(start, ids, instances, table):
    """Return the rows of all pairs in these instances, as (row_start, rows)."""
    sizes = start[instances + 1] - start[instances]
    row_start = np.zeros(len(instances) + 1, np.int64)
    rows = np.empty(np.sum(sizes * (sizes - 1) // 2) + 1, np.int32)
    m = max(1, sizes.max())
    n_pairs = m * m // 2 + 1
    mixes, keys = np.empty(m, np.uint64), np.empty(n_pairs, np.uint64)
    words = np.empty(n_pairs, np.uint64)
    for c in range(len(instances)):
        i = instances[c]
        begin = row_start[c]
        n = find_rows(table, ids[start[i] : start[i + 1]], mixes, keys, words, rows[begin:])
        row_start[c + 1] = begin + n
    return row_start, rows[: row_start[-1]]


@njit(cache=True, nogil=True, fastmath={"reassoc", "nsz"})
def _add_rows(weights, rows, scores):
    """Add the sum of weights[rows] to `scores`, eight rows at a time."""
    n = len(rows)
    unrolled = n - n % 8
    for k in range(min(AHEAD, n)):
        prefetch(weights, rows[k])
    for k in range(0, unrolled, 8):
        for later in range(k + AHEAD, min(k + AHEAD + 8, n)):
            prefetch(weights, rows[later])
        a, b, c, d = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        e, f, g, h = rows[k + 4], rows[k + 5], rows[k + 6], rows[k + 7]
        for m in range(BLOCK):
            scores[m] += ((weights[a, m] + weights[b, m]) + (weights[c, m] + weights[d, m])) + (
                (weights[e, m] + weights[f, m]) + (weights[g, m] + weights[h, m])
            )
    for k in range(unrolled, n):
        for m in range(BLOCK):
            scores[m] += weights[rows[k], m]


@njit(cache=True, nogil=True)
def _update(weights, kernel, singles, pairs, m, step):
    """Add a multiple of an instance to the weights of class m."""
    weights.bias[0, m] += np.float32(kernel.bias * step)
    single, pair = np.float32(kernel.single * step), np.float32(kernel.pair * step)
    for k in range(len(singles)):
        weights.single[singles[k], m] += single
    for k in range(len(pairs)):
        row = weights.row[pairs[k]]
        if row == NO_LINK:
            row = weights.row[pairs[k]] = weights.n_rows[0]
            weights.n_rows[0] += 1
        weights.pair[row, m] += pair


@njit(cache=True, nogil=True)
def _rows_in_use(row, pairs, kept):
    """Write to `kept` the rows in use for these pairs, without branching; return their number."""
    n = 0
    for k in range(len(pairs)):
        kept[n] = row[pairs[k]]
        n += kept[n] != NO_LINK
    return n


@njit(cache=True, nogil=True)
def _read_multipliers(dual, i, alpha):
    alpha[:] = 0
    link = dual.first[i]
    while link != NO_LINK:
        alpha[dual.links[link, _CLASS]] = dual.alpha[link]
        link = dual.links[link, _NEXT]


@njit(cache=True, nogil=True)
def _link_of(dual, i, m):
    """Return the link for (instance, class), creating it if there is none."""
    link = dual.first[i]
    while link != NO_LINK:
        if dual.links[link, _CLASS] == m:
            return link
        link = dual.links[link, _NEXT]
    link = dual.size[0]
    dual.size[0] += 1
    dual.links[link, _CLASS], dual.links[link, _NEXT] = m, dual.first[i]
    dual.first[i] = link
    return link


@njit(cache=True, nogil=True)
def visit_chunk(chunk, start, ids, gold, kernel, weights, dual, shrinking, loss, tolerance):
    """Visit each active instance in a chunk; return the largest violation.

    `gold` holds each instance's class within this block, or a number outside 0..BLOCK-1. `loss` is
    (upper bound of a multiplier, diagonal term). After k consecutive visits without a violation, an
    instance is skipped for 2^k - 1 epochs; shrinking[i] is (epochs to skip, k)."""
    if len(chunk.instances) == 0:
        return 0.0
    scores, alpha = np.zeros(BLOCK, np.float32), np.zeros(BLOCK)
    kept = np.zeros(max(1, np.diff(chunk.row_start).max()), np.int32)
    upper, diagonal = loss
    worst = 0.0
    for c in range(len(chunk.instances)):
        i = chunk.instances[c]
        if shrinking[i, 0] > 0:
            shrinking[i, 0] -= 1
            continue
        singles = ids[start[i] : start[i + 1]]
        pairs = chunk.rows[chunk.row_start[c] : chunk.row_start[c + 1]]
        scores[:] = weights.bias[0] + np.float32(FIXED_BIAS)
        _add_rows(weights.single, singles, scores)
        _add_rows(weights.pair, kept[: _rows_in_use(weights.row, pairs, kept)], scores)
        _read_multipliers(dual, i, alpha)
        curvature = kernel.bias + kernel.single * len(singles) + kernel.pair * len(pairs)
        curvature += diagonal
        satisfied = True
        for m in range(BLOCK):
            sign = 1.0 if m == gold[i] else -1.0
            gradient = sign * scores[m] - 1.0 + diagonal * alpha[m]
            if abs(gradient) <= tolerance or (gradient > 0 and alpha[m] == 0):
                continue
            if gradient < 0 and alpha[m] >= upper:
                continue
            worst = max(worst, abs(gradient))
            new = min(max(alpha[m] - gradient / curvature, 0.0), upper)
            _update(weights, kernel, singles, pairs, m, sign * (new - alpha[m]))
            dual.alpha[_link_of(dual, i, m)] = new
            satisfied = False
        shrinking[i, 1] = min(shrinking[i, 1] + 1, MAX_VISITS) if satisfied else 0
        shrinking[i, 0] = (1 << shrinking[i, 1]) - 1
    return worst


@njit(cache=True, nogil=True)
def add_averages(chunk, start, ids, gold, kernel, weights, dual, n_epochs):
    """Add a chunk's instances to the weights, with multipliers averaged over `n_epochs` epochs."""
    for c in range(len(chunk.instances)):
        i = chunk.instances[c]
        singles = ids[start[i] : start[i + 1]]
        pairs = chunk.rows[chunk.row_start[c] : chunk.row_start[c + 1]]
        link = dual.first[i]
        while link != NO_LINK:
            m = dual.links[link, _CLASS]
            step = dual.total[link] / n_epochs
            _update(weights, kernel, singles, pairs, m, step if m == gold[i] else -step)
            link = dual.links[link, _NEXT]
