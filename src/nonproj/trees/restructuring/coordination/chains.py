"""Conversion of coordinations headed by the conjunction to chains (Nilsson 2009, 6.1).

In Prague style (PS), all conjuncts attach to the base conjunction. In Mel'čuk style (MS), the first
conjunct is the head, and each later conjunct attaches to the separator on its left, which attaches
to the previous conjunct. In Collins style (CS), each later conjunct attaches to the previous one,
and separators are leaves.

Coordinations are processed bottom-up. C is the set of a base conjunction's conjuncts, S contains
the separators between two conjuncts (including the base conjunction), and D contains all other
dependents of the base conjunction. If the base conjunction is a conjunct of an outer coordination,
its first conjunct takes over that role. The inverse is in `chains_inverse`."""

import numpy as np
from numba import njit

from nonproj.trees.restructuring.bottom_up import bottom_up

NO_ROLE, CONJUNCTION, SEPARATOR, STAND_IN, TRANSPARENT, SUFFIXLESS = range(6)
"""The roles of labels in a coordination."""

CHAINS_LEFT_ALONE = (
    "no conjunct",
    "one conjunct",
    "the conjunction is not between conjuncts",
    "nothing separates the first two conjuncts",
)
NO_CONJUNCT, ONE_CONJUNCT, NOT_BETWEEN, UNSEPARATED, CHANGED = range(5)
NOTHING, CONJUNCT, LINKING, DEPENDENT = range(4)
"""The roles of tokens in the current coordination."""


@njit(cache=True)
def transform(start, head, part, member, kind, by_suffix, collins):
    """Build chains; return heads, suffixes, the conjunctions' dependents, and outcome counts.

    `kind` contains the labels and tags that identify conjuncts if there are no suffixes. This takes
    O(n) plus, for each coordination, O(n) times the length of its chains of transparent tokens."""
    head, member = head.copy(), member.copy()
    dependent = np.zeros(len(head), np.int32)
    counts = np.zeros(CHANGED + 1, np.int64)
    for s in range(len(start) - 1):
        a, b = start[s], start[s + 1]
        for base in bottom_up(head[a:b], part[a:b] == CONJUNCTION):
            what = _dependents(head[a:b], part[a:b], member[a:b], kind[:, a:b], base, by_suffix)
            end = _restructure(
                head[a:b], part[a:b], member[a:b], dependent[a:b], base, what, collins
            )
            counts[end] += 1
    return head, member, dependent, counts


@njit(cache=True)
def classify(start, head, part, member, kind, by_suffix):
    """Classify each slot as CONJUNCT, LINKING (a separator between conjuncts) or NOTHING."""
    classes = np.zeros(len(head), np.int8)
    for s in range(len(start) - 1):
        a, b = start[s], start[s + 1]
        for base in bottom_up(head[a:b], part[a:b] == CONJUNCTION):
            what = _dependents(head[a:b], part[a:b], member[a:b], kind[:, a:b], base, by_suffix)
            conjuncts = np.flatnonzero(what == CONJUNCT)
            if len(conjuncts) > 1:
                _find_separators(head[a:b], part[a:b], base, what, conjuncts)
            for d in range(1, b - a):
                if what[d] in (CONJUNCT, LINKING) and classes[a + d] != CONJUNCT:
                    classes[a + d] = what[d]
    return classes


@njit(cache=True)
def depth_of(tree, node):
    depth = 0
    while node > 0:
        node, depth = tree[node], depth + 1
    return depth


@njit(cache=True)
def stands_for(tree, part, x, c):
    """Check whether a suffix on x marks c as a conjunct.

    It does if x is c, or if all ancestors of x up to and including c are transparent."""
    while x != c:
        x = tree[x]
        if x == 0 or part[x] != TRANSPARENT:
            return False
    return True


@njit(cache=True)
def is_member(tree, part, member, c):
    found = member[c]
    if part[c] == TRANSPARENT:
        for x in range(1, len(tree)):
            found = found or (member[x] and stands_for(tree, part, x, c))
    return found


