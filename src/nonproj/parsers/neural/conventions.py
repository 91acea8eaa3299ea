"""Vectors that tell a network whose conventions apply, as in Stymne et al. (2018).

A vector is learnt for each treebank of the training text. That of the target treebank is zero, so
that the trained model does not need to know of the others."""

import numpy as np

from nonproj.data.conventions import Conventions
from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.packing import Shard

VECTORS = "treebanks"  # in a network's weights


def treebanks_of(conventions: Conventions, shard: Shard) -> np.ndarray | None:
    """Return the number of the treebank of each position; None if there is one treebank."""
    if len(conventions.sizes) == 1:
        return None
    return np.repeat(conventions.of_sentences, conventions.lengths + 1)[shard.slot]


def with_vectors(weights: dict, conventions: Conventions, size: int) -> dict:
    """Add a vector for each treebank to a network's weights, if there are several."""
    shape = len(conventions.sizes), size
    return weights | ({VECTORS: np.zeros(shape, np.float32)} if shape[0] > 1 else {})


def without_vectors(weights: dict) -> dict:
    return {name: part for name, part in weights.items() if name != VECTORS}


def shift_of(weights: dict, treebank: np.ndarray | None):
    """Return the vectors of treebanks, by their numbers; zero for the target treebank."""
    if treebank is None:
        return None
    return jnp.where((treebank > 0)[..., None], weights[VECTORS][treebank], 0)
