"""The votes of parsers in each scheme (Nilsson 2009, 7.1 and 8.2); see `parsers.voting.weights`."""

from collections.abc import Sequence

import numpy as np

from nonproj.combination.schemes import Weights
from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.voting.weights import FULL_VOTE, vote_weights


def votes(
    weights: Weights,
    parses: Sequence[Treebank],
    heldout_gold: Treebank | None = None,
    heldout_parses: Sequence[Treebank] = (),
) -> np.ndarray:
    """Return int64[parser, slot], the weights of the parsers' arcs into each word; FULL_VOTE is 1.

    heldout_parses[i] is the parse of heldout_gold by the parser that made parses[i]; all words
    count, with full labels. A label or part of speech without held-out words gets the parser's LAS.
    Parts of speech are read from each parse's file. O(m n) for m parsers."""
    if weights is Weights.EQ:
        return np.full((len(parses), len(parses[0].head)), FULL_VOTE, dtype=np.int64)
    if heldout_gold is None or len(heldout_parses) != len(parses):
        raise NonprojError(
            f"weights {weights.value} need a held-out gold treebank and one held-out parse for "
            f"each of the {len(parses)} parsers, got {len(heldout_parses)} parses and "
            f"{'no' if heldout_gold is None else 'a'} gold treebank"
        )
    rows = [
        _votes_of_parser(weights, parse, heldout_gold, heldout)
        for parse, heldout in zip(parses, heldout_parses, strict=True)
    ]
    return np.stack(rows)


def _votes_of_parser(
    weights: Weights, parse: Treebank, gold: Treebank, heldout: Treebank
) -> np.ndarray:
    of_text = weights is Weights.POSACC
    of_parser = vote_weights(gold, heldout, _types(weights, heldout), shared=of_text)
    if weights is Weights.ACC:
        return np.full(len(parse.head), of_parser.overall, dtype=np.int64)
    types = _types(weights, parse)
    return np.array([*of_parser.of(types.values), 0], dtype=np.int64)[types.codes]


def _types(weights: Weights, treebank: Treebank) -> Column:
    return treebank.upos if weights is Weights.POSACC else treebank.deprel
