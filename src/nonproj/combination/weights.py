"""Votes of parsers under each scheme (Nilsson 2009, 7.1 and 8.2); see `parsers.voting.weights`."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nonproj.combination.schemes import Weights
from nonproj.data.misc_column import confidence_of, hundredths
from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.voting.weights import FULL_VOTE, VoteWeights, vote_weights


def votes(
    weights: Weights,
    parses: Sequence[Treebank],
    heldout_gold: Treebank | None = None,
    heldout_parses: Sequence[Treebank] = (),
) -> np.ndarray:
    """Return int64[parser, slot], the weights of the arcs that each parser proposes.

    FULL_VOTE stands for a weight of 1. heldout_parses[i] is the parse of heldout_gold by the parser
    that made parses[i]; every word counts, and labels are compared in full. A label or part of
    speech without held-out words gets the parser's LAS. Parts of speech are read from each parse.
    This takes O(m n) for m parsers."""
    if weights is Weights.CONFIDENCE:
        return confident_votes([confidence_of(parse) for parse in parses])
    if weights is Weights.EQ:
        return votes_by(weights, equal_weights(len(parses)), parses)
    if heldout_gold is None or len(heldout_parses) != len(parses):
        raise NonprojError(
            f"weights {weights.value} need a held-out gold treebank and one held-out parse for "
            f"each of the {len(parses)} parsers, got {len(heldout_parses)} parses and "
            f"{'no' if heldout_gold is None else 'a'} gold treebank"
        )
    return votes_by(weights, weights_of(weights, heldout_gold, heldout_parses), parses)


def confident_votes(probabilities: Sequence[np.ndarray]) -> np.ndarray:
    """Return votes that are proportional to the probabilities of arcs, by parser and slot."""
    return np.rint(FULL_VOTE * hundredths(np.stack(probabilities))).astype(np.int64)


def equal_weights(n_parsers: int) -> list[VoteWeights]:
    return [VoteWeights(FULL_VOTE, {})] * n_parsers


def weights_of(
    weights: Weights, gold: Treebank, heldout_parses: Sequence[Treebank]
) -> list[VoteWeights]:
    """Estimate the vote weights of parsers from their parses of held-out text."""
    if weights is Weights.EQ:
        return equal_weights(len(heldout_parses))
    of_text, found = weights is Weights.POSACC, []
    for parse in heldout_parses:
        of_parser = vote_weights(gold, parse, _types(weights, parse), shared=of_text)
        found.append(replace(of_parser, by_type={}) if weights is Weights.ACC else of_parser)
    return found


def votes_by(
    weights: Weights, of_parsers: Sequence[VoteWeights], parses: Sequence[Treebank]
) -> np.ndarray:
    """Turn vote weights into int64[parser, slot], the weight of each arc in each parse."""
    rows = []
    for of_parser, parse in zip(of_parsers, parses, strict=True):
        types = _types(weights, parse)
        rows.append(np.array([*of_parser.of(types.values), 0], dtype=np.int64)[types.codes])
    return np.stack(rows)


def _types(weights: Weights, treebank: Treebank) -> Column:
    return treebank.upos if weights is Weights.POSACC else treebank.deprel
