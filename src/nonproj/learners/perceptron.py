"""The averaged multi-class perceptron over single features (Collins 2002)."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numba import njit

from nonproj.learners.interface import check_training_data
from nonproj.learners.linear import LANES, Block, LinearModel, model_from_arrays, rounded


@dataclass(frozen=True)
class Perceptron:
    """The learner `perceptron`, an averaged perceptron."""

    epochs: int = 10

    def fit(self, instances, actions, n_actions, seed, threads, progress=None) -> LinearModel:
        check_training_data(instances, actions, n_actions)
        n_columns = -(-n_actions // LANES) * LANES
        weights = np.zeros((instances.n_ids + 1, n_columns), np.float32)  # the last row is the bias
        sums = np.zeros((instances.n_ids + 1, n_columns))
        rng = np.random.default_rng(seed)
        now = 1
        for epoch in range(self.epochs):
            order = rng.permutation(len(instances))
            now = _epoch(
                instances.start, instances.ids, actions, order, weights, sums, now, n_actions
            )
            if progress is not None:
                progress((epoch + 1) / self.epochs)
        average = (weights - sums / now).astype(np.float32)
        with ThreadPoolExecutor(threads) as pool:
            block = Block.without_pairs(average[-1], average[:-1])
            return rounded([block], np.zeros(0, np.uint64), np.arange(n_actions), pool)

    from_arrays = staticmethod(model_from_arrays)


LEARNER = Perceptron()


@njit(cache=True, nogil=True)
def _epoch(start, ids, actions, order, weights, sums, now, n_actions):
    """Make one pass over the instances; add each update, times its step number, to `sums`.

    Ties go to the first action."""
    scores = np.zeros(weights.shape[1], np.float32)
    bias = len(weights) - 1
    for i in order:
        scores[:] = weights[bias]
        for k in range(start[i], start[i + 1]):
            for m in range(len(scores)):
                scores[m] += weights[ids[k], m]
        best = np.argmax(scores[:n_actions])
        if best != actions[i]:
            _update(weights, sums, bias, actions[i], best, now)
            for k in range(start[i], start[i + 1]):
                _update(weights, sums, ids[k], actions[i], best, now)
        now += 1
    return now


@njit(cache=True, nogil=True)
def _update(weights, sums, row, gold, predicted, now):
    weights[row, gold] += 1
    weights[row, predicted] -= 1
    sums[row, gold] += now
    sums[row, predicted] -= now
