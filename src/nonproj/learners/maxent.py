"""Maximum entropy: multinomial logistic regression over single features with a Gaussian prior.

The prior's variance is 1, as in MALLET, which Nilsson (2009, 3.4.1) uses. Models are fitted by
L-BFGS. DEVIATION: maxent"""

from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numba import njit
from scipy.optimize import minimize

from nonproj.learners.interface import Instances, check_training_data
from nonproj.learners.linear import LANES, Block, LinearModel, model_from_arrays, rounded

# The sum over instances is split into this many parts, whatever the number of threads.
N_DATA_PARTS = 2


@dataclass(frozen=True)
class MaximumEntropy:
    """The learner `maxent`, which is multinomial logistic regression.

    Training ends when no component of the gradient of the mean loss exceeds `tolerance`, or after
    `iterations` steps."""

    variance: float = 1.0
    iterations: int = 100
    tolerance: float = 1e-5

    def fit(self, instances, actions, n_actions, seed, threads, progress=None) -> LinearModel:
        check_training_data(instances, actions, n_actions)
        shape = (instances.n_ids + 1, n_actions)  # the last row is the bias
        done = iter(range(1, self.iterations + 1))
        with ThreadPoolExecutor(threads) as pool:
            result = minimize(
                lambda flat: self._loss(flat.reshape(shape), instances, actions, pool),
                np.zeros(shape[0] * shape[1]),
                jac=True,
                method="L-BFGS-B",
                callback=lambda _: progress and progress(next(done) / self.iterations),
                options={"maxiter": self.iterations, "gtol": self.tolerance, "maxcor": 5},
            )
            weights = np.zeros((shape[0], -(-n_actions // LANES) * LANES), np.float32)
            weights[:, :n_actions] = result.x.reshape(shape)
            block = Block.without_pairs(weights[-1], weights[:-1])
            return rounded([block], np.zeros(0, np.uint64), np.arange(n_actions), pool)

    def _loss(
        self, weights: np.ndarray, instances: Instances, actions: np.ndarray, pool: Executor
    ) -> tuple[float, np.ndarray]:
        """Return the mean negative log-likelihood, including the prior, and its gradient."""
        bounds = np.linspace(0, len(instances), N_DATA_PARTS + 1).astype(np.int64).tolist()

        def part(k: int) -> tuple[float, np.ndarray]:
            a, b = bounds[k : k + 2]
            return _likelihood(instances.start[a : b + 1], instances.ids, actions[a:b], weights)

        parts = list(pool.map(part, range(N_DATA_PARTS)))
        gradient = sum(g for _, g in parts) + weights / self.variance
        loss = sum(value for value, _ in parts) + np.sum(weights**2) / (2 * self.variance)
        return loss / len(instances), gradient.ravel() / len(instances)

    from_arrays = staticmethod(model_from_arrays)


LEARNER = MaximumEntropy()


@njit(cache=True, nogil=True)
def _likelihood(start, ids, actions, weights):
    """Return the negative log-likelihood and its gradient, in O(features x actions)."""
    gradient = np.zeros(weights.shape)
    bias, n_actions = weights.shape[0] - 1, weights.shape[1]
    p = np.zeros(n_actions)
    total = 0.0
    for i in range(len(actions)):
        p[:] = weights[bias]
        for k in range(start[i], start[i + 1]):
            for m in range(n_actions):
                p[m] += weights[ids[k], m]
        largest = np.max(p)
        total -= p[actions[i]] - largest
        mass = 0.0
        for m in range(n_actions):
            p[m] = np.exp(p[m] - largest)
            mass += p[m]
        total += np.log(mass)
        p /= mass
        p[actions[i]] -= 1
        for m in range(n_actions):
            gradient[bias, m] += p[m]
        for k in range(start[i], start[i + 1]):
            for m in range(n_actions):
                gradient[ids[k], m] += p[m]
    return total, gradient
