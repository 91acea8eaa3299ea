"""Memory-based learning with the modified value difference metric and k = 5.

This is the learner `mbl-mvdm-k5`. Nilsson (2009) does not say how TiMBL was configured; these
settings come from other work by the same group on memory-based parsing. The difference between two
values a and b is the sum over classes c of |P(c|a) - P(c|b)| (Cost & Salzberg 1993). Values that
occur fewer than three times differ by 1 from all others. Columns have no weights. The neighbours
are all instances at the five nearest distances; the weight of a vote is inversely proportional to
the distance. Ties go to the class that is more frequent in training, then to the class that came
first.

The search over the sorted vectors of `memory` is exact. A group that shares a prefix is skipped
once the prefix alone is further away than the fifth-nearest distance found so far."""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.learners.memory import CLOSE, MemoryBased, MemoryModel, descend

VECTOR_BATCH = 256
PROBED = 500  # vectors before and after a close one, whose distances bound a search
CLOSEST = 1e-12  # added to distances so that equal vectors have finite votes


@dataclass(frozen=True)
class ValueDifference(MemoryBased):
    """The learner `mbl-mvdm-k5`, which stores vectors like `mbl` but compares them differently."""

    def fit(self, *args, **options) -> "ValueDifferenceModel":
        return _model(super().fit(*args, **options))

    @staticmethod
    def from_arrays(arrays, n_actions: int, n_ids: int) -> "ValueDifferenceModel":
        return _model(MemoryBased.from_arrays(arrays, n_actions, n_ids))


MVDM_K5 = ValueDifference()


class ColumnValues(NamedTuple):
    """The values in one column, and the classes that occur with each value."""

    ids: np.ndarray  # ascending
    frequent: np.ndarray  # bool: whether a value occurs often enough to estimate probabilities
    start: np.ndarray  # value v has the classes start[v]..start[v + 1] - 1 in the next two arrays
    classes: np.ndarray
    shares: np.ndarray
    class_start: np.ndarray  # likewise for the values that occur with class c
    values: np.ndarray
    value_shares: np.ndarray


@dataclass(frozen=True)
class ValueDifferenceModel(MemoryModel):
    """Distinct vectors with their classes, compared by the class distributions of their values."""

    n_distances: int = 5
    minimum: int = 3

    @cached_property
    def columns(self) -> list[ColumnValues]:
        return [self._values(column) for column in self.vectors.T]

    @cached_property
    def numbers(self) -> np.ndarray:
        """The vectors, with the values of each column numbered separately."""
        pairs = zip(self.columns, self.vectors.T, strict=True)
        numbers = [np.searchsorted(values.ids, column) for values, column in pairs]
        return np.ascontiguousarray(np.stack(numbers, axis=1).astype(np.int32))

    def _values(self, column: np.ndarray) -> ColumnValues:
        ids, number = np.unique(column, return_inverse=True)
        owner = np.repeat(number, np.diff(self.start))
        cells, inverse = np.unique(
            owner.astype(np.int64) * self.n_actions + self.votes[:, 0], return_inverse=True
        )
        counts = np.bincount(inverse, weights=self.votes[:, 1])
        value, c = cells // self.n_actions, cells % self.n_actions
        seen = np.bincount(value, weights=counts, minlength=len(ids))
        shares, by_class = counts / seen[value], np.argsort(c, kind="stable")
        return ColumnValues(
            ids,
            seen >= self.minimum,
            np.searchsorted(value, np.arange(len(ids) + 1)),
            c,
            shares,
            np.searchsorted(c[by_class], np.arange(self.n_actions + 1)),
            value[by_class],
            shares[by_class],
        )

    @property
    def ties(self) -> np.ndarray:
        return CLOSE * self.rank

    def _votes(self, queries: np.ndarray) -> np.ndarray:
        (changed, skip), scores = self.prefixes, np.empty((len(queries), self.n_actions))
        for first in range(0, len(queries), VECTOR_BATCH):
            some = queries[first : first + VECTOR_BATCH]
            tables = [_differences(v, q) for v, q in zip(self.columns, some.T, strict=True)]
            sizes = np.cumsum([0, *(table.size for table, _ in tables)])
            rows = [size + row * table.shape[1]
                    for size, (table, row) in zip(sizes, tables, strict=False)]  # fmt: skip
            scores[first : first + VECTOR_BATCH] = _vote_all(
                self.numbers,
                self.start,
                self.votes,
                changed,
                skip,
                np.array([descend(self.vectors, query) for query in some]),
                np.stack(rows, axis=1),
                np.concatenate([table.ravel() for table, _ in tables]),
                self.n_distances,
                self.n_actions,
            )
        return scores


