"""Training data for classifiers."""

from itertools import combinations

import numpy as np

from nonproj.learners.hashing import mixed
from nonproj.learners.interface import Instances


def drawn_instances(n=200, n_templates=6, values=4, n_actions=5, seed=1, missing=0.1):
    """Instances whose action depends on two templates together, with some noise."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(values, size=(n, n_templates))
    actions = (codes[:, 0] + codes[:, 1]) % n_actions
    noisy = rng.random(n) < 0.05
    actions[noisy] = rng.integers(n_actions, size=int(noisy.sum()))
    actions = actions.astype(np.int32)
    present = rng.random((n, n_templates)) >= missing
    present[:, 0] = True
    ids = codes + values * np.arange(n_templates)
    start = np.concatenate([[0], np.cumsum(present.sum(axis=1))]).astype(np.int64)
    template = np.repeat(np.arange(n_templates), values).astype(np.int32)
    split = rng.integers(-1, 3, size=(n, 2)).astype(np.int32)
    return Instances(start, ids[present].astype(np.int32), template, split), actions


def pair_key(a, b):
    """The number of a pair of features."""
    return (mixed(a) + mixed(b)) % 2**64


def ids_of(instances):
    """The features of each instance."""
    return [own.tolist() for own in np.split(instances.ids, instances.start[1:-1])]


def explicit_scores(weights, keys, instances):
    """Scores by weights of the bias, features and pairs, each pair looked up by its number."""
    bias, single, pair = weights
    row_of = {int(key): row for row, key in enumerate(keys)}
    scores = []
    for own in ids_of(instances):
        found = [pair_key(a, b) for a, b in combinations(own, 2)]
        rows = [row_of[key] for key in found if key in row_of]
        scores.append(bias[0] + single[own].sum(axis=0) + pair[rows].sum(axis=0))
    return np.array(scores)


def binary_matrix(instances):
    """float64[n, n_ids] of zeros and ones."""
    matrix = np.zeros((len(instances), instances.n_ids))
    rows = np.repeat(np.arange(len(instances)), np.diff(instances.start))
    matrix[rows, instances.ids] = 1
    return matrix
