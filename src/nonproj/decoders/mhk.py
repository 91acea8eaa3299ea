"""Best tree of the MH_k chart (Gómez-Rodríguez, Shi & Lee 2018, figure 2).

Items [h1..hm], m <= k, stand for a forest over the span h1..hm whose only nodes still without a
head are h1 < ... < hm. SHIFT gives [h, h + 1]; COMBINE joins [h1..hm] and [hm..hp] if p <= k; LINK
attaches an interior h_j to another h_i of the item and drops it. The goal is [0, n + 1], whose
right end is a sentinel that heads nothing. k = 3 derives exactly the projective trees. Scores enter
where `_pair` and `_triple` apply LINK, and only there; COMBINE adds nothing."""

import numpy as np
from numba import njit

from nonproj.decoders.scores import checked_scores, require_tree
from nonproj.errors import NonprojError
from nonproj.trees.columns import checked_tree


def decode(scores: np.ndarray, k: int = 4) -> np.ndarray:
    """Heads, int32[n + 1], of a tree of the MH_k chart with the largest sum of scores[h, d].

    k is 3 (O(n^3) time) or 4 (O(n^4) time, O(n^3) space). Ties: COMBINE before LINK, then the
    leftmost node to be linked, then the longer left part, then the leftmost head."""
    if k not in (3, 4):
        raise NonprojError(f"MH_k is decoded for k = 3 or 4, not for {k!r}")
    scores = checked_scores(scores)
    heads = np.full(len(scores), -1, dtype=np.int32)
    arcs = np.pad(scores, (0, 1), constant_values=-np.inf)  # the sentinel neither heads nor depends
    require_tree(_best_tree(arcs, k == 4, heads), f"MH{k}")
    return heads


def derivable(heads: np.ndarray, k: int) -> bool:
    """The MH_k chart derives exactly this tree, for any k >= 3.

    As `smallest_k`, with items of up to k heads only, which are few in trees that no chart was made
    for: O(n^3) at worst, O(n^2) on random trees."""
    if k < 3:
        raise NonprojError(f"MH_k needs k >= 3, not {k!r}")
    _, tree = checked_tree(heads)
    return bool(_is_derivable(tree, k))


def smallest_k(heads: np.ndarray) -> int:
    """Smallest k >= 3 whose MH_k chart derives the tree; 3 iff projective. O(n^3).

    LINK as soon as possible never hurts: a complete interior node can only add to the number of
    heads. Then a span a..b has one item, whose heads are a, b and the interior nodes that
    have a head outside the span or dominate a node that is not interior; k bounds its size before
    LINK, at the best split c: the heads of a..c and c..b together."""
    _, tree = checked_tree(heads)
    return int(_smallest_k(tree))


@njit(cache=True, nogil=True)
def _smallest_k(tree):
    last = len(tree)  # the sentinel
    size = _eager_item_sizes(tree)
    needed = np.full((last + 1, last + 1), 3, np.int32)
    for width in range(2, last + 1):
        for a in range(last + 1 - width):
            b = a + width
            best = last + 2
            for c in range(a + 1, b):
                joined = size[a, c] + size[c, b] - 1
                best = min(best, max(joined, needed[a, c], needed[c, b]))
            needed[a, b] = best
    return needed[0, last]


@njit(cache=True, nogil=True)
def _is_derivable(tree, k):
    last = len(tree)  # the sentinel
    size = _eager_item_sizes(tree)
    has_item = np.zeros((last + 1, last + 1), np.bool_)
    ends = np.empty(last + 1, np.int32)  # of items from a on that can still be combined
    for a in range(last - 1, -1, -1):
        n_ends = 0
        for b in range(a + 1, last + 1):
            found = b == a + 1
            for i in range(n_ends):
                c = ends[i]
                if has_item[c, b] and size[a, c] + size[c, b] - 1 <= k:
                    found = True
                    break
            has_item[a, b] = found
            if found and size[a, b] < k:
                ends[n_ends] = b
                n_ends += 1
    return has_item[0, last]