def _model(stored: MemoryModel) -> ValueDifferenceModel:
    return ValueDifferenceModel(*(getattr(stored, field.name) for field in fields(MemoryModel)))


def _differences(values: ColumnValues, queries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return differences [distinct query value, value], and each query's row in this table."""
    asked, row = np.unique(queries, return_inverse=True)
    number = np.searchsorted(values.ids, asked)
    known = values.ids[np.minimum(number, len(values.ids) - 1)] == asked
    return _table(values, np.where(known, number, -1)), row


@njit(cache=True, nogil=True)
def _table(values, asked):
    """Return the differences (sums of |p - q|) of asked and stored values, float64[asked, values].

    Each sum is computed as 2 minus twice the sum of min(p, q)."""
    table = np.ones((len(asked), len(values.ids)))
    for k in range(len(asked)):
        value = asked[k]
        if value < 0:
            continue
        if values.frequent[value]:
            table[k, values.frequent] = 2.0
            for cell in range(values.start[value], values.start[value + 1]):
                c, share = values.classes[cell], values.shares[cell]
                for other in range(values.class_start[c], values.class_start[c + 1]):
                    if values.frequent[values.values[other]]:
                        smaller = min(share, values.value_shares[other])
                        table[k, values.values[other]] -= 2.0 * smaller
        table[k, value] = 0.0
    return table


@njit(cache=True, nogil=True)
def _vote_all(vectors, start, votes, changed, skip, near, rows, table, k, n_actions):
    """Return the votes of each query's neighbours; the nearest instances have one vote each.

    `near` are vectors close to the queries. The fifth-nearest distance among their neighbours in
    the index bounds the search from the beginning."""
    n, width = vectors.shape
    scores = np.zeros((len(rows), n_actions))
    nearest, found = np.empty(k), np.zeros((k, n_actions))
    partial = np.zeros(width + 1)
    for q in range(len(rows)):
        nearest[:] = np.inf
        for i in range(max(0, near[q] - PROBED), min(n, near[q] + PROBED)):
            distance = 0.0
            for c in range(width):
                distance += table[rows[q, c] + vectors[i, c]]
            _place(nearest, found, distance)
        bound = nearest[k - 1]
        nearest[:] = np.inf
        found[:] = 0
        i = 0
        while i < n:
            c, within = changed[i], True
            while within and c < width:
                partial[c + 1] = partial[c] + table[rows[q, c] + vectors[i, c]]
                within = partial[c + 1] <= min(nearest[k - 1], bound) + CLOSE
                c += 1
            if not within:
                i = skip[i, c - 1]
                continue
            place = _place(nearest, found, partial[width])
            if place < k:
                for v in range(start[i], start[i + 1]):
                    found[place, votes[v, 0]] += votes[v, 1]
            i += 1
        for place in range(k):
            if nearest[place] < np.inf:
                scores[q] += found[place] * (nearest[0] + CLOSEST) / (nearest[place] + CLOSEST)
    return scores


@njit(cache=True, nogil=True)
def _place(nearest, found, distance):
    """Return the rank of a distance among the k nearest, inserting it if necessary.

    Return k if the distance is not among the k nearest."""
    k = len(nearest)
    place = 0
    while place < k and distance > nearest[place] + CLOSE:
        place += 1
    if place == k or abs(distance - nearest[place]) <= CLOSE:
        return place
    for other in range(k - 1, place, -1):
        nearest[other] = nearest[other - 1]
        found[other] = found[other - 1]
    nearest[place] = distance
    found[place] = 0
    return place
