"""Functions that combine parses."""

from __future__ import annotations

from collections.abc import Sequence

from nonproj.api.arguments import checked
from nonproj.combination import blending, selection
from nonproj.combination.confidence import with_confidence_of_blend
from nonproj.combination.schemes import Weights
from nonproj.combination.selection import ChosenParses
from nonproj.data.treebank import Treebank
from nonproj.errors import one_of
from nonproj.option_types import RootChoice, WeightsChoice
from nonproj.parsers.roots import Root


@checked
def blend(
    systems: Sequence[Treebank],
    weights: WeightsChoice = "eq",
    heldout_gold: Treebank | None = None,
    heldout: Sequence[Treebank] = (),
    accumulate: bool = False,
    root: RootChoice = "auto",
    confidence: bool = False,
) -> Treebank:
    """Combine parses of one text by voting and a maximum spanning tree (Sagae & Lavie 2006).

    weights: eq, confidence (the probabilities in MISC), or acc, typeacc or posacc (estimated on
        held-out parses).
    accumulate: add up the votes for all labels of an arc.
    root: single (each tree has one root), multiple (as in the studies), or auto (single if all
        parses of a sentence have one root, otherwise multiple).
    confidence: in CoNLL-U, write each head's share of the votes to MISC or, with held-out parses,
        the probability of the arc."""
    scheme, roots = one_of(Weights, weights, "weights"), one_of(Root, root, "root")
    how = scheme, heldout_gold, heldout, accumulate, roots
    blended = blending.blend(systems, *how)
    scheme.warn_if_one_decides(len(systems))
    return with_confidence_of_blend(blended, systems, *how) if confidence else blended


@checked
def select(
    heldout_gold: Treebank, heldout: Sequence[Treebank], weights: WeightsChoice = "eq"
) -> ChosenParses:
    """Use held-out data to choose the parses to blend (Nilsson 2009, 9.3.3).

    The result's `parsers` are the indices of the parses in the blend with the highest LAS."""
    return selection.select(heldout_gold, heldout, one_of(Weights, weights, "weights"))
