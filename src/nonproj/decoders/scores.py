"""Checks of score tables before decoding."""

import numpy as np

from nonproj.errors import NonprojError


def checked_scores(scores: np.ndarray) -> np.ndarray:
    """Copy scores to float64, with -inf for loops and for arcs into node 0.

    scores[h, d] is the score of the arc h -> d over nodes 0..n, or -inf if the arc is forbidden;
    column 0 and the diagonal are ignored. The caller's array is not changed."""
    scores = np.array(scores, dtype=np.float64, order="C")
    if scores.ndim != 2 or scores.shape[0] != scores.shape[1] or len(scores) == 0:
        raise NonprojError(f"arc scores have shape {scores.shape}, expected (n + 1, n + 1)")
    scores[:, 0] = -np.inf
    np.fill_diagonal(scores, -np.inf)
    require_numbers("arc scores ", scores)
    return scores


def require_numbers(name: str, scores: np.ndarray) -> None:
    """Raise NonprojError at the first entry in a table that is neither a number nor -inf."""
    fit = np.less(scores, np.inf)  # False for NaN as well
    if not fit.all():
        place = tuple(np.argwhere(~fit)[0].tolist())
        raise NonprojError(f"{name}{list(place)}: {scores[place]}, expected a number or -inf")


def require_tree(best: float, tree_class: str) -> None:
    """Raise NonprojError if the best score is -inf, that is, if every tree has a forbidden arc."""
    if best == -np.inf:
        raise NonprojError(f"arc scores forbid every {tree_class} tree: each has an arc with -inf")
