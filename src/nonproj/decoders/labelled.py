"""Labels for decoders that score each arc separately (Eisner 1996, Chu & Liu 1965).

No factor involves two arcs, so in the best labelled tree, each arc has its best label."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def best_labels(into, arc):
    """Return the score of the best candidate for each h -> m (-inf if none), and that candidate.

    Candidates are laid out as in `carreras_factors`. Ties go to the first label. This takes
    O(n^2 L) time."""
    size = len(into)
    scores = np.full((size, size), -np.inf)
    best = np.full((size, size), -1, np.int64)
    for m in range(1, size):
        for h in range(size):
            for candidate in range(into[m, h], into[m, h + 1]):
                if arc[candidate] > scores[h, m]:
                    scores[h, m], best[h, m] = arc[candidate], candidate
    return scores, best
