"""Pseudo-projective transformation, step 1: lift arcs and mark labels (Nilsson 2009, 5.1.1, 5.1.2).

Kuhlmann & Nivre (2010, 3.2) use the same transformation. Björkelund & Kuhn (2012, 2) also limit the
number of new labels. The inverse is in `pseudo_projective_inverse`."""

from dataclasses import dataclass

import numpy as np
from numba import njit

from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError
from nonproj.trees.columns import checked_corpus
from nonproj.trees.labels import Encoding, MarkedLabel, encode
from nonproj.trees.projectivity import arc_is_projective, tree_is_projective
from nonproj.trees.relabel import column_of


@dataclass(frozen=True)
class Lifting:
    """The effect of projectivization on the arc into each slot."""

    head: np.ndarray  # int32: the linear head
    lifts: np.ndarray  # int32: how often the arc was lifted (T5.4)
    on_path: np.ndarray  # bool: another arc was lifted over it

    @property
    def lifted(self) -> np.ndarray:
        return self.lifts > 0


def projectivize(treebank: Treebank, encoding: Encoding, cap: int | None = None) -> Treebank:
    """Make all trees projective and record the lifts in the labels.

    With `cap`, only the most frequent new labels are kept (see `mark`)."""
    lifting = lift(treebank.start, treebank.head)
    return treebank.with_trees(lifting.head, mark(treebank, lifting, encoding, cap))


def lift(start: np.ndarray, head: np.ndarray, lowest_first: bool = False) -> Lifting:
    """Repeatedly lift the shortest non-projective arc to its head's head until none is left.

    See Nilsson (2009), 5.1.1. Lengths are measured in the current tree; ties go to the leftmost
    dependent. There are at most (l^2-l)/2 lifts, where l = n - 1. A projective tree takes O(n). Any
    other tree takes the sum of its arc lengths and, for each lift, O(n) plus the lengths of one
    node's arcs; at worst, all this is multiplied by the depth of the tree. With `lowest_first`, an
    alternative in the thesis, arcs with fewer levels below them are lifted first."""
    return Lifting(*_lift(*checked_corpus(start, head), lowest_first))


def mark(
    treebank: Treebank, lifting: Lifting, encoding: Encoding, cap: int | None = None
) -> Column:
    """Return the label column of the lifted trees, with marks (Nilsson 2009, T5.1).

    `baseline` adds no marks. In d↑h, h is the original label of the original head; ↓ marks every
    arc over which another arc was lifted, and an arc may carry both marks. With a cap, only the
    `cap` most frequent new labels are kept (Björkelund & Kuhn 2012, 2); ties are resolved in code
    point order. Arcs with other new labels stay lifted but have the plain label. The returned
    column lists only labels that occur; T5.5 counts these labels."""
    if cap is not None and cap < 0:
        raise NonprojError(f"cap on new labels is {cap}, expected 0 or more")
    codes, plain = treebank.deprel.codes, treebank.deprel.values
    if encoding is Encoding.BASELINE:
        return column_of(codes, plain)
    strings = [encode(MarkedLabel(label)) for label in plain]
    slots = np.flatnonzero(lifting.lifted | (lifting.on_path & encoding.marks_path))
    marks = _marks(treebank, lifting, encoding, slots)
    distinct, which, counts = np.unique(marks, axis=0, return_inverse=True, return_counts=True)
    new = [_string(plain, *row) for row in distinct.tolist()]
    within_cap = np.zeros(len(new), dtype=bool)
    within_cap[sorted(range(len(new)), key=lambda i: (-counts[i], new[i]))[:cap]] = True
    codes = codes.copy()
    codes[slots] = np.where(within_cap[which], len(strings) + which, codes[slots])
    return column_of(codes, strings + new)


def _marks(
    treebank: Treebank, lifting: Lifting, encoding: Encoding, slots: np.ndarray
) -> np.ndarray:
    """Return a row (label, lifted, label of the original head or -1, on path) for each slot."""
    start, codes = treebank.start, treebank.deprel.codes
    first = start[np.searchsorted(start, slots, side="right") - 1]
    lifted = lifting.lifted[slots]
    # Arcs from node 0 are never lifted, so a lifted arc's original head has a label.
    head_label = np.where(lifted & encoding.marks_head, codes[first + treebank.head[slots]], -1)
    on_path = lifting.on_path[slots] & encoding.marks_path
    return np.stack([codes[slots], lifted, head_label, on_path], axis=1)


def _string(plain: tuple[str, ...], label: int, lifted: int, head_label: int, on_path: int) -> str:
    named = None if head_label == -1 else plain[head_label]
    return encode(MarkedLabel(plain[label], bool(lifted), named, bool(on_path)))


@njit(cache=True)
def _lift(start, head, lowest_first):
    head = head.copy()
    lifts = np.zeros(len(head), np.int32)
    on_path = np.zeros(len(head), np.bool_)
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        if tree_is_projective(tree):
            continue
        nonprojective = np.zeros(len(tree), np.bool_)
        for d in range(1, len(tree)):
            nonprojective[d] = not arc_is_projective(tree, d)
        d = _next(tree, nonprojective, lowest_first)
        while d != 0:
            j = tree[d]
            tree[d] = tree[j]
            lifts[start[s] + d] += 1
            on_path[start[s] + j] = True
            # Only j dominates fewer nodes now, so only the arcs of j and the lifted arc can change.
            for e in range(1, len(tree)):
                if e == d or tree[e] == j:
                    nonprojective[e] = not arc_is_projective(tree, e)
            d = _next(tree, nonprojective, lowest_first)
    return head, lifts, on_path


@njit(cache=True)
def _next(tree, nonprojective, lowest_first):
    """Return the dependent of the shortest non-projective arc; 0 if there is none.

    Ties go to the leftmost dependent. With `lowest_first`, only the arcs with the fewest levels
    below them are considered."""
    levels = np.zeros(len(tree), np.int32)
    for leaf in range(1, len(tree) if lowest_first else 0):
        node, level = leaf, 0
        while node > 0 and levels[node] <= level:
            levels[node] = level
            node, level = tree[node], level + 1
    found, best = 0, (np.int64(len(tree)), np.int64(0))
    for d in range(1, len(tree)):
        if nonprojective[d]:
            rank = (np.int64(levels[d]), np.int64(abs(tree[d] - d)))
            if rank < best:
                found, best = d, rank
    return found
