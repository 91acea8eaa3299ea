"""How far a graph-based parser was from the gold tree, by its own scores."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.decoders.carreras_factors import (
    arc_score,
    candidate_of,
    children_of_factors,
    tree_score,
)
from nonproj.errors import NonprojError
from nonproj.learners.graph_features import new_sentence
from nonproj.learners.graph_filter import candidates
from nonproj.learners.graph_scores import score_factors
from nonproj.parsers.graph_model import GraphModel
from nonproj.parsers.graph_variants import CARRERAS
from nonproj.trees.projectivity import dominates


class Weighed(NamedTuple):
    """Trees under the scores of a parser; one item per slot."""

    gold_is_better: np.ndarray  # bool: the gold tree of the sentence scores above the parser's
    allowed: np.ndarray  # bool: the gold label is a candidate of the gold arc
    gain: np.ndarray  # float64: of the one move that gives the word its gold arc; -inf: no tree


def weigh(model: GraphModel, gold: Treebank, parsed: Treebank, wanted: np.ndarray) -> Weighed:
    """For the wanted words (bool per slot) of parses of a second-order parser.

    Where a gold label is no candidate, the gold tree is weighed with the best one that is. O(n^3)
    for a sentence with a wanted word, and O(n^2) for each of these."""
    if model.variant.system.code != CARRERAS:
        raise NonprojError(f"{model.variant.name}: only trees of carreras have second-order scores")
    corpus, scorer = model.on(gold)
    columns = (
        gold.head,
        gold.deprel.recoded(model.labels).astype(np.int32),
        parsed.head,
        parsed.deprel.recoded(model.labels).astype(np.int32),
    )
    weighed = Weighed(
        np.zeros(len(wanted), np.bool_),
        np.zeros(len(wanted), np.bool_),
        np.full(len(wanted), -np.inf),
    )
    for s in range(gold.n_sentences):
        first, end = gold.start[s], gold.start[s + 1]
        if wanted[first:end].any():
            trees = tuple(column[first:end].copy() for column in columns)
            parts = Weighed(*(array[first:end] for array in weighed))
            _weigh(corpus, scorer, s, trees, wanted[first:end], parts)
    return weighed


@njit(cache=True)
def _weigh(corpus, scorer, s, trees, wanted, weighed):
    gold, gold_labels, heads, labels = trees
    first, end = corpus.start[s], corpus.start[s + 1]
    sentence = new_sentence(corpus.words, first, end - first - 1)
    arcs = candidates(scorer.label_filter, corpus.tags[first:end])
    factors = score_factors(corpus.words, sentence, scorer, arcs)
    score = tree_score(factors, heads, labels)
    for m in np.flatnonzero(wanted):
        weighed.allowed[m] = candidate_of(factors, gold[m], m, gold_labels[m]) >= 0
        if weighed.allowed[m] and not dominates(heads, m, gold[m]):
            head, label = heads[m], labels[m]
            heads[m], labels[m] = gold[m], gold_labels[m]
            weighed.gain[m] = tree_score(factors, heads, labels) - score
            heads[m], labels[m] = head, label
    weighed.gold_is_better[:] = _nearest_score(factors, gold, gold_labels) > score


@njit(cache=True)
def _nearest_score(factors, heads, labels):
    """The score of a tree whose labels are replaced where they are no candidates."""
    nearest = labels.copy()
    for m in range(1, len(heads)):
        if candidate_of(factors, heads[m], m, labels[m]) < 0:
            children, best = children_of_factors(heads, m), -np.inf
            for candidate in range(factors.into[m, heads[m]], factors.into[m, heads[m] + 1]):
                score = arc_score(factors, heads[m], m, candidate, children)
                if score > best:
                    best, nearest[m] = score, factors.label[candidate]
    return tree_score(factors, heads, nearest)
