"""What each parser's vote for an arc is worth (Nilsson 2009, 7.1 and 8.2)."""

from collections.abc import Sequence

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError
from nonproj.evaluation.options import Option
from nonproj.evaluation.outcomes import outcomes_of

# Votes are whole multiples of 2**-30, so that sums of votes are exact in any order.
FULL_VOTE = 1 << 30


class Weights(Option):
    EQ = "eq"  # all votes alike
    ACC = "acc"  # the parser's LAS on held-out data
    TYPEACC = "typeacc"  # its labelled precision on the label it proposes
    POSACC = "posacc"  # its LAS on words of the dependent's coarse part of speech


def votes(
    weights: Weights,
    parses: Sequence[Treebank],
    heldout_gold: Treebank | None = None,
    heldout_parses: Sequence[Treebank] = (),
) -> np.ndarray:
    """int64[parser, slot]: the weight of each parser's arc into each word, FULL_VOTE being 1.

    heldout_parses[i] is what the parser of parses[i] makes of heldout_gold; all words count, with
    full labels. A label or part of speech without held-out word gets the parser's LAS. The part of
    speech is the one in the parser's own file. O(m n) for m parsers."""
    if weights is Weights.EQ:
        return np.full((len(parses), len(parses[0].head)), FULL_VOTE, dtype=np.int64)
    if heldout_gold is None or len(heldout_parses) != len(parses):
        raise NonprojError(
            f"weights {weights.value} need a held-out gold treebank and one held-out parse for "
            f"each of the {len(parses)} parsers, got {len(heldout_parses)}"
        )
    rows = [
        _votes_of_parser(weights, parse, heldout_gold, heldout)
        for parse, heldout in zip(parses, heldout_parses, strict=True)
    ]
    return np.stack(rows)


def _votes_of_parser(
    weights: Weights, parse: Treebank, gold: Treebank, heldout: Treebank
) -> np.ndarray:
    outcomes = outcomes_of(gold, heldout)
    correct, words = outcomes.correct(labelled=True), gold.is_word
    overall = _vote(int(correct.sum()), gold.n_words)
    if weights is Weights.ACC:
        return np.full(len(parse.head), overall, dtype=np.int64)
    of_heldout, of_parse = (_types(weights, treebank) for treebank in (heldout, parse))
    right, seen = (
        np.bincount(of_heldout.codes[mask], minlength=len(of_heldout.values))
        for mask in (correct, words)
    )
    known = {
        name: _vote(int(right[i]), int(seen[i]))
        for i, name in enumerate(of_heldout.values)
        if seen[i] > 0
    }
    by_type = [known.get(name, overall) for name in of_parse.values]
    return np.array([*by_type, 0], dtype=np.int64)[of_parse.codes]


def _types(weights: Weights, treebank: Treebank) -> Column:
    return treebank.deprel if weights is Weights.TYPEACC else treebank.upos


def _vote(correct: int, total: int) -> int:
    """correct / total, rounded to the grid of votes."""
    return (correct * FULL_VOTE + total // 2) // total
