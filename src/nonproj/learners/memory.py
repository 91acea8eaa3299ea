"""Memory-based learning with TiMBL's defaults: IB1, overlap metric, gain-ratio weights, k = 1.

According to the TiMBL reference guide (Daelemans et al.), the neighbours are all instances at the k
nearest *distances*, and the majority class wins. If there is a tie, the instances at the next
distance are added, but only once. If a tie remains, the class that is more frequent in training
wins, then the class that came first.

Columns are ordered by descending weight, and distinct vectors are sorted, so that all vectors with
a common prefix are adjacent. A search skips such a group once the prefix alone is further away than
the second-nearest distance found so far. The search is exact, and most queries inspect only a small
part of the index. DEVIATION: mbl"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import njit

from nonproj.data.arrays import Array, check_arrays, offsets
from nonproj.errors import NonprojError
from nonproj.learners.interface import Instances, check_training_data

ABSENT = -1
# Distances are sums of a few dozen weights; if they differ by less than this, they count as equal.
CLOSE = 1e-9
MOST_KEPT = 100_000  # maximum number of cached queries, at a few hundred bytes each


MEMORY_ARRAYS = {
    "vectors": Array("int32", ("vectors", "columns"), "distinct vectors, sorted", ABSENT, "ids"),
    "weights": Array("float64", ("columns",), "gain ratios of columns, descending"),
    "order": Array("int64", ("columns",), "template of each column", 0, "columns", distinct=True),
    "start": offsets("vectors", "votes", "votes of each vector"),
    "votes": Array("int32", ("votes", 2), "class and count", (0, 1), ("actions", 2**31)),
    "rank": Array("int64", ("actions",), "rank of a class in ties", 0, "actions", distinct=True),
}


@dataclass(frozen=True)
class MemoryBased:
    """The learner `mbl`, memory-based learning with TiMBL's defaults."""

    def fit(self, instances, actions, n_actions, seed, threads, progress=None) -> "MemoryModel":
        check_training_data(instances, actions, n_actions)
        columns = as_columns(instances)
        weights = gain_ratios(columns, actions, n_actions)
        order = np.lexsort((np.arange(len(weights)), -weights))
        columns, weights = columns[:, order], weights[order]
        sorting = np.lexsort(columns.T[::-1])
        new = np.ones(len(columns), bool)
        new[1:] = (np.diff(columns[sorting], axis=0) != 0).any(axis=1)
        vector = np.cumsum(new) - 1
        pairs, counts = np.unique(
            np.stack([vector, actions[sorting]], axis=1), axis=0, return_counts=True
        )
        start = np.searchsorted(pairs[:, 0], np.arange(vector[-1] + 2))
        frequency = np.bincount(actions, minlength=n_actions)
        first = np.full(n_actions, len(actions))
        np.minimum.at(first, actions, np.arange(len(actions)))
        rank = np.argsort(np.lexsort((first, -frequency)))
        votes = np.stack([pairs[:, 1], counts], axis=1).astype(np.int32)
        return MemoryModel(columns[sorting][new], weights, order, start, votes, rank)

    @staticmethod
    def from_arrays(arrays: dict[str, np.ndarray], n_actions: int, n_ids: int) -> "MemoryModel":
        sizes = check_arrays(arrays, MEMORY_ARRAYS, actions=n_actions, ids=n_ids)
        if sizes["vectors"] == 0:
            raise NonprojError("array 'vectors' is empty")
        return MemoryModel(*(arrays[name] for name in MEMORY_ARRAYS))


LEARNER = MemoryBased()


@dataclass(frozen=True)
class MemoryModel:
    """A trained model: distinct vectors in sorted order, each with the counts of its classes."""

    vectors: np.ndarray  # int32[n, columns]
    weights: np.ndarray  # float64[columns], in descending order
    order: np.ndarray  # int64[columns]: which template each column holds
    start: np.ndarray  # int64[n + 1]: the votes of vector i are start[i]..start[i + 1] - 1
    votes: np.ndarray  # int32[., 2]: class, count
    rank: np.ndarray  # int64[n_actions]: rank of a class when ties are broken

    @property
    def n_actions(self) -> int:
        return len(self.rank)

    def queries(self, instances: Instances) -> np.ndarray:
        """Return the instances as vectors, with columns in the order of the model."""
        queries = as_columns(instances)
        missing = len(self.order) - queries.shape[1]
        if missing > 0:
            queries = np.pad(queries, ((0, 0), (0, missing)), constant_values=ABSENT)
        return np.ascontiguousarray(queries[:, self.order])

    def scores(self, instances: Instances) -> np.ndarray:
        """Return how many neighbours vote for each action, minus a fraction that breaks ties.

        Results are cached, because a search takes milliseconds, and the same vectors recur when a
        text is parsed with several voting schemes."""
        queries = self.queries(instances)
        keys = [query.tobytes() for query in queries]
        found = self.found
        if len(found) > MOST_KEPT:
            found.clear()
        new = list({key: i for i, key in enumerate(keys) if key not in found}.values())
        found.update(zip((keys[i] for i in new), self._votes(queries[new]), strict=True))
        counts = np.array([found[key] for key in keys]).reshape(len(keys), self.n_actions)
        return counts - self.ties

    @property
    def ties(self) -> np.ndarray:
        return self.rank / (2.0 * self.n_actions)

    @cached_property
    def found(self) -> dict[bytes, np.ndarray]:
        """The cached votes of each query, keyed by the bytes of the query's vector."""
        return {}

    @cached_property
    def prefixes(self) -> tuple[np.ndarray, np.ndarray]:
        return prefixes(self.vectors)

    def _votes(self, queries: np.ndarray) -> np.ndarray:
        trained = self.vectors, self.weights, self.start, self.votes
        return _vote_all(*trained, *self.prefixes, queries, self.n_actions)

    def arrays(self) -> dict[str, np.ndarray]:
        return {name: getattr(self, name) for name in MEMORY_ARRAYS}


