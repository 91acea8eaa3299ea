"""Weights of a parser's votes, from its parse of held-out data (Nilsson 2009, 7.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.trees.align import require_heads, require_same_text

# Votes are whole multiples of 2**-30, so that sums of votes are exact in any order.
FULL_VOTE = 1 << 30


@dataclass(frozen=True)
class VoteWeights:
    """Shares of right arcs as votes: of all arcs, and of those of a type that occurs."""

    overall: int
    by_type: Mapping[str, int]

    def of(self, types: Sequence[str]) -> list[int]:
        """The weight for each type, that of the parser overall where no held-out word has it."""
        return [self.by_type.get(name, self.overall) for name in types]


def vote_weights(gold: Treebank, parse: Treebank, types: Column) -> VoteWeights:
    """Labelled attachment of a held-out parse, overall and by a type of its words. O(n).

    With the labels of the parse as types it is the labelled precision of each label. All words
    count, with full labels."""
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
        name: vote(correct[i], seen[i]) for i, name in enumerate(types.values) if seen[i] > 0
    }
    return VoteWeights(vote(sum(correct), gold.n_words), by_type)


def vote(correct: int, total: int) -> int:
    """correct / total, rounded to a whole number of votes."""
    return (correct * FULL_VOTE + total // 2) // total
