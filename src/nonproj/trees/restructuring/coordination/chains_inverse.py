"""Conversion of chains back to coordinations headed by the conjunction (Nilsson 2009, 6.1.3).

A base conjunction is assumed to have been restructured if it is attached to a token on its left
(the previous conjunct) and a conjunct without a suffix follows. Chains are processed from the top
down. Chains with the same first conjunct are processed from right to left. In ((A or B) and C), for
example, both coordinations begin with A, so "and" is processed first."""

import numpy as np
from numba import njit

from nonproj.trees.restructuring.coordination.chains import (
    CONJUNCT,
    CONJUNCTION,
    DEPENDENT,
    LINKING,
    SEPARATOR,
    STAND_IN,
    SUFFIXLESS,
    depth_of,
    is_member,
    restore,
    strip,
)

NOT_IN_A_CHAIN = "not part of a chain"


@njit(cache=True)
def invert(start, head, part, member, kind, dependent, lifted, by_suffix, collins):
    """Undo chains; return heads, conjunct suffixes, and how many conjunctions became heads.

    `dependent` selects tokens that are marked as dependents of the conjunction. `lifted` selects
    tokens that are assumed to be its dependents because of their labels."""
    head, member = head.copy(), member.copy()
    changed = 0
    for s in range(len(start) - 1):
        a, b = start[s], start[s + 1]
        bases = np.flatnonzero(part[a:b] == CONJUNCTION)
        if len(bases) == 0:
            continue
        tree, own_part, own_member = head[a:b], part[a:b], member[a:b]
        chained, top, claimed = _chains(tree, own_part, own_member, kind[0, a:b], bases, collins)
        order = np.argsort(top * (2 * len(tree)) - bases)
        for base in bases[order]:
            if not chained[base] or not 0 < tree[base] < base:
                continue
            what = _collect(tree, own_part, kind[0, a:b], base, claimed, chained, collins)
            if (what == CONJUNCT).sum() < 2:
                continue
            _find_dependents(tree, own_part, what, chained, (dependent[a:b] > 0) | lifted[a:b])
            _lead(tree, own_part, own_member, what, base, by_suffix)
            chained[base] = False
            changed += 1
    return head, member, changed


@njit(cache=True)
def _chains(tree, part, member, kind, bases, collins):
    """Mark the base conjunctions in chains, and return the depths at which these chains begin.

    Also mark the separators that are above a base conjunction in its chain."""
    chained = np.zeros(len(tree), np.bool_)
    claimed = np.zeros(len(tree), np.bool_)
    for base in bases:
        chained[base] = 0 < tree[base] < base and _goes_on(tree, part, member, kind, base, collins)
    top = np.zeros(len(bases), np.int64)
    for i in range(len(bases)):
        if chained[bases[i]]:
            first = tree[bases[i]]
            above = _link_above(tree, part, kind, first, chained, collins)
            while above != 0:
                claimed[above] = True
                first = tree[above]
                above = _link_above(tree, part, kind, first, chained, collins)
            top[i] = depth_of(tree, first)
    return chained, top, claimed


@njit(cache=True)
def _goes_on(tree, part, member, kind, base, collins):
    """Check that a conjunct follows the base, and that no dependent of the base has a suffix."""
    follows = False
    for d in range(1, len(tree)):
        if tree[d] == base:
            if is_member(tree, part, member, d):
                return False
            follows = follows or d > base
    if collins:
        return _collins_after(tree, part, kind, tree[base], base) != 0
    return follows or _next_link(tree, part, tree[base], base) != 0


@njit(cache=True)
def _next_link(tree, part, conjunct, after):
    """Return the first separator after `after` that links a conjunct to the next one, or 0.

    Such a separator is attached to the conjunct and has a dependent on its right."""
    for s in range(after + 1, len(tree)):
        if tree[s] == conjunct and _separates(part[s]) and (tree[s + 1 :] == s).any():
            return s
    return 0


@njit(cache=True)
def _separates(part):
    return part in (SEPARATOR, STAND_IN)


@njit(cache=True)
def _link_above(tree, part, kind, conjunct, chained, collins):
    """Return the separator that links a conjunct to the previous conjunct; 0 if there is none.

    A chain has only one base conjunction. If the previous conjunct has a base conjunction before
    this separator, the separator does not link them: the conjunct begins a chain of its own."""
    if collins:
        return _collins_above(tree, part, kind, conjunct)
    link = tree[conjunct]
    if not 0 < link < conjunct or not _separates(part[link]):
        return 0
    before = tree[link]
    if not 0 < before < link:
        return 0
    for base in range(before + 1, link):
        if chained[base] and tree[base] == before and not (tree == base).any():
            return 0
    return link