def as_columns(instances: Instances) -> np.ndarray:
    """Return the feature, or ABSENT, of each instance for each template: int32[n, n_templates]."""
    n_templates = int(instances.template.max(initial=-1)) + 1
    columns = np.full((len(instances), n_templates), ABSENT, dtype=np.int32)
    rows = np.repeat(np.arange(len(instances)), np.diff(instances.start))
    columns[rows, instances.template[instances.ids]] = instances.ids
    return columns


def gain_ratios(columns: np.ndarray, actions: np.ndarray, n_actions: int) -> np.ndarray:
    """Return each column's information gain divided by its split information; 0 if constant."""
    ratios = np.zeros(columns.shape[1])
    prior = _entropy(np.bincount(actions, minlength=n_actions))
    for c in range(columns.shape[1]):
        values, numbers = np.unique(columns[:, c], return_inverse=True)
        if len(values) == 1:
            continue
        cells, counts = np.unique(
            numbers.astype(np.int64) * n_actions + actions, return_counts=True
        )
        sizes = np.bincount(numbers)
        share = counts / sizes[cells // n_actions]
        remaining = -np.sum(counts * np.log2(share)) / len(actions)
        ratios[c] = (prior - remaining) / _entropy(sizes)
    return np.maximum(ratios, 0.0)


def _entropy(counts: np.ndarray) -> float:
    p = counts[counts > 0] / counts.sum()
    return float(-np.sum(p * np.log2(p)))


@njit(cache=True, nogil=True)
def prefixes(vectors):
    """Return where each vector differs from its predecessor, and where shared prefixes end.

    changed[i] is the first column in which vector i differs from its predecessor. skip[i, c] is the
    first vector after i that does not share columns 0..c with vector i."""
    n, width = vectors.shape
    changed, skip = np.zeros(n, np.int32), np.empty((n, width), np.int32)
    for i in range(1, n):
        c = 0
        while c < width and vectors[i, c] == vectors[i - 1, c]:
            c += 1
        changed[i] = c
    for i in range(n - 1, -1, -1):
        for c in range(width):
            shared = i + 1 < n and changed[i + 1] > c
            skip[i, c] = skip[i + 1, c] if shared else i + 1
    return changed, skip


@njit(cache=True, nogil=True)
def descend(vectors, query):
    """Find a vector close to the query by narrowing the range of vectors column by column."""
    low, high = 0, len(vectors)
    for c in range(vectors.shape[1]):
        a = low + np.searchsorted(vectors[low:high, c], query[c])
        b = low + np.searchsorted(vectors[low:high, c], query[c] + 1)
        if a < b:
            low, high = a, b
        else:
            high = low + np.searchsorted(vectors[low:high, c], vectors[low, c] + 1)
    return low


@njit(cache=True, nogil=True)
def _distance(weights, vector, query):
    distance = 0.0
    for c in range(len(query)):
        if vector[c] != query[c]:
            distance += weights[c]
    return distance


@njit(cache=True, nogil=True)
def _vote_all(vectors, weights, start, votes, changed, skip, queries, n_actions):
    """Count votes by class at the nearest distance and, if there is a tie, also at the next."""
    n, width = vectors.shape
    counts = np.zeros((len(queries), n_actions))
    nearest, second = np.zeros(n_actions), np.zeros(n_actions)
    partial = np.zeros(width + 1)
    for q in range(len(queries)):
        query = queries[q]
        best, next_best = _distance(weights, vectors[descend(vectors, query)], query), np.inf
        nearest[:] = 0
        second[:] = 0
        i = 0
        while i < n:
            c, within = changed[i], True
            while within and c < width:
                partial[c + 1] = partial[c] + (weights[c] if vectors[i, c] != query[c] else 0.0)
                within = partial[c + 1] <= next_best + CLOSE
                c += 1
            if not within:
                i = skip[i, c - 1]
                continue
            distance = partial[width]
            if distance < best - CLOSE:
                best, next_best = distance, best
                second[:] = nearest
                nearest[:] = 0
            target = nearest
            if distance > best + CLOSE:
                if distance < next_best - CLOSE:
                    next_best = distance
                    second[:] = 0
                target = second
            for v in range(start[i], start[i + 1]):
                target[votes[v, 0]] += votes[v, 1]
            i += 1
        counts[q] = nearest
        if np.sum(nearest == np.max(nearest)) > 1:
            counts[q] += second
    return counts
