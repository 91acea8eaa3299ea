"""Scores for the factors of a sentence, given a table of weights.

The score of a second-order factor is the sum of the scores of two pairs (child and head, child and
modifier) and of a triple. The O(n^2) pairs are scored only once, for all labels. For each candidate
label, each of the O(n^3) factors then needs only two additions and the few templates of the triple.
Features that did not occur in training are ignored (see `seen`)."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.carreras_factors import (
    INSIDE_FACTOR,
    OUTSIDE_FACTOR,
    SIBLING_FACTOR,
    Factors,
    no_child,
    row,
)
from nonproj.learners.cache_lines import prefetch
from nonproj.parsers.graph.features import (
    HEAD_SIDE,
    MODIFIER_SIDE,
    N_PAIR,
    N_TRIPLE,
    arc_places,
    pair_places,
    triple_places,
)
from nonproj.parsers.graph.label_filter import LabelFilter
from nonproj.parsers.graph.seen import keep_seen

_LINE = np.uint64(16)  # weights in a cache line
_ONE = np.uint64(1)  # indices and labels are unsigned, which saves checks for negative numbers
_TRIPLE = 2  # after HEAD_SIDE and MODIFIER_SIDE


class GraphScorer(NamedTuple):
    """A model's weights, with the seen features, label filter and sizes that scoring needs."""

    table: np.ndarray  # float32
    seen: np.ndarray  # uint64: one bit per feature, see `seen`
    pruner: np.ndarray  # float32, see `pruning`
    shift: np.uint64  # turns a 64-bit code into an index
    label_filter: LabelFilter
    n_labels: int
    width: int  # an upper bound on the number of features of an arc


class PairScores(NamedTuple):
    """The scores of pairs with every label, for factors of one kind and one arc direction."""

    known: np.ndarray  # bool[side, node of the arc, child]: scores have been computed
    scores: np.ndarray  # float32[side, node of the arc, child, label]


class FoundWeights(NamedTuple):
    """The children in an arc's factors, and the indices of the factors' seen features."""

    child: np.ndarray  # int64[size]
    places: np.ndarray  # uint64[side or _TRIPLE, size, templates]
    count: np.ndarray  # int64[side or _TRIPLE, size]


@njit(cache=True, nogil=True)
def score_arcs(words, sentence, scorer, arcs):
    """Return the first-order scores of all candidates; `arcs` is (into, out, labels)."""
    into, _, labels = arcs
    table = scorer.table
    scores = np.zeros(len(labels), np.float32)
    places = np.empty(scorer.width, np.uint64)
    for m in range(1, sentence.n + 1):
        for h in range(sentence.n + 1):
            begin, end = into[m, h], into[m, h + 1]
            if begin < end:
                count = arc_places(words, sentence, scorer.shift, h, m, places)
                count = keep_seen(scorer.seen, table, places[:count])
                _add_weights(table, places[:count], labels[begin:end], scores[begin:end])
    return scores


@njit(cache=True, nogil=True)
def _add_weights(table, places, labels, scores):
    """Add to each label's score the weights at these indices, with and without the label."""
    unlabelled = np.float32(0.0)
    for place in places:
        unlabelled += table[place]
    for k in range(len(labels)):
        score, label = scores[k], _ONE + np.uint64(labels[k])
        for place in places:
            score += table[place + label]
        scores[k] = score + unlabelled


@njit(cache=True, nogil=True)
def score_factors(sentence, scorer, arcs, scores):
    """Score all factors of a sentence, given its candidates (into, out, labels) and their scores.

    Factors with a child whose arc is not a candidate occur in no tree, so they keep the score 0."""
    into, out, labels = arcs
    size = sentence.n + 1
    factors = Factors(
        into,
        out,
        labels,
        scores,
        np.zeros(size * len(labels), np.float32),
        np.zeros(size * len(labels), np.float32),
    )
    pairs = PairScores(
        np.empty((2, size, size + 1), np.bool_),
        np.empty((2, size, size + 1, scorer.n_labels), np.float32),
    )
    found = FoundWeights(
        np.empty(size, np.int64),
        np.empty((3, size, max(N_PAIR, N_TRIPLE)), np.uint64),
        np.empty((3, size), np.int64),
    )
    for kind in (SIBLING_FACTOR, INSIDE_FACTOR, OUTSIDE_FACTOR):
        for right in (0, 1):
            pairs.known[:] = False
            for h in range(size):
                first, last = (h + 1, sentence.n) if right else (1, h - 1)
                for m in range(first, last + 1):
                    if into[m, h] < into[m, h + 1]:
                        n_children = _find(sentence, scorer, into, pairs, kind, h, m, found)
                        _add_up(scorer, factors, pairs, kind, h, m, found, n_children)
    return factors


