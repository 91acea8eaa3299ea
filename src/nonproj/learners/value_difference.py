"""Memory-based learning, `mbl-mvdm-k5`: the modified value difference metric, five distances.

Nilsson (2009) does not say how TiMBL was set; these settings come from the same group's other work
on memory-based parsing. Two values differ as much as the classes that go with them (Cost & Salzberg
1993: the sum over classes of
P(c
 a) - P(c
 b)
). Values that occur less than three times differ by 1 from all others. There are no weights. The
neighbours are all instances at the five nearest distances, with votes inverse to their distance.
Ties: the class more frequent in training, then the one that came first.

Exact search over the sorted vectors of `memory`; a group that shares a prefix is skipped once the
prefix alone is further away than the fifth distance so far."""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.learners.interface import Instances
from nonproj.learners.memory import CLOSE, MemoryBased, MemoryModel

BATCH = 256
CLOSEST = 1e-12  # added to distances, so that equal vectors have finite votes


@dataclass(frozen=True)
class ValueDifference(MemoryBased):
    """The learner `mbl-mvdm-k5`: it stores the same as `mbl` and compares it differently."""

    def fit(self, *args, **options) -> "ValueDifferenceModel":
        return _model(super().fit(*args, **options))

    @staticmethod
    def from_arrays(arrays, n_actions: int, n_ids: int) -> "ValueDifferenceModel":
        return _model(MemoryBased.from_arrays(arrays, n_actions, n_ids))


MVDM_K5 = ValueDifference()


class Values(NamedTuple):
    """The values of one column and the classes that go with them."""

    ids: np.ndarray  # ascending
    frequent: np.ndarray  # bool: seen often enough for probabilities
    start: np.ndarray  # classes of value v are at start[v]..start[v + 1] - 1 of the next two
    classes: np.ndarray
    shares: np.ndarray
    class_start: np.ndarray  # the same by class: values with class c
    values: np.ndarray
    value_shares: np.ndarray


@dataclass(frozen=True)
class ValueDifferenceModel(MemoryModel):
    """Distinct vectors with their classes, compared by the classes of their values."""

    n_distances: int = 5
    minimum: int = 3

    @cached_property
    def columns(self) -> list[Values]:
        return [self._values(column) for column in self.vectors.T]

    @cached_property
    def numbers(self) -> np.ndarray:
        """Return the vectors with values numbered column by column."""
        pairs = zip(self.columns, self.vectors.T, strict=True)
        numbers = [np.searchsorted(values.ids, column) for values, column in pairs]
        return np.ascontiguousarray(np.stack(numbers, axis=1).astype(np.int32))

    def _values(self, column: np.ndarray) -> Values:
        ids, number = np.unique(column, return_inverse=True)
        owner = np.repeat(number, np.diff(self.start))
        cells, inverse = np.unique(
            owner.astype(np.int64) * self.n_actions + self.votes[:, 0], return_inverse=True
        )
        counts = np.bincount(inverse, weights=self.votes[:, 1])
        value, c = cells // self.n_actions, cells % self.n_actions
        seen = np.bincount(value, weights=counts, minlength=len(ids))
        shares, by_class = counts / seen[value], np.argsort(c, kind="stable")
        return Values(
            ids,
            seen >= self.minimum,
            np.searchsorted(value, np.arange(len(ids) + 1)),
            c,
            shares,
            np.searchsorted(c[by_class], np.arange(self.n_actions + 1)),
            value[by_class],
            shares[by_class],
        )

    def scores(self, instances: Instances) -> np.ndarray:
        """Return the votes of the neighbours, less a fraction that breaks ties."""
        queries, (changed, skip) = self.queries(instances), self.prefixes
        scores = np.empty((len(queries), self.n_actions))
        for first in range(0, len(queries), BATCH):
            some = queries[first : first + BATCH]
            tables = [_differences(v, q) for v, q in zip(self.columns, some.T, strict=True)]
            sizes = np.cumsum([0, *(table.size for table, _ in tables)])
            rows = [size + row * table.shape[1]
                    for size, (table, row) in zip(sizes, tables, strict=False)]  # fmt: skip
            scores[first : first + BATCH] = _vote_all(
                self.numbers,
                self.start,
                self.votes,
                changed,
                skip,
                np.stack(rows, axis=1),
                np.concatenate([table.ravel() for table, _ in tables]),
                self.n_distances,
                self.n_actions,
            )
        return scores - CLOSE * self.rank


def _model(stored: MemoryModel) -> ValueDifferenceModel:
    return ValueDifferenceModel(*(getattr(stored, field.name) for field in fields(MemoryModel)))


def _differences(values: Values, queries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the differences of each distinct query to all values, and the row of each query."""
    asked, row = np.unique(queries, return_inverse=True)
    number = np.searchsorted(values.ids, asked)
    known = values.ids[np.minimum(number, len(values.ids) - 1)] == asked
    return _table(values, np.where(known, number, -1)), row


@njit(cache=True, nogil=True)
def _table(values, asked):
    """Return float64[asked, values], the sums of |p - q|.

    A sum is 2 less twice the sum of the smaller of p and q."""
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
def _vote_all(vectors, start, votes, changed, skip, rows, table, k, n_actions):
    """Return the votes of each query's neighbours; an instance at the nearest distance has one."""
    n, width = vectors.shape
    scores = np.zeros((len(rows), n_actions))
    nearest, found = np.empty(k), np.zeros((k, n_actions))
    partial = np.zeros(width + 1)
    for q in range(len(rows)):
        nearest[:] = np.inf
        found[:] = 0
        i = 0
        while i < n:
            c, within = changed[i], True
            while within and c < width:
                partial[c + 1] = partial[c] + table[rows[q, c] + vectors[i, c]]
                within = partial[c + 1] <= nearest[k - 1] + CLOSE
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
    """Return the place of a distance among the nearest, made if it is new; k if there is none."""
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
