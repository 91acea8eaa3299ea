"""Compiled functions that decode single sentences and compute updates in training.

All functions release the global interpreter lock, so sentences can be divided among threads. The
results do not depend on how the sentences are divided."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.treebank import MISSING_HEAD
from nonproj.decoders.carreras import best_projective
from nonproj.decoders.carreras_factors import (
    Factors,
    arc_score,
    best_labels,
    children_of_factors,
    number_of_second_order,
)
from nonproj.decoders.chu_liu_edmonds import best_arborescence
from nonproj.decoders.eisner import best_projective as best_projective_by_arcs
from nonproj.decoders.marginals import write_marginals
from nonproj.decoders.npa import climb_from
from nonproj.parsers.graph.family import CARRERAS, EISNER, MST
from nonproj.parsers.graph.features import N_CHILD, new_sentence
from nonproj.parsers.graph.label_filter import candidates
from nonproj.parsers.graph.pruning import MARGIN, UNPRUNED, head_scores, kept_arcs
from nonproj.parsers.graph.scores import score_arcs, score_factors
from nonproj.parsers.graph.symbols import Words
from nonproj.parsers.graph.updates import add_cost, loss_of, tree_places


class Corpus(NamedTuple):
    """A treebank in the form that compiled code reads."""

    start: np.ndarray
    words: Words
    tags: np.ndarray  # int32[n_slots], see `label_filter`


# Scores are multiplied by this factor before marginals are computed: averaged weights are so small
# that marginals would be close to chance. Factors from 3 to 10 rank words about equally well.
SHARPNESS = 4.0
# Counts of operations: factors scored and, in the approximation, moves tried and moves made.
SEARCH_COUNTS = ("factors", "npa-tried", "npa-moves")


class TreeSearch(NamedTuple):
    """The settings of the search for the best tree of a sentence."""

    decoder: int
    npa: bool
    threshold: float
    single_root: bool
    margin: float = MARGIN  # for pruning, see `pruning`


@njit(cache=True, nogil=True)
def parse_sentences(corpus, scorer, search, sentences, head, label):
    """Parse these sentences, writing `head` and `label`; return the counts (see SEARCH_COUNTS)."""
    n_factors = n_tried = n_moves = 0
    for s in sentences:
        first, end = corpus.start[s], corpus.start[s + 1]
        factors = score_sentence(corpus, scorer, search, sentence_of(corpus, s), head[first:end])
        n_factors += len(factors.arc)
        if search.decoder == CARRERAS:
            n_factors += number_of_second_order(factors.into)
        tried, moves = _decode(factors, search, head[first:end], label[first:end])
        n_tried += tried
        n_moves += moves
    return n_factors, n_tried, n_moves


@njit(cache=True, nogil=True)
def weigh_arcs(corpus, scorer, search, sentences, head, out):
    """Write to `out` the marginal probability of each arc in a parse, by slot; see `marginals`.

    The score of an arc is the score of its best label times SHARPNESS. Marginals sum over the trees
    that the decoder can find: all trees or only projective trees. An arc's second-order factors are
    scored given the other arcs of the parse."""
    for s in sentences:
        first, end = corpus.start[s], corpus.start[s + 1]
        factors = score_sentence(corpus, scorer, search, sentence_of(corpus, s), head[first:end])
        if search.decoder == CARRERAS:
            add_context(factors, head[first:end])
        scores, _ = best_labels(factors.into, factors.arc)
        projective = search.decoder != MST and not search.npa
        tree, shares = head[first:end], out[first:end]
        write_marginals(SHARPNESS * scores, projective, search.single_root, tree, shares)


@njit(cache=True, nogil=True)
def add_context(factors, heads):
    """Add to each candidate's score those of its second-order factors, given all other arcs."""
    heads = heads.copy()
    for m in range(1, len(heads)):
        parsed = heads[m]
        for h in range(len(heads)):
            heads[m] = h
            children = children_of_factors(heads, m)
            for candidate in range(factors.into[m, h], factors.into[m, h + 1]):
                factors.arc[candidate] = arc_score(factors, h, m, candidate, children)
        heads[m] = parsed


