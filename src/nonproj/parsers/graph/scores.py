"""Scores for the factors of a sentence, given a table of weights.

The score of a second-order factor is the sum of the scores of two pairs (child and head, child and
modifier) and of a triple. The pairs are scored in advance for all labels, O(n^2). Each of the
O(n^3) factors then needs only two additions and the few templates of the triple for each candidate
label. Features that did not occur in training are ignored (see `seen`)."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.carreras_factors import (
    INSIDE,
    OUTSIDE,
    SIBLING,
    Factors,
    no_child,
    row,
)
from nonproj.learners.prefetch import prefetch
from nonproj.parsers.graph.features import (
    HEAD_SIDE,
    MODIFIER_SIDE,
    N_PAIR,
    N_TRIPLE,
    TRIPLE_TABLE,
    arc_places,
    pair_places,
)
from nonproj.parsers.graph.label_filter import LabelFilter
from nonproj.parsers.graph.seen import keep_seen

_LINE = np.uint64(16)  # weights in a cache line
_ONE = np.uint64(1)  # places and labels are unsigned, which saves checks for negative numbers


class Scorer(NamedTuple):
    """A model's weights, with the seen features, label filter and sizes that scoring needs."""

    table: np.ndarray  # float32
    seen: np.ndarray  # uint64: bits, see `seen`
    shift: np.uint64  # turns a 64-bit code into a place
    label_filter: LabelFilter
    n_labels: int
    width: int  # an upper bound on the number of features of an arc


@njit(cache=True, nogil=True)
def score_arcs(words, sentence, scorer, arcs):
    """Return the first-order scores of all candidate arcs, given as (into, out, labels)."""
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
    """Add the weights at these places, with and without the label, to the score of each label."""
    unlabelled = np.float32(0.0)
    for place in places:
        unlabelled += table[place]
    for k in range(len(labels)):
        score, label = scores[k], _ONE + np.uint64(labels[k])
        for place in places:
            score += table[place + label]
        scores[k] = score + unlabelled


@njit(cache=True, nogil=True)
def score_factors(words, sentence, scorer, arcs):
    """Score all factors of a sentence, given its candidate arcs as (into, out, labels)."""
    into, out, labels = arcs
    size = sentence.n + 1
    factors = Factors(
        into,
        out,
        labels,
        score_arcs(words, sentence, scorer, arcs),
        np.zeros(size * len(labels), np.float32),
        np.zeros(size * len(labels), np.float32),
    )
    pairs = np.empty((2, size, size + 1, scorer.n_labels), np.float32)
    for kind in (SIBLING, INSIDE, OUTSIDE):
        for right in (0, 1):
            _score_pairs(sentence, scorer, kind, right, pairs)
            _score_children(sentence, scorer, kind, right, pairs, factors)
    return factors


@njit(cache=True, nogil=True)
def _score_pairs(sentence, scorer, kind, right, pairs):
    """Fill in pairs[side, x, child, label] for all nodes that can form a factor of this kind."""
    table = scorer.table
    n = sentence.n
    places, count = np.empty((n + 2, N_PAIR), np.uint64), np.empty(n + 2, np.int64)
    for side in (HEAD_SIDE, MODIFIER_SIDE):
        child_is_right = right == 1
        if side == MODIFIER_SIDE and kind != OUTSIDE:
            child_is_right = not child_is_right
        for x in range(n + 1):
            first, last = (x + 1, n) if child_is_right else (1, x - 1)
            for i in range(first, last + 2):
                child = i if i <= last else n + 1
                pair_places(sentence, scorer.shift, kind, right, x, side, child, places[child])
                count[child] = keep_seen(scorer.seen, table, places[child])
                for t in range(count[child]):
                    prefetch(table, places[child, t] + _LINE)
            for i in range(first, last + 2):
                child = i if i <= last else n + 1
                found = places[child, : count[child]]
                _sum_for_all_labels(table, found, pairs[side, x, child])


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


@njit(cache=True, nogil=True)
def _score_children(sentence, scorer, kind, right, pairs, factors):
    """Score all factors of one kind and one arc direction."""
    n = sentence.n
    codes = np.empty(N_TRIPLE, np.uint64)
    scratch = np.empty((n + 2, N_TRIPLE), np.uint64), np.empty(n + 2, np.int64)
    relation = TRIPLE_TABLE.relation[2 * kind + right, 0]
    for h in range(n + 1):
        first, last = (h + 1, n) if right else (1, h - 1)
        for m in range(first, last + 1):
            begin, end = factors.into[m, h], factors.into[m, h + 1]
            if begin == end:
                continue
            for t in range(N_TRIPLE):
                codes[t] = sentence.triple[0, h, t] + sentence.triple[1, m, t] + relation[t]
            _score_arc(sentence, scorer, codes, pairs, factors, kind, h, m, scratch)


@njit(cache=True, nogil=True)
def _score_arc(sentence, scorer, codes, pairs, factors, kind, h, m, scratch):
    """Score all factors of one kind for a single arc."""
    table, shift = scorer.table, scorer.shift
    n = sentence.n
    begin, end = factors.into[m, h], factors.into[m, h + 1]
    labels = factors.label[begin:end]
    of_head, of_modifier = pairs[HEAD_SIDE, h], pairs[MODIFIER_SIDE, m]
    places, count = scratch
    if kind == OUTSIDE:
        first, last = (m + 1, n) if h < m else (1, m - 1)
    else:
        first, last = min(h, m) + 1, max(h, m) - 1
    for i in range(first, last + 2):
        child = i if i <= last else n + 1
        for t in range(N_TRIPLE):
            places[child, t] = (codes[t] + sentence.triple[2, child, t]) >> shift
        count[child] = keep_seen(scorer.seen, table, places[child])
    for i in range(first, last + 2):
        child, node = (i, i) if i <= last else (n + 1, no_child(kind, h, m))
        if kind == SIBLING:
            first_out = factors.out[h, m]
            scores = row(factors.sibling, factors.out, h, node, first_out, first_out + len(labels))
        else:
            scores = row(factors.grandchild, factors.into, m, node, begin, end)
        for k in range(len(labels)):
            label = np.uint64(labels[k])
            scores[k] = of_head[child, label] + of_modifier[child, label]
        _add_weights(table, places[child, : count[child]], labels, scores)
