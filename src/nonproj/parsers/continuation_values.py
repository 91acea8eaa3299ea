"""The values and weights of a model from which training goes on.

New values, such as labels, are numbered after those of the model, so that its weights keep their
places."""

from collections.abc import Iterable

import numpy as np

from nonproj.data.treebank import Column, Treebank


def together(known: Iterable[str], given: Iterable[str]) -> tuple[str, ...]:
    """Return the known values, and then the given values that are new."""
    return tuple(dict.fromkeys((*known, *given)))


def with_known_labels(treebank: Treebank, known: tuple[str, ...]) -> Treebank:
    """Return the same trees, with their labels numbered after the known labels."""
    values = together(known, treebank.deprel.values)
    return treebank.with_trees(treebank.head, Column(treebank.deprel.recoded(values), values))


def grown(known: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Return an array like `new` that begins, along each axis, with the values of `known`."""
    result = np.array(new)
    result[tuple(map(slice, known.shape))] = known
    return result
