"""Features of arcs and of second-order factors, as indices into a table of weights.

A feature's code is a sum of 64-bit numbers (see `templates`), and the code's highest bits are the
feature's index in the table, which the code calls its place. The weight at this index ignores the
label; the weights for label 0, 1, ... follow. Features may overlap in the table (a hash kernel:
Bohnet 2010, section 4)."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.parsers.graph.templates import (
    ARC,
    N_ARC_DISTANCES,
    PAIR,
    TRIPLE,
    compile_templates,
    number_of,
)

# A child's relation to an arc (SIBLING, INSIDE, OUTSIDE in `carreras_factors`), by arc direction.
_KINDS = [f"{kind} {side}" for kind in ("sibling", "inside", "outside") for side in "<>"]

ARC_TABLE = compile_templates(ARC, "HM", ("arc <", "arc >"))
PAIR_TABLE = compile_templates(PAIR, "XC", tuple(f"{k} {x}" for k in _KINDS for x in "HM"))
TRIPLE_TABLE = compile_templates(TRIPLE, "HMC", tuple(_KINDS))
HEAD_SIDE, MODIFIER_SIDE = range(2)  # the node that X stands for in a pair
N_ARC, N_PAIR, N_TRIPLE = len(ARC), len(PAIR), len(TRIPLE)
# Each child in a factor adds the features of two pairs and of a triple.
N_CHILD = 2 * N_PAIR + N_TRIPLE

_SEED = np.array([number_of("seed", str(i)) | 1 for i in range(32)], dtype=np.uint64)
_DIRECTION = np.array([number_of("direction", side) for side in "<>"], dtype=np.uint64)
_UPOS, _LEMMA = 2, 1
_LAST_BIT = 63  # shared by all further tags of a set (no tagset in the studies is so large)
_DISTANCE = np.array([0, 0, 1, 2, 3, 4, 4, 5, 5, 5, 5, 6], dtype=np.int64)


class SentenceCodes(NamedTuple):
    """What each node contributes to feature codes in each role; node n + 1 means no node."""

    first: int  # the slot of node 0
    n: int
    arc: np.ndarray  # uint64[role, node, template]
    pair: np.ndarray
    triple: np.ndarray
    between: np.ndarray  # uint64[node, node]: the set of tags between two nodes


@njit(cache=True, nogil=True)
def new_sentence(words, tags, first, n):
    """Compute what each node contributes to feature codes: O(n (n + templates)) for n words."""
    between = np.zeros((n + 1, n + 1), np.uint64)
    for i in range(n + 1):
        for j in range(i + 2, n + 1):
            tag = np.uint64(min(tags[first + j - 1], _LAST_BIT))
            between[i, j] = between[j, i] = between[i, j - 1] | (np.uint64(1) << tag)
    return SentenceCodes(
        first,
        n,
        _contributions(words, first, n, ARC_TABLE, 2),
        _contributions(words, first, n, PAIR_TABLE, 2),
        _contributions(words, first, n, TRIPLE_TABLE, 3),
        between,
    )


@njit(cache=True, nogil=True)
def _contributions(words, first, n, table, n_roles):
    sums = np.zeros((n_roles, n + 2, table.relation.shape[2]), np.uint64)
    nobody = len(words.attributes) - 1
    for p in range(len(table.parts)):
        role, template, offset, attribute = table.parts[p]
        for node in range(n + 2):
            row = nobody
            if node <= n and 0 <= node + offset <= n:
                row = first + node + offset
            sums[role, node, template] += words.attributes[row, attribute] * table.weight[p]
    return sums


@njit(cache=True, nogil=True)
def _distance(a, b):
    return _DISTANCE[min(abs(a - b), 11)]


@njit(cache=True, nogil=True)
def arc_places(words, sentence, shift, h, m, out):
    """Write to `out` the feature indices of the arc h -> m; return their number."""
    relation = ARC_TABLE.relation[int(h < m), _distance(h, m)]
    head, modifier = sentence.arc[0, h], sentence.arc[1, m]
    for t in range(N_ARC):
        out[t] = (head[t] + modifier[t] + relation[t]) >> shift
    upos_h = words.attributes[sentence.first + h, _UPOS]
    upos_m = words.attributes[sentence.first + m, _UPOS]
    tags = upos_h * _SEED[0] + upos_m * _SEED[1] + _DIRECTION[int(h < m)]
    count = N_ARC
    between = sentence.between[h, m]
    for tag in range(64):
        if between >> np.uint64(tag) == 0:
            break
        if between >> np.uint64(tag) & np.uint64(1):
            out[count] = (tags + np.uint64(tag) * _SEED[2]) >> shift
            count += 1
    return _morphology_places(words, sentence, shift, h, m, tags, out, count)


@njit(cache=True, nogil=True)
def _morphology_places(words, sentence, shift, h, m, tags, out, count):
    """Write the indices of FEATS features: an item with tags or a lemma, item pairs, agreement."""
    row_h, row_m = sentence.first + h, sentence.first + m
    lemma_h, lemma_m = words.attributes[row_h, _LEMMA], words.attributes[row_m, _LEMMA]
    items_h = range(words.items_start[row_h], words.items_start[row_h + 1])
    items_m = range(words.items_start[row_m], words.items_start[row_m + 1])
    side = _DIRECTION[int(h < m)]
    for j in items_m:
        out[count] = (tags + words.items[j] * _SEED[3]) >> shift
        out[count + 1] = (side + lemma_h * _SEED[4] + words.items[j] * _SEED[5]) >> shift
        count += 2
    for i in items_h:
        item = words.items[i]
        out[count] = (tags + item * _SEED[6]) >> shift
        out[count + 1] = (side + lemma_m * _SEED[7] + item * _SEED[8]) >> shift
        count += 2
        for j in items_m:
            code = tags + item * _SEED[9] + words.items[j] * _SEED[10]
            out[count] = code >> shift
            count += 1
            if words.keys[i] == words.keys[j]:
                agrees = np.uint64(words.items[j] == item)
                code = tags + words.keys[i] * _SEED[11] + agrees * _SEED[12]
                out[count] = code >> shift
                count += 1
    return count


def most_places(words) -> int:
    """Return an upper bound on the number of features that an arc can have."""
    longest = int(np.diff(words.items_start).max(initial=0))
    return N_ARC + 64 + 4 * longest + 2 * longest * longest


@njit(cache=True, nogil=True)
def pair_places(sentence, shift, kind, is_right, x, side, child, out):
    """Write to `out` the feature indices of a child (n + 1: none) with one node of an arc."""
    distance = _distance(x, child) if child <= sentence.n else N_ARC_DISTANCES - 1
    relation = PAIR_TABLE.relation[4 * kind + 2 * is_right + side, distance]
    node, other = sentence.pair[0, x], sentence.pair[1, child]
    for t in range(N_PAIR):
        out[t] = (node[t] + other[t] + relation[t]) >> shift


@njit(cache=True, nogil=True)
def triple_places(sentence, shift, kind, is_right, h, m, child, out):
    """Write to `out` the indices of the features that combine a child with both nodes of an arc."""
    relation = TRIPLE_TABLE.relation[2 * kind + is_right, 0]
    head, modifier = sentence.triple[0, h], sentence.triple[1, m]
    other = sentence.triple[2, child]
    for t in range(N_TRIPLE):
        out[t] = (head[t] + modifier[t] + other[t] + relation[t]) >> shift


@njit(cache=True, nogil=True)
def child_places(sentence, shift, kind, h, m, child, out):
    """Write to `out` all feature indices of a second-order factor."""
    right = int(h < m)
    pair_places(sentence, shift, kind, right, h, HEAD_SIDE, child, out[:N_PAIR])
    pair_places(sentence, shift, kind, right, m, MODIFIER_SIDE, child, out[N_PAIR : 2 * N_PAIR])
    triple_places(sentence, shift, kind, right, h, m, child, out[2 * N_PAIR : N_CHILD])
