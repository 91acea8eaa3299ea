"""Weights of a network as named arrays, and back."""

import numpy as np


def flattened(tree, prefix: str = "") -> dict[str, np.ndarray]:
    """{path: array} of nested dicts and lists; parts of a path are joined by a slash."""
    if isinstance(tree, dict):
        pairs = tree.items()
    elif isinstance(tree, list):
        pairs = enumerate(tree)
    else:
        return {prefix: np.asarray(tree)}
    found: dict[str, np.ndarray] = {}
    for key, part in pairs:
        found |= flattened(part, _path(prefix, key))
    return found


def unflattened(arrays: dict[str, np.ndarray], like, prefix: str = ""):
    """The arrays in the shape of another tree."""

    def part(key, tree):
        return unflattened(arrays, tree, _path(prefix, key))

    if isinstance(like, dict):
        return {key: part(key, tree) for key, tree in like.items()}
    if isinstance(like, list):
        return [part(i, tree) for i, tree in enumerate(like)]
    return arrays[prefix].reshape(np.shape(like))  # a file has no arrays without dimensions


def _path(prefix: str, key: str | int) -> str:
    return f"{prefix}/{key}" if prefix else str(key)