@njit(cache=True, nogil=True)
def learn_from(corpus, scorer, search, s, gold_head, gold_label):
    """Compare the cost-augmented guess for a sentence with the gold tree.

    Return (places, n_gold, loss): the indices of features that only the gold tree has, then those
    that only the guess has; how many of these indices come from the gold tree; and the loss of the
    guess. The guess is the tree with the largest sum of score and loss, so the gold tree has to
    outscore every other tree by that tree's loss. A word without a gold head gets its head from the
    guess."""
    first, end = corpus.start[s], corpus.start[s + 1]
    gold, gold_labels = gold_head[first:end].copy(), gold_label[first:end].copy()
    sentence = sentence_of(corpus, s)
    factors = score_sentence(corpus, scorer, search, sentence, gold)
    add_cost(factors, gold, gold_labels)
    guess, labels = np.full(len(gold), -1, np.int32), np.full(len(gold), -1, np.int32)
    _decode(factors, search, guess, labels)
    for m in range(1, len(gold)):
        if gold[m] == MISSING_HEAD:
            gold[m], gold_labels[m] = guess[m], labels[m]
    loss = loss_of(gold, gold_labels, guess, labels)
    if loss == 0.0:
        return np.empty(0, np.uint64), 0, loss
    second_order, width = search.decoder == CARRERAS, scorer.width
    places = np.empty(4 * sentence.n * (width + 3 * N_CHILD), np.uint64)
    trees = gold, gold_labels, guess, labels
    n_gold = tree_places(corpus.words, sentence, scorer.shift, trees, second_order, width, places)
    trees = guess, labels, gold, gold_labels
    rest = places[n_gold:]
    n_guess = tree_places(corpus.words, sentence, scorer.shift, trees, second_order, width, rest)
    return places[: n_gold + n_guess].copy(), n_gold, loss


@njit(cache=True, nogil=True)
def sentence_of(corpus, s):
    """Compute what each node of sentence s contributes to feature codes."""
    first = corpus.start[s]
    return new_sentence(corpus.words, corpus.tags, first, corpus.start[s + 1] - first - 1)


@njit(cache=True, nogil=True)
def score_sentence(corpus, scorer, search, sentence, heads):
    """Score the factors of a sentence; for first-order decoders, score only the arcs.

    The arcs in `heads` are not pruned; a negative number means no head."""
    tags = corpus.tags[sentence.first : sentence.first + sentence.n + 1]
    kept = np.ones((len(tags), len(tags)), np.bool_)
    if search.decoder == CARRERAS and search.margin < UNPRUNED:
        probable = head_scores(corpus.words, sentence, scorer.pruner, scorer.width)
        kept = kept_arcs(probable, search.margin, search.single_root, heads)
    arcs = candidates(scorer.label_filter, tags, kept)
    scores = score_arcs(corpus.words, sentence, scorer, arcs)
    if search.decoder == CARRERAS:
        return score_factors(sentence, scorer, arcs, scores)
    none = np.zeros(0, np.float32)
    return Factors(*arcs, scores, none, none)


@njit(cache=True, nogil=True)
def _decode(factors, search, heads, labels):
    """Fill in the heads and labels of the best tree; return how many moves NPA tried and made."""
    heads[:], labels[:] = -1, -1
    if search.decoder == CARRERAS:
        best_projective(factors, search.single_root, heads, labels)
        if search.npa:
            return climb_from(factors, search.threshold, search.single_root, heads, labels)
    elif len(heads) > 1:
        scores, candidate = best_labels(factors.into, factors.arc)
        if search.decoder == EISNER:
            best_projective_by_arcs(scores, search.single_root, heads)
        else:
            equal_rank = np.zeros(scores.shape, np.int32)
            best_arborescence(scores, equal_rank, search.single_root, heads)
        for m in range(1, len(heads)):
            labels[m] = factors.label[candidate[heads[m], m]]
    return 0, 0