@njit(cache=True)
def strip(tree, part, member, c):
    """Remove the suffix that marks c as a conjunct, whether it is on c or on a dependent."""
    member[c] = False
    if part[c] == TRANSPARENT:
        for x in range(1, len(tree)):
            if member[x] and stands_for(tree, part, x, c):
                member[x] = False


@njit(cache=True)
def restore(tree, part, member, c):
    """Put the conjunct suffix on c or, if c is transparent, on a dependent that can carry one.

    The first such dependent to the right is preferred, then the last one to the left, then a
    dependent of a transparent dependent."""
    while part[c] == TRANSPARENT:
        chosen, passed = 0, 0
        for x in range(1, len(tree)):
            if tree[x] != c:
                continue
            if part[x] == TRANSPARENT:
                passed = x
            elif part[x] in (NO_ROLE, CONJUNCTION) and not chosen > c:
                chosen = x
        if chosen == 0 and passed == 0:
            break
        c = chosen or passed
    member[c] = True


@njit(cache=True)
def _dependents(tree, part, member, kind, base, by_suffix):
    """Mark the dependents of the base: CONJUNCT, by their suffix or their kind, or DEPENDENT."""
    what = np.zeros(len(tree), np.int8)
    for d in range(1, len(tree)):
        if tree[d] == base:
            is_conjunct = by_suffix and is_member(tree, part, member, d)
            what[d] = CONJUNCT if is_conjunct else DEPENDENT
    if not by_suffix:
        _alike(tree, part, kind, base, what)
    return what


@njit(cache=True)
def _alike(tree, part, kind, base, what):
    """Mark as conjuncts the largest group of the base's dependents that share a label or a tag.

    A group must have members on both sides of the base. Tags are compared only if no such group
    shares a label. Ties go to the group whose members left of the base come nearest to the base."""
    for of in range(len(kind)):
        best, most = 0, 0
        for d in range(1, base):
            if what[d] == NOTHING or part[d] not in (NO_ROLE, CONJUNCTION):
                continue
            size, right = 0, False
            for e in range(1, len(tree)):
                if what[e] != NOTHING and kind[of, e] == kind[of, d]:
                    size, right = size + 1, right or e > base
            if right and size >= most:
                best, most = d, size
        if best:
            for d in range(1, len(tree)):
                if what[d] == DEPENDENT and kind[of, d] == kind[of, best]:
                    what[d] = CONJUNCT
            return


@njit(cache=True)
def _restructure(tree, part, member, dependent, base, what, collins):
    """Build the chain unless the coordination must stay unchanged; return the outcome."""
    conjuncts = np.flatnonzero(what == CONJUNCT)
    if len(conjuncts) < 2:
        return NO_CONJUNCT if len(conjuncts) == 0 else ONE_CONJUNCT
    if not conjuncts[0] < base < conjuncts[-1]:
        return NOT_BETWEEN
    _find_separators(tree, part, base, what, conjuncts)
    first, second = conjuncts[0], conjuncts[1]
    if not (what[first + 1 : second] == LINKING).any():
        return UNSEPARATED
    outer, is_conjunct = tree[base], member[base]
    member[base] = False
    for c in conjuncts:
        strip(tree, part, member, c)
    conjunct = link = 0
    for d in range(1, len(tree)):
        if what[d] == LINKING:
            tree[d], link = conjunct, d
        elif what[d] == CONJUNCT:
            tree[d] = outer if conjunct == 0 else (conjunct if collins else link)
            conjunct = d
        elif what[d] == DEPENDENT:
            tree[d] = conjunct or first
            dependent[d] = 1
    if is_conjunct:
        restore(tree, part, member, first)
    return CHANGED


@njit(cache=True)
def _find_separators(tree, part, base, what, conjuncts):
    """Find the separators between adjacent conjuncts, or stand-ins where there is no separator.

    Only leaves are considered, so that all dependents of separators are conjuncts."""
    what[base] = LINKING
    for i in range(len(conjuncts) - 1):
        begin, end = conjuncts[i] + 1, conjuncts[i + 1]
        for role in (SEPARATOR, STAND_IN):
            if role == STAND_IN and (what[begin:end] == LINKING).any():
                break
            for d in range(begin, end):
                if what[d] == DEPENDENT and part[d] == role and not (tree == d).any():
                    what[d] = LINKING
