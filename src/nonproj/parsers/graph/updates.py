"""Averaged passive-aggressive updates (Crammer et al. 2006; McDonald et al. 2005; Bohnet 2010)."""

import numpy as np
from numba import njit

from nonproj.data.treebank import MISSING_HEAD
from nonproj.decoders.carreras_factors import (
    INSIDE_FACTOR,
    OUTSIDE_FACTOR,
    SIBLING_FACTOR,
    children_of_factors,
    no_child,
)
from nonproj.parsers.graph.features import N_CHILD, arc_places, child_places

# DEVIATION: cost-augmented. The guess to learn from maximises the sum of score and cost (Taskar et
# al. 2004); a wrong label on a correct head costs half as much as a wrong head.
WRONG_HEAD, WRONG_LABEL = 1.0, 0.5


@njit(cache=True, nogil=True)
def add_cost(factors, gold_heads, gold_labels):
    """Add the cost of a wrong head or label to each candidate's score."""
    into = factors.into
    for m in range(1, len(into)):
        if gold_heads[m] == MISSING_HEAD:
            continue
        for h in range(len(into)):
            cost = WRONG_HEAD if h != gold_heads[m] else WRONG_LABEL
            for candidate in range(into[m, h], into[m, h + 1]):
                if h != gold_heads[m] or factors.label[candidate] != gold_labels[m]:
                    factors.arc[candidate] += np.float32(cost)


@njit(cache=True, nogil=True)
def loss_of(gold_heads, gold_labels, heads, labels):
    """Return the cost of a tree: the sum of the costs of its wrong heads and labels."""
    loss = 0.0
    for m in range(1, len(heads)):
        if heads[m] != gold_heads[m]:
            loss += WRONG_HEAD
        elif labels[m] != gold_labels[m]:
            loss += WRONG_LABEL
    return loss


@njit(cache=True, nogil=True)
def tree_places(words, sentence, shift, trees, second_order, width, out):
    """Write to `out` the feature indices of the factors that only the first of two trees has.

    `trees` is (heads, labels, other heads, other labels); return the number of indices. Each
    feature has two indices: one for its weight without a label, and one for its weight with the
    arc's label."""
    heads, labels, other_heads, other_labels = trees
    places = np.empty(width + N_CHILD, np.uint64)
    count = 0
    for m in range(1, sentence.n + 1):
        h, label = np.int64(heads[m]), labels[m]
        differs = h != other_heads[m] or label != other_labels[m]
        if differs:
            n_places = arc_places(words, sentence, shift, h, m, places)
            count = _write(places[:n_places], label, out, count)
        if second_order:
            children = children_of_factors(heads, m)
            other_children = children_of_factors(other_heads, m)
            for kind in (SIBLING_FACTOR, INSIDE_FACTOR, OUTSIDE_FACTOR):
                child = children[kind]
                if differs or child != other_children[kind]:
                    node = sentence.n + 1 if child == no_child(kind, h, m) else child
                    child_places(sentence, shift, kind, h, m, node, places)
                    count = _write(places[:N_CHILD], label, out, count)
    return count


@njit(cache=True, nogil=True)
def _write(places, label, out, count):
    labelled = np.uint64(1 + label)
    for place in places:
        out[count] = place
        out[count + 1] = place + labelled
        count += 2
    return count


@njit(cache=True, nogil=True)
def step_of(table, scratch, places, n_gold, loss):
    """Return the size of a passive-aggressive step, or 0.

    The step raises gold features, places[:n_gold], and lowers the others. It is the smallest change
    of weights that makes the gold tree score at least `loss` more than the guess. `scratch`
    contains only zeros before and after the call. O(features)."""
    for i in range(len(places)):
        scratch[places[i]] += 1.0 if i < n_gold else -1.0
    norm, margin = 0.0, 0.0
    for place in places:
        value = scratch[place]
        if value != 0.0:
            norm += value * value
            margin += value * table[place]
            scratch[place] = 0.0
    if norm == 0.0 or margin >= loss:
        return np.float32(0.0)
    return np.float32((loss - margin) / norm)


@njit(cache=True, nogil=True)
def add_step(table, places, n_gold, step):
    for i in range(len(places)):
        table[places[i]] += step if i < n_gold else -step
