"""Arc scores, checked before a chart sees them."""

import numpy as np

from nonproj.errors import NonprojError


def checked_scores(scores: np.ndarray) -> np.ndarray:
    """A float64 copy in which no arc enters node 0 or its own head: those are -inf.

    scores[h, d] is the score of the arc h -> d over nodes 0..n, -inf where the arc is forbidden;
    column 0 and the diagonal are ignored. The caller's array stays as it is. O(n^2)."""
    scores = np.array(scores, dtype=np.float64, order="C")
    if scores.ndim != 2 or scores.shape[0] != scores.shape[1] or len(scores) == 0:
        raise NonprojError(f"arc scores have shape {scores.shape}, expected (n + 1, n + 1)")
    scores[:, 0] = -np.inf
    np.fill_diagonal(scores, -np.inf)
    bad = np.argwhere(np.isnan(scores) | (scores == np.inf))
    if len(bad) > 0:
        h, d = bad[0]
        raise NonprojError(f"arc scores [{h}, {d}]: {scores[h, d]}, expected a number or -inf")
    return scores


def require_tree(best: float, tree_class: str) -> None:
    """Raise NonprojError if the best score is -inf: every tree has a forbidden arc."""
    if best == -np.inf:
        raise NonprojError(f"arc scores forbid every {tree_class} tree: each has an arc with -inf")
