"""Conversion of coordinations headed by the first conjunct to chains, and back.

In Mel'čuk style, a conjunct attaches to the nearest separator on its left, which attaches to the
previous conjunct; in Collins style, a conjunct attaches to the previous one directly. A chain of A,
B and C does not show whether C belongs to A, or to B in an inner coordination (B and C). By
default, all conjuncts in a chain belong to the first conjunct, but a mark on C says that C belongs
to the previous conjunct."""

import numpy as np
from numba import njit

IS_OTHER, IS_CONJUNCT, IS_CONJUNCTION, IS_SEPARATOR = range(4)
"""The roles of labels in a coordination; IS_CONJUNCT stands for all conjuncts but the first."""

CONJUNCTS_LEFT_ALONE = ("the conjunct is left of its head", "its head is the root")
LEFT_OF_HEAD, OF_ROOT, MADE_CHAIN = range(3)
NOT_CHAINED = "not part of a chain"


@njit(cache=True)
def to_chains(start, head, part, on_first, collins, marking):
    """Build chains; return heads, marks, links between conjuncts, and outcome counts.

    With `on_first`, separators in the input attach to the first conjunct, not to the next."""
    chained, marks = head.copy(), np.zeros(len(head), np.int32)
    links, counts = np.zeros(len(head), np.bool_), np.zeros(MADE_CHAIN + 1, np.int64)
    for s in range(len(start) - 1):
        a, b = start[s], start[s + 1]
        given, role = head[a:b], part[a:b]
        if not (role == IS_CONJUNCT).any():
            continue
        _chain(given, role, on_first, collins, chained[a:b], links[a:b], counts)
        if marking:
            _mark(given, chained[a:b], role, on_first, collins, marks[a:b])
    return chained, marks, links, counts


@njit(cache=True)
def separates(given, role, s):
    """Check whether s can separate conjuncts: s must be a leaf, and a conjunction or a comma."""
    return role[s] >= IS_CONJUNCTION and not (given == s).any()


@njit(cache=True)
def _chain(given, role, on_first, collins, tree, links, counts):
    for x in range(1, len(given)):
        c = given[x]
        if role[x] != IS_CONJUNCT:
            continue
        if c == 0 or c > x:
            counts[OF_ROOT if c == 0 else LEFT_OF_HEAD] += 1
            continue
        before = c
        for y in range(c + 1, x):
            if given[y] == c and role[y] == IS_CONJUNCT:
                before = y
        link = before
        for s in range(before + 1, x):
            hangs = given[s] == (c if on_first else x)
            if not collins and hangs and separates(given, role, s):
                tree[s], links[s], link = before, True, s
        tree[x] = link
        counts[MADE_CHAIN] += 1


@njit(cache=True)
def from_chains(start, head, part, on_first, collins, marks):
    """Undo chains; return the heads, and the number of conjuncts that were found in chains."""
    found, changed = head.copy(), 0
    for s in range(len(start) - 1):
        a, b = start[s], start[s + 1]
        if (part[a:b] == IS_CONJUNCT).any():
            read = (head[a:b], part[a:b], on_first, collins, marks[a:b], found[a:b])
            changed += _read(*read)
    return found, changed


@njit(cache=True)
def _read(tree, role, on_first, collins, marks, found):
    """Fill in the original heads of words in chains; return the number of conjuncts in chains.

    A conjunct's new head is above the separator that was its head, so no cycle can arise."""
    n, changed = len(tree), 0
    link_of = np.zeros(n, np.int32)  # separator -> the first conjunct attached to it
    for x in range(1, n):
        above = tree[x]
        if role[x] != IS_CONJUNCT or not 0 < above < x:
            continue
        before = above
        if not collins and role[above] >= IS_CONJUNCTION and 0 < tree[above] < above:
            before = tree[above]
            if link_of[above] == 0:
                link_of[above] = x
        follows = role[before] == IS_CONJUNCT and found[before] < before and not marks[x]
        found[x] = found[before] if follows and found[before] > 0 else before
        changed += 1
    for link in range(n - 1, 0, -1):  # a separator gets the same head as the nearest link after it
        x = link_of[link]
        if x == 0:
            continue
        found[link] = found[x] if on_first else x
        for s in range(tree[link] + 1, link):
            own = marks[s] or link_of[s] != 0 or tree[s] != tree[link]
            if not own and separates(tree, role, s):
                found[s] = found[link]
    return changed


@njit(cache=True)
def _mark(given, chained, role, on_first, collins, marks):
    """Mark, from left to right, each word whose head `_read` can restore only with a mark."""
    for x in range(1, len(given)):
        if role[x] == IS_OTHER:
            continue
        read = chained.copy()
        _read(chained, role, on_first, collins, marks, read)
        if read[x] == given[x]:
            continue
        marks[x] = 1
        read = chained.copy()
        _read(chained, role, on_first, collins, marks, read)
        if read[x] != given[x]:
            marks[x] = 0
