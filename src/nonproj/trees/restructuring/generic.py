"""Transformations that reattach tokens around a given label, in any treebank (Nilsson 2009, 9.1).

The focus tokens are all tokens with that label. They are processed bottom-up by their depth in the
original tree, and from left to right at equal depth. Each move changes the tree that the previous
moves produced. Moves never create cycles, since a swap exchanges a token with its head, and any
other move attaches a token to its grandparent or to a sibling."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.trees.columns import checked_corpus
from nonproj.trees.restructuring.bottom_up import bottom_up
from nonproj.trees.restructuring.marks import MOVED, SWAPPED_MARK, marked, unmarked
from nonproj.trees.restructuring.outcome import Outcome

NO_CODE = -2  # the code for a label that does not occur


class GenericMove(StrEnum):
    CHILD_SWAP = "childswap"
    PARENT_SWAP = "parentswap"
    LIFT_CHILDREN = "liftchildren"
    DESCEND_SIBLINGS = "descendsiblings"


@dataclass(frozen=True)
class GenericTransformation:
    """A transformation that applies one of the four moves to all tokens with a given label.

    `parents` is used only by ParentSwap and is learned from training trees. It lists the labels of
    the heads with which focus tokens were swapped, most frequent first."""

    move: GenericMove
    label: str
    parents: tuple[str, ...] | None = None

    @property
    def state(self) -> dict | None:
        return None if self.parents is None else {"parents": self.parents}

    def fit(self, treebank: Treebank) -> "GenericTransformation":
        if self.move is not GenericMove.PARENT_SWAP:
            return self
        *_, swapped_with = _parent_swap(*_corpus(treebank), _focus(treebank, self.label))
        codes = treebank.deprel.codes
        counts = np.bincount(codes[swapped_with], minlength=len(treebank.deprel.values))
        order = np.argsort(-counts, kind="stable")  # ties go to the first in the treebank
        return replace(
            self, parents=tuple(treebank.deprel.values[c] for c in order.tolist() if counts[c])
        )

    def apply(self, treebank: Treebank) -> Outcome:
        corpus, focus = _corpus(treebank), _focus(treebank, self.label)
        if self.move is GenericMove.PARENT_SWAP:
            head, swapped_with = _parent_swap(*corpus, focus)
            changed, labels = len(swapped_with), treebank.deprel
        else:
            head, times, changed = _MOVES[self.move].transform(*corpus, focus)
            labels = marked(treebank.deprel, times, _MOVES[self.move].sign)
        left = {_IDLE[self.move]: int(focus.sum()) - changed}
        return Outcome(treebank.with_trees(head, labels), changed, left)

    def undo(self, treebank: Treebank) -> Outcome:
        corpus = _corpus(treebank)
        if self.move is GenericMove.PARENT_SWAP:
            if self.parents is None:
                raise NonprojError(
                    f"the inverse of {self.move}:{self.label} has to be fitted on training trees"
                )
            focus = _focus(treebank, self.label)
            rank = treebank.deprel.recoded(self.parents, unknown=len(self.parents))
            head, changed = _unswap_parents(*corpus, focus, rank, len(self.parents))
            left = {"no child with the label of a former head": int(focus.sum()) - changed}
            return Outcome(treebank.with_trees(head, treebank.deprel), changed, left)
        labels, times = unmarked(treebank.deprel, _MOVES[self.move].sign)
        plain = replace(treebank, deprel=labels)
        head, changed = _MOVES[self.move].invert(*corpus, _focus(plain, self.label), times)
        left = {"the trees do not fit the mark": int((times > 0).sum()) - changed}
        return Outcome(treebank.with_trees(head, labels), changed, left)


def _corpus(treebank: Treebank) -> tuple[np.ndarray, np.ndarray]:
    return checked_corpus(treebank.start, treebank.head)


def _focus(treebank: Treebank, label: str) -> np.ndarray:
    return treebank.deprel.codes == treebank.deprel.index.get(label, NO_CODE)


_IDLE = {
    GenericMove.CHILD_SWAP: "no child to the left",
    GenericMove.PARENT_SWAP: "no head but the root",
    GenericMove.LIFT_CHILDREN: "no children",
    GenericMove.DESCEND_SIBLINGS: "no sibling on the far side of the head",
}


@njit(cache=True)
def _child_swap(start, head, focus):
    """Swap each focus token F with its leftmost child if this child is left of F; mark F."""
    head, times, changed = head.copy(), np.zeros(len(head), np.int32), 0
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        for f in bottom_up(tree, focus[start[s] : start[s + 1]]):
            for c in range(1, f):
                if tree[c] == f:
                    tree[c], tree[f] = tree[f], c
                    times[start[s] + f] = 1
                    changed += 1
                    break
    return head, times, changed


@njit(cache=True)
def _unswap_children(start, head, focus, times):
    """Undo child swaps from right to left, since the rightmost of adjacent swaps was made last."""
    head, changed = head.copy(), 0
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        for f in range(len(tree) - 1, 0, -1):
            if times[start[s] + f] and focus[start[s] + f] and tree[f] != 0:
                c = tree[f]
                tree[f], tree[c] = tree[c], f
                changed += 1
    return head, changed


@njit(cache=True)
def _parent_swap(start, head, focus):
    """Swap each focus token F with its head P; dependents of P beyond F are attached to F.

    Return the heads of all tokens, and the slots of the tokens P."""
    head, swapped_with, changed = head.copy(), np.empty(len(head), np.int32), 0
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        for f in bottom_up(tree, focus[start[s] : start[s + 1]]):
            p = tree[f]
            if p == 0:
                continue
            for d in range(1, len(tree)):  # DEVIATION: swapped-children
                if tree[d] == p and (p < f < d or d < f < p):
                    tree[d] = f
            tree[f], tree[p] = tree[p], f
            swapped_with[changed] = start[s] + p
            changed += 1
    return head, swapped_with[:changed]


@njit(cache=True)
def _unswap_parents(start, head, focus, rank, unknown):
    """Swap each focus token, from the top down, with its best-ranked child (leftmost on ties)."""
    head, changed = head.copy(), 0
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        for f in bottom_up(tree, focus[start[s] : start[s + 1]])[::-1]:
            p, best = 0, unknown
            for d in range(1, len(tree)):
                if tree[d] == f and 0 <= rank[start[s] + d] < best:
                    p, best = d, rank[start[s] + d]
            if p != 0:
                tree[p], tree[f] = tree[f], p
                changed += 1
    return head, changed


@njit(cache=True)
def _lift_children(start, head, focus):
    """Attach each focus token's children to the token's head; mark a child each time it moves."""
    head, times, changed = head.copy(), np.zeros(len(head), np.int32), 0
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        for f in bottom_up(tree, focus[start[s] : start[s + 1]]):
            lifted = False
            for d in range(1, len(tree)):
                if tree[d] == f:
                    tree[d] = tree[f]
                    times[start[s] + d] += 1
                    lifted = True
            changed += lifted
    return head, times, changed


@njit(cache=True)
def _lower_children(start, head, focus, times):
    """Attach each marked token to the nearest unmarked focus token among its siblings.

    Ties go to the left. Each attachment removes one mark of the token. A round lowers each token by
    at most one level, so that tokens that were lifted last are lowered first."""
    head, pending = head.copy(), times.copy()
    for s in range(len(start) - 1):
        first, n = start[s], start[s + 1] - start[s]
        tree, left = head[first : first + n], pending[first : first + n]
        moved = left.any()
        while moved:
            moved = False
            before, settled = tree.copy(), left == 0
            for d in range(1, n):
                if left[d] == 0:
                    continue
                f = _nearest(before, settled & focus[first : first + n], d)
                if f != 0:
                    tree[d] = f
                    left[d] -= 1
                    moved = True
    return head, int(((times > 0) & (pending == 0)).sum())


@njit(cache=True)
def _nearest(tree, candidate, d):
    """Return the candidate among d's siblings that is nearest to d, or 0 if there is none.

    Ties go to the left."""
    nearest = 0
    for f in range(1, len(tree)):
        is_sibling = candidate[f] and f != d and tree[f] == tree[d]
        if is_sibling and (nearest == 0 or abs(f - d) < abs(nearest - d)):
            nearest = f
    return nearest


@njit(cache=True)
def _descend_siblings(start, head, focus):
    """Attach tokens to a focus token that separates them from their head; mark these tokens."""
    head, times, changed = head.copy(), np.zeros(len(head), np.int32), 0
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        for f in bottom_up(tree, focus[start[s] : start[s + 1]]):
            descended = False
            for d in range(1, len(tree)):
                if tree[d] == tree[f] and (d < f < tree[f] or tree[f] < f < d):
                    tree[d] = f
                    times[start[s] + d] = 1
                    descended = True
            changed += descended
    return head, times, changed


@njit(cache=True)
def _ascend(start, head, focus, times):
    """Attach marked children of focus tokens to the focus tokens' heads, from the top down."""
    head, changed = head.copy(), 0
    for s in range(len(start) - 1):
        first, end = start[s], start[s + 1]
        tree = head[first:end]
        for d in bottom_up(tree, times[first:end] > 0)[::-1]:
            if tree[d] != 0 and focus[first + tree[d]]:
                tree[d] = tree[tree[d]]
                changed += 1
    return head, changed


@dataclass(frozen=True)
class _Marking:
    """The sign with which a move marks labels, and the kernels that apply and undo the move."""

    sign: str
    transform: Callable
    invert: Callable


_MOVES = {
    GenericMove.CHILD_SWAP: _Marking(SWAPPED_MARK, _child_swap, _unswap_children),
    GenericMove.LIFT_CHILDREN: _Marking(MOVED, _lift_children, _lower_children),
    GenericMove.DESCEND_SIBLINGS: _Marking(MOVED, _descend_siblings, _ascend),
}