@njit(cache=True, nogil=True)
def _find(sentence, scorer, into, pairs, kind, h, m, found):
    """Find the children in an arc's factors; return their number.

    Also find the features of the triples, and of the pairs that have no scores yet, and prefetch
    these features' weights."""
    table, shift, n, right = scorer.table, scorer.shift, sentence.n, int(h < m)
    parent = h if kind == SIBLING_FACTOR else m
    if kind == OUTSIDE_FACTOR:
        first, last = (m + 1, n) if right else (1, m - 1)
    else:
        first, last = min(h, m) + 1, max(h, m) - 1
    i = 0
    for c in range(first, last + 2):
        child = c if c <= last else n + 1
        if child <= n and into[child, parent] == into[child, parent + 1]:
            continue
        found.child[i] = child
        for side, x in ((HEAD_SIDE, h), (MODIFIER_SIDE, m)):
            if not pairs.known[side, x, child]:
                places = found.places[side, i, :N_PAIR]
                pair_places(sentence, shift, kind, right, x, side, child, places)
                count = keep_seen(scorer.seen, table, places)
                found.count[side, i] = count
                _prefetch_labels(scorer, places[:count])
        places = found.places[_TRIPLE, i, :N_TRIPLE]
        triple_places(sentence, shift, kind, right, h, m, child, places)
        count = keep_seen(scorer.seen, table, places)
        found.count[_TRIPLE, i] = count
        _prefetch_labels(scorer, places[:count])
        i += 1
    return i


@njit(cache=True, nogil=True)
def _prefetch_labels(scorer, places):
    """Prefetch labelled weights, except for the cache line that `keep_seen` has prefetched."""
    for place in places:
        for line in range(_LINE, np.uint64(scorer.n_labels) + _LINE, _LINE):
            prefetch(scorer.table, place + line)


@njit(cache=True, nogil=True)
def _add_up(scorer, factors, pairs, kind, h, m, found, n_children):
    """Score the factors of an arc with the children that `_find` found."""
    table, into, out = scorer.table, factors.into, factors.out
    begin, end = into[m, h], into[m, h + 1]
    labels = factors.label[begin:end]
    for i in range(n_children):
        child = found.child[i]
        for side, x in ((HEAD_SIDE, h), (MODIFIER_SIDE, m)):
            if not pairs.known[side, x, child]:
                pairs.known[side, x, child] = True
                places = found.places[side, i, : found.count[side, i]]
                _sum_for_all_labels(table, places, pairs.scores[side, x, child])
        node = child if child < len(into) else no_child(kind, h, m)
        if kind == SIBLING_FACTOR:
            scores = row(factors.sibling, out, h, node, out[h, m], out[h, m] + len(labels))
        else:
            scores = row(factors.grandchild, into, m, node, begin, end)
        of_head, of_modifier = (
            pairs.scores[HEAD_SIDE, h, child],
            pairs.scores[MODIFIER_SIDE, m, child],
        )
        for k in range(len(labels)):
            label = np.uint64(labels[k])
            scores[k] = of_head[label] + of_modifier[label]
        places = found.places[_TRIPLE, i, : found.count[_TRIPLE, i]]
        _add_weights(table, places, labels, scores)


@njit(cache=True, nogil=True)
def _sum_for_all_labels(table, places, scores):
    unlabelled = np.float32(0.0)
    for t in range(len(places)):
        unlabelled += table[places[t]]
    scores[:] = unlabelled
    for t in range(len(places)):
        begin = np.int64(places[t]) + 1
        weights = table[begin : begin + len(scores)]
        for label in range(len(scores)):
            scores[label] += weights[label]
