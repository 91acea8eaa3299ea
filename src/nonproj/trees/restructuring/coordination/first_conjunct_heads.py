"""Conversion of coordinations from first-conjunct heads to conjunction heads (Prague), and back.

The base is the last conjunction between the first and the last conjunct or, if there is none, the
last comma. The base takes the head of the first conjunct. All conjuncts, all other separators, and
the first conjunct's dependents to the right of the base attach to the base. Labels stay on their
words."""

import numpy as np
from numba import njit

from nonproj.trees.restructuring.bottom_up import bottom_up
from nonproj.trees.restructuring.coordination.first_conjunct_chains import (
    IS_CONJUNCT,
    IS_CONJUNCTION,
    IS_SEPARATOR,
    separates,
)

HEADS_LEFT_ALONE = ("nothing separates the conjuncts",)
NOT_SEPARATED, HEAD_CHANGED = range(2)
NOT_HEADED = "no conjunct on both sides"


@njit(cache=True)
def to_bases(start, head, part, on_first):
    """Make conjunctions heads, innermost first; return heads and outcome counts."""
    moved, counts = head.copy(), np.zeros(HEAD_CHANGED + 1, np.int64)
    for s in range(len(start) - 1):
        a, b = start[s], start[s + 1]
        tree, role = moved[a:b], part[a:b]
        if not (role == IS_CONJUNCT).any():
            continue
        first_of = np.arange(b - a)  # the first conjunct of a base; other words themselves
        for c in bottom_up(tree, np.ones(b - a, np.bool_)):
            conjuncts = _conjuncts(tree, role, first_of, c)
            if len(conjuncts):
                counts[_raise(tree, role, first_of, c, conjuncts, on_first)] += 1
    return moved, counts


@njit(cache=True)
def _conjuncts(tree, role, first_of, c):
    """Return the conjuncts after the first conjunct c; bases stand for inner coordinations."""
    found = [0 for _ in range(0)]
    for x in range(c + 1, len(tree)):
        first = first_of[x]
        if tree[x] == c and role[first] == IS_CONJUNCT and first > c:
            found.append(x)
    return found


@njit(cache=True)
def _raise(tree, role, first_of, c, conjuncts, on_first):
    base, before, between = 0, c, [0 for _ in range(0)]
    for x in conjuncts:
        first = first_of[x]
        for s in range(before + 1, first):
            if tree[s] == (c if on_first else first) and separates(tree, role, s):
                between.append(s)
                if base == 0 or role[s] == IS_CONJUNCTION or role[base] == IS_SEPARATOR:
                    base = s
        before = first
    if base == 0:
        return NOT_SEPARATED
    for x in conjuncts:
        tree[x] = base
    for s in between:
        tree[s] = base
    for d in range(base + 1, len(tree)):
        if tree[d] == c:
            tree[d] = base
    tree[base], tree[c] = tree[c], base
    first_of[base] = c
    return HEAD_CHANGED


@njit(cache=True)
def from_bases(start, head, part, on_first):
    """Make first conjuncts heads; return heads, and counts of lowered and unchanged bases."""
    found, changed, without = head.copy(), 0, 0
    for s in range(len(start) - 1):
        a, b = start[s], start[s + 1]
        tree, role = found[a:b], part[a:b]
        if not (role == IS_CONJUNCT).any():
            continue
        for base in bottom_up(tree, np.ones(b - a, np.bool_)):
            if role[base] >= IS_CONJUNCTION and ((tree == base) & (role == IS_CONJUNCT)).any():
                lowered = _lower(tree, role, base, on_first)
                changed += lowered
                without += not lowered
    return found, changed, without


@njit(cache=True)
def _lower(tree, role, base, on_first):
    """Make the first conjunct, which is left of the base, the head instead of the base.

    Return False unless there are conjuncts on both sides."""
    first, later = 0, 0
    for x in range(1, base):
        better = first == 0 or (role[first] == IS_CONJUNCT and role[x] != IS_CONJUNCT)
        if tree[x] == base and role[x] < IS_CONJUNCTION and better:
            first = x
    for x in range(1, len(tree)):
        if tree[x] == base and role[x] == IS_CONJUNCT and x > first:
            later = x
    if first == 0 or later == 0:
        return False
    tree[first] = tree[base]
    for d in range(1, len(tree)):
        if tree[d] == base and role[d] < IS_CONJUNCTION:
            tree[d] = first
    following = first
    for d in range(len(tree) - 1, 0, -1):
        if d == base or (tree[d] == base and role[d] >= IS_CONJUNCTION):
            tree[d] = first if on_first or d < first else following
        elif tree[d] == first and role[d] == IS_CONJUNCT:
            following = d
    return True