@njit(cache=True, nogil=True)
def _eager_item_sizes(tree):
    """Number of heads of the item over a..b after all possible LINKs.

    Node v is linked iff a <= from_[v] and to[v] <= b; these pairs are counted by prefix sums."""
    last = len(tree)
    low, high = np.arange(last), np.arange(last)
    for v in range(1, last):
        ancestor = tree[v]
        while ancestor > 0:
            low[ancestor] = min(low[ancestor], v)
            high[ancestor] = max(high[ancestor], v)
            ancestor = tree[ancestor]
    linked = np.zeros((last + 2, last + 1), np.int32)
    for v in range(1, last):
        linked[min(low[v] - 1, tree[v]), max(high[v] + 1, tree[v])] += 1
    for a in range(last, -1, -1):
        for b in range(1, last + 1):
            linked[a, b] += linked[a + 1, b] + linked[a, b - 1] - linked[a + 1, b - 1]
    size = np.zeros((last + 1, last + 1), np.int32)
    for a in range(last + 1):
        for b in range(a + 1, last + 1):
            size[a, b] = b - a + 1 - linked[a, b]
    return size


@njit(cache=True, nogil=True)
def _best_tree(arcs, four_heads, heads):
    """Fill heads and return the score, -inf if there is no tree."""
    last = len(arcs) - 1
    pair = np.full((last + 1, last + 1), -np.inf)
    triple = np.full((last + 1, last + 1, last + 1), -np.inf)
    for i in range(last):
        pair[i, i + 1] = 0.0
    for width in range(2, last + 1):
        for i in range(last + 1 - width):
            k = i + width
            for j in range(i + 1, k):
                triple[i, j, k] = _triple(pair, triple, arcs, i, j, k, four_heads)[0]
            pair[i, k] = _pair(triple, arcs, i, k)[0]
    best = pair[0, last]
    if best > -np.inf:
        _trace(pair, triple, arcs, four_heads, heads)
    return best


@njit(cache=True, nogil=True)
def _pair(triple, arcs, i, k):
    """Score of [i, k] and the node linked last: LINK on [i, j, k]."""
    best, linked = -np.inf, -1
    for j in range(i + 1, k):
        score = triple[i, j, k] + max(arcs[i, j], arcs[k, j])
        if score > best:
            best, linked = score, j
    return best, linked


@njit(cache=True, nogil=True)
def _triple(pair, triple, arcs, i, j, k, four_heads):
    """Score of [i, j, k], the node linked last and the point where its item was combined.

    Either COMBINE of [i, j] and [j, k], with no node, or LINK of r on a four-headed item, which
    is combined at its third or at its second head and need not be stored."""
    best, linked, joint = pair[i, j] + pair[j, k], -1, j
    if not four_heads:
        return best, linked, joint
    for r in range(i + 1, k):
        if r == j:
            continue
        second, third = min(j, r), max(j, r)
        link = max(arcs[i, r], arcs[j, r], arcs[k, r])
        score = triple[i, second, third] + pair[third, k] + link
        if score > best:
            best, linked, joint = score, r, third
        score = pair[i, second] + triple[second, third, k] + link
        if score > best:
            best, linked, joint = score, r, second
    return best, linked, joint


@njit(cache=True, nogil=True)
def _trace(pair, triple, arcs, four_heads, heads):
    """Recompute the derivation from the goal down; j = -1 marks a pair."""
    stack = [(0, -1, len(arcs) - 1)]
    while len(stack) > 0:
        i, j, k = stack.pop()
        if j == -1:
            if k == i + 1:
                continue
            j = _pair(triple, arcs, i, k)[1]
            heads[j] = i if arcs[i, j] >= arcs[k, j] else k
        _, r, joint = _triple(pair, triple, arcs, i, j, k, four_heads)
        if r == -1:
            stack.append((i, -1, j))
            stack.append((j, -1, k))
            continue
        heads[r] = _first_best_head(arcs, i, j, k, r)
        second, third = min(j, r), max(j, r)
        if joint == third:
            stack.append((i, second, third))
            stack.append((third, -1, k))
        else:
            stack.append((i, -1, second))
            stack.append((second, third, k))


@njit(cache=True, nogil=True)
def _first_best_head(arcs, i, j, k, r):
    if arcs[i, r] >= arcs[j, r] and arcs[i, r] >= arcs[k, r]:
        return i
    return j if arcs[j, r] >= arcs[k, r] else k
