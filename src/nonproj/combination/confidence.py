"""Probabilities of arcs in a blend, derived from the share of votes for each head."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nonproj.combination.blending import blend
from nonproj.combination.weights import Weights, votes
from nonproj.data.misc_column import confidence_of, has_confidence, require_misc, with_confidence
from nonproj.data.treebank import Treebank
from nonproj.learners.calibration import Calibration
from nonproj.parsers.roots import Root


def with_confidence_of_blend(blended: Treebank, *how: Any) -> Treebank:
    """Return a blend with the probabilities from `confidence_of_blend` in MISC."""
    require_misc(blended)
    return with_confidence(blended, confidence_of_blend(blended, *how))


def confidence_of_blend(
    blended: Treebank,
    parses: Sequence[Treebank],
    weights: Weights | str = Weights.EQ,
    heldout_gold: Treebank | None = None,
    heldout_parses: Sequence[Treebank] = (),
    accumulate: bool = False,
    root: Root | str = Root.MULTIPLE,
) -> np.ndarray:
    """Return the probability of each arc in a blend, given the arguments that `blend` received.

    Without held-out gold trees, the probability is the share of votes for the head, whatever the
    label. With held-out gold trees, the shares are calibrated on the blend of the held-out parses.
    If all parses have probabilities in MISC, votes are weighted by these probabilities."""
    how = Weights(weights), heldout_gold, heldout_parses
    stated = all(map(has_confidence, [*parses, *heldout_parses]))

    def shares(blended: Treebank, parses: Sequence[Treebank]) -> np.ndarray:
        probabilities = np.stack([*map(confidence_of, parses)]) if stated else 1.0
        scheme = Weights.EQ if how[0] is Weights.CONFIDENCE else how[0]
        cast = votes(scheme, parses, *how[1:])
        return shares_of_votes(blended, parses, cast, probabilities)

    of_blend = shares(blended, parses)
    if heldout_gold is None:
        return of_blend
    heldout, words = blend(heldout_parses, *how, accumulate, root), heldout_gold.is_word
    right = heldout.head == heldout_gold.head
    of_heldout = shares(heldout, heldout_parses)
    return Calibration.fit(of_heldout[words], right[words])(of_blend)


def shares_of_votes(
    blended: Treebank,
    parses: Sequence[Treebank],
    cast: np.ndarray,
    probabilities: np.ndarray | float = 1.0,
) -> np.ndarray:
    """Return the share of votes for each head, or 0 for a word on which no parser has a vote.

    Each vote is multiplied by the probability that the voting parser gives to its own arc."""
    for_head = np.stack([parse.head for parse in parses]) == blended.head
    return (cast * for_head * probabilities).sum(axis=0) / np.maximum(cast.sum(axis=0), 1)
