"""Training data for classifiers."""

import numpy as np

from nonproj.learners.interface import Instances


def drawn_instances(n=200, n_templates=6, values=4, n_actions=5, seed=1, missing=0.1):
    """Instances whose action depends on two templates together, with some noise."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(values, size=(n, n_templates))
    actions = (codes[:, 0] + codes[:, 1]) % n_actions
    noisy = rng.random(n) < 0.05
    actions[noisy] = rng.integers(n_actions, size=int(noisy.sum()))
    present = rng.random((n, n_templates)) >= missing
    present[:, 0] = True
    ids = codes + values * np.arange(n_templates)
    start = np.concatenate([[0], np.cumsum(present.sum(axis=1))]).astype(np.int64)
    template = np.repeat(np.arange(n_templates), values).astype(np.int32)
    split = rng.integers(-1, 3, size=(n, 2)).astype(np.int32)
    return Instances(start, ids[present].astype(np.int32), template, split), actions.astype(
        np.int32
    )


def binary_matrix(instances):
    """float64[n, n_ids] of zeros and ones."""
    matrix = np.zeros((len(instances), instances.n_ids))
    rows = np.repeat(np.arange(len(instances)), np.diff(instances.start))
    matrix[rows, instances.ids] = 1
    return matrix
