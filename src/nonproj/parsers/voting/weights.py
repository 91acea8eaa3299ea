"""The weights of a parser's votes, based on its accuracy on held-out data (Nilsson 2009, 7.1)."""

import math
from collections.abc import Sequence
from typing import Annotated

import numpy as np
from pydantic import Field

from nonproj.data.declared import Declared
from nonproj.data.treebank import Column, Treebank
from nonproj.trees.align import require_heads, require_same_text

# Votes are whole numbers, so that their sums are exact in any order; shares of up to 28 words are
# exact, too.
FULL_VOTE = math.lcm(*range(1, 29))
Vote = Annotated[int, Field(ge=0, le=FULL_VOTE)]


class VoteWeights(Declared, dashed=False):
    """The weights of a parser's votes: its share of correct arcs, overall and by type of word."""

    overall: Vote
    by_type: dict[str, Vote]

    def of(self, types: Sequence[str]) -> list[int]:
        """Return each type's weight, or the overall weight for types absent from held-out data."""
        return [self.by_type.get(name, self.overall) for name in types]


def vote_weights(
    gold: Treebank, parse: Treebank, types: Column, shared: bool = False
) -> VoteWeights:
    """Return a held-out parse's LAS, overall and for each type of word, as vote weights. O(n).

    If the types are the labels in the parse, the weight of a type is the precision for this label.
    Every word counts, and labels are compared in full. `shared` means that the types come from the
    text and so are the same for all parsers."""
    require_same_text(gold, parse)
    require_heads(gold, parse)
    words = gold.is_word
    same_label = gold.deprel.codes == parse.deprel.recoded(gold.deprel.values)
    right = words & same_label & (gold.head == parse.head)
    correct, seen = (
        np.bincount(types.codes[mask], minlength=len(types.values)).tolist()
        for mask in (right, words)
    )
    by_type = {
        name: vote(correct[i], seen[i], shared)
        for i, name in enumerate(types.values)
        if seen[i] > 0
    }
    return VoteWeights(vote(sum(correct), gold.n_words, shared=True), by_type)


def vote(correct: int, total: int, shared: bool) -> int:
    """Return correct / total as a whole number of votes.

    If the total is `shared` by all parsers, each correct word adds the same amount, so sums of
    votes are equal iff the sums of shares are. Other shares are rounded, but equal shares remain
    equal."""
    if shared:
        return correct * (FULL_VOTE // total)
    return (correct * FULL_VOTE + total // 2) // total
