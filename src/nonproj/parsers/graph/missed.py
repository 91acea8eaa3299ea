"""A check of whether a parser's scores prefer the gold arcs that the parser missed.

Deciding whether any tree with a missed arc scores above the parse is intractable (second-order
non-projective parsing). Therefore, only four trees are tried: the gold tree, the parse with all its
missed arcs corrected, and the trees that hill climbing reaches from these two.
"""

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
from nonproj.decoders.npa import climb_from
from nonproj.errors import NonprojError
from nonproj.parsers.graph.family import CARRERAS
from nonproj.parsers.graph.model import GraphModel, search_of
from nonproj.parsers.graph.pruning import UNPRUNED
from nonproj.parsers.graph.sentences import score_sentence, sentence_of
from nonproj.trees.projectivity import dominates, is_tree


class Weighed(NamedTuple):
    """How a parser's scores rate the gold arcs; each array has one entry per slot."""

    in_better_tree: np.ndarray  # bool: the arc is in a tree that scores above the parser's tree
    allowed: np.ndarray  # bool: the gold label is a candidate for the gold arc
    gain: np.ndarray  # float64: change in score if the word gets its gold head; -inf: no tree


def weigh(model: GraphModel, gold: Treebank, parsed: Treebank, wanted: np.ndarray) -> Weighed:
    """Return how a second-order parser's scores rate the gold arcs of wanted words.

    `wanted` has one bool per slot. Where a gold label is not a candidate, the gold tree gets the
    best candidate instead. No arc is pruned. A sentence with wanted words takes O(n^3), plus O(n^2)
    for each of these words."""
    if model.variant.system.code != CARRERAS:
        raise NonprojError(f"{model.variant.name}: only trees of carreras have second-order scores")
    corpus, scorer = model.on(gold)
    search = search_of(model.variant, model.root_mode)._replace(margin=UNPRUNED)
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
            _weigh(corpus, scorer, s, search, trees, wanted[first:end], parts)
    return weighed


@njit(cache=True)
def _weigh(corpus, scorer, s, search, trees, wanted, weighed):
    gold, gold_labels, heads, labels = trees
    factors = score_sentence(corpus, scorer, search, sentence_of(corpus, s), gold)
    score = tree_score(factors, heads, labels)
    mended, mended_labels = heads.copy(), labels.copy()
    for m in np.flatnonzero(wanted):
        weighed.allowed[m] = candidate_of(factors, gold[m], m, gold_labels[m]) >= 0
        if not weighed.allowed[m]:
            continue
        mended[m], mended_labels[m] = gold[m], gold_labels[m]
        if not dominates(heads, m, gold[m]):
            head, label = heads[m], labels[m]
            heads[m], labels[m] = gold[m], gold_labels[m]
            weighed.gain[m] = tree_score(factors, heads, labels) - score
            heads[m], labels[m] = head, label
    nearest = _nearest_labels(factors, gold, gold_labels)
    for start, start_labels in ((gold.copy(), nearest), (mended, mended_labels)):
        if not is_tree(start):
            continue
        for _ in range(2):  # first the tree itself, then the result of climbing from it
            if _is_better(factors, start, start_labels, search.single_root, score):
                same = (start == gold) & (start_labels == gold_labels)
                weighed.in_better_tree[:] |= wanted & same
            climb_from(factors, 0.0, search.single_root, start, start_labels)


@njit(cache=True)
def _is_better(factors, heads, labels, single_root, score):
    """Return whether a tree has a permitted number of roots and scores above `score`."""
    n_roots = np.sum(heads[1:] == 0)
    return (n_roots == 1 or not single_root) and tree_score(factors, heads, labels) > score


@njit(cache=True)
def _nearest_labels(factors, heads, labels):
    """Replace each label that is not a candidate for its arc with the best candidate."""
    nearest = labels.copy()
    for m in range(1, len(heads)):
        if candidate_of(factors, heads[m], m, labels[m]) < 0:
            children, best = children_of_factors(heads, m), -np.inf
            for candidate in range(factors.into[m, heads[m]], factors.into[m, heads[m] + 1]):
                score = arc_score(factors, heads[m], m, candidate, children)
                if score > best:
                    best, nearest[m] = score, factors.label[candidate]
    return nearest
