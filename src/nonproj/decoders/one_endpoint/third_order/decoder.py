"""Third-order, crossing-sensitive decoder for 1-Endpoint-Crossing trees (Pitler 2014).

The scored parts are defined in `parts`, and the deduction rules in `rules`."""

import numpy as np

from nonproj.decoders.one_endpoint.third_order.chart import best_tree
from nonproj.decoders.one_endpoint.third_order.parts import N_KINDS
from nonproj.decoders.scores import checked_scores, require_tree
from nonproj.errors import NonprojError


def decode(scores: np.ndarray) -> np.ndarray:
    """Return heads, int32[n + 1], of a 1-Endpoint-Crossing tree with the best total score.

    scores[kind, other, m] may be -inf. Ties go to the first rule, then the split point nearest to
    i, then the leftmost other node. This takes O(n^4) time and O(n^3) space (320 to 380 n^3
    bytes)."""
    return decode_with_score(scores)[0]


def decode_with_score(scores: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the same tree as `decode`, and its score in the chart."""
    scores = np.asarray(scores)
    if scores.ndim != 3 or len(scores) != N_KINDS:
        raise NonprojError(
            f"third-order scores have shape {scores.shape}, expected ({N_KINDS}, n + 1, n + 1)"
        )
    heads, score = best_tree(np.stack([checked_scores(of_kind) for of_kind in scores]))
    require_tree(score, "1-Endpoint-Crossing")
    return heads, score
