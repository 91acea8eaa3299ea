"""A network's weights: their shapes, initial values and names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from nonproj.parsers.neural.device import jax
from nonproj.parsers.neural.vocabulary import PAD, UNKNOWN_VALUE

Shape = tuple[int, ...]
Draw = Callable[[np.random.Generator, Shape], np.ndarray]


@dataclass(frozen=True)
class Parameter:
    """The shape and initializer of an array of weights that is not yet allocated."""

    shape: Shape
    draw: Draw


def drawn(parameters: Any, rng: np.random.Generator) -> Any:
    """Draw initial weights for all parameters in nested dicts and lists, in order."""
    if isinstance(parameters, dict):
        return {name: drawn(part, rng) for name, part in parameters.items()}
    if isinstance(parameters, list):
        return [drawn(part, rng) for part in parameters]
    return parameters.draw(rng, parameters.shape).astype(np.float32)


def zeros(_: np.random.Generator, shape: Shape) -> np.ndarray:
    return np.zeros(shape)


def normal(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    return rng.normal(0, 0.1, shape)


def embedding(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    table = normal(rng, shape)
    table[[PAD, UNKNOWN_VALUE]] = 0
    return table


def uniform(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    """Draw a layer's matrix from a uniform distribution (Glorot & Bengio 2010)."""
    bound = np.sqrt(6 / sum(shape))
    return rng.uniform(-bound, bound, shape)


def orthogonal(rng: np.random.Generator, size: int) -> np.ndarray:
    return np.linalg.qr(rng.normal(size=(size, size)))[0]


def new_dense(n_in: int, n_out: int) -> dict:
    """Return the parameters of a dense layer: a matrix and a bias."""
    return {"W": Parameter((n_in, n_out), uniform), "b": Parameter((n_out,), zeros)}


def halved(weights: np.ndarray) -> np.ndarray:
    """Round weights to 16 bits, unless one of them is too large for so few."""
    weights = np.asarray(weights)
    with np.errstate(over="ignore"):
        rounded = weights.astype(np.float16)
    return rounded if np.isfinite(rounded).all() else weights


def flattened(tree: Any) -> dict[str, Any]:
    """Return the leaves of nested dicts and lists, keyed by their paths, such as a/b/0."""
    leaves = jax.tree_util.tree_leaves_with_path(tree)
    return {jax.tree_util.keystr(path, simple=True, separator="/"): leaf for path, leaf in leaves}


def unflattened(arrays: Mapping[str, np.ndarray], like: Any) -> Any:
    """Arrange arrays, keyed by path, into the structure of `like`, and give them its shapes."""
    leaves = [arrays[path].reshape(leaf.shape) for path, leaf in flattened(like).items()]
    return jax.tree.unflatten(jax.tree.structure(like), leaves)