@njit(cache=True)
def _collins_after(tree, part, kind, conjunct, after):
    """Return the next conjunct after `after` among the dependents of a conjunct, or 0.

    The first dependent with the conjunct's label is preferred to all other dependents."""
    other = 0
    for d in range(after + 1, len(tree)):
        if tree[d] == conjunct and not _separates(part[d]) and part[d] != SUFFIXLESS:
            if kind[d] == kind[conjunct]:
                return d
            other = other or d
    return other


@njit(cache=True)
def _collins_above(tree, part, kind, conjunct):
    """Return the separator before a conjunct if both attach to an earlier conjunct; else 0.

    An earlier conjunct is recognised by having the same label as the conjunct."""
    before = tree[conjunct]
    if 0 < before < conjunct and kind[before] == kind[conjunct]:
        for s in range(conjunct - 1, before, -1):
            if tree[s] == before:
                return s if _separates(part[s]) else 0
    return 0


@njit(cache=True)
def _collect(tree, part, kind, base, claimed, chained, collins):
    """Mark the conjuncts in the chain of a base conjunction, and the links between conjuncts."""
    what = np.zeros(len(tree), np.int8)
    what[base] = LINKING
    first = last = tree[base]
    what[first] = CONJUNCT
    above = _link_above(tree, part, kind, first, chained, collins)
    while above != 0:
        _take(tree, part, kind, above, what, first, collins)
        first = tree[above]
        what[first] = CONJUNCT
        above = _link_above(tree, part, kind, first, chained, collins)
    taken = _take(tree, part, kind, base, what, 0, collins)
    if taken != 0:
        last = taken
    after = base
    while True:
        link = _link_below(tree, part, kind, last, after, collins)
        if link == 0 or claimed[link]:
            return what
        last = _take(tree, part, kind, link, what, 0, collins)
        if last == 0:
            return what
        after = link


@njit(cache=True)
def _link_below(tree, part, kind, conjunct, after, collins):
    """Return the next separator below a conjunct in its chain; 0 if there is none."""
    if not collins:
        return _next_link(tree, part, conjunct, max(after, conjunct))
    for s in range(max(after, conjunct) + 1, len(tree)):
        if tree[s] == conjunct and _separates(part[s]):
            c = _collins_after(tree, part, kind, conjunct, s)
            if c != 0 and kind[c] == kind[conjunct]:
                return s
    return 0


@njit(cache=True)
def _take(tree, part, kind, link, what, known, collins):
    """Mark a link and the conjuncts attached to the link; return the last conjunct, or 0."""
    what[link] = LINKING
    if collins:
        c = known or _collins_after(tree, part, kind, tree[link], link)
        if c != 0:
            what[c] = CONJUNCT
        return c
    last = 0
    for d in range(link + 1, len(tree)):
        if tree[d] == link:
            what[d], last = CONJUNCT, d
    return last


@njit(cache=True)
def _find_dependents(tree, part, what, chained, was_dependent):
    """Mark separators without dependents as links, and mark the conjunction's dependents.

    A dependent must be where the transformation puts dependents: before the next conjunct and
    outside any inner coordination that begins with the same conjunct."""
    conjuncts = np.flatnonzero(what == CONJUNCT)
    last = len(conjuncts) - 1
    for i in range(last + 1):
        c = conjuncts[i]
        begin = _end_of_inner(tree, part, what, chained, c)
        end = conjuncts[i + 1] if i < last else len(tree)
        for d in range(1, len(tree)):
            if tree[d] != c or what[d] != 0:
                continue
            after = begin < d < end
            leaf_separator = part[d] == SEPARATOR and i < last and not (tree == d).any()
            if after and leaf_separator:
                what[d] = LINKING
            elif (after or (i == 0 and d < c)) and was_dependent[d]:
                what[d] = DEPENDENT


@njit(cache=True)
def _end_of_inner(tree, part, what, chained, c):
    """Return the end of the inner coordinations that begin with c; c if there are none.

    The end is the last token that is attached to one of their links."""
    end = c
    for x in range(c + 1, len(tree)):
        if tree[x] == c and what[x] == 0 and (chained[x] or _separates(part[x])):
            for y in range(x + 1, len(tree)):
                if tree[y] == x:
                    end = y
    return end


@njit(cache=True)
def _lead(tree, part, member, what, base, by_suffix):
    """Attach the base to the head of the first conjunct, and all tokens in `what` to the base."""
    first = np.flatnonzero(what == CONJUNCT)[0]
    if by_suffix:
        was_member = is_member(tree, part, member, first)
        strip(tree, part, member, first)  # the base is still below the first conjunct
        member[base] = was_member
    tree[base] = tree[first]
    for d in range(1, len(tree)):
        if what[d] != 0 and d != base:
            tree[d] = base
            if what[d] == CONJUNCT and by_suffix:
                restore(tree, part, member, d)
