"""Best tree of the MH_k chart (Gómez-Rodríguez, Shi & Lee 2018, figure 2).

Items [h1..hm], m <= k, stand for a forest over the span h1..hm whose only nodes still without a
head are h1 < ... < hm. SHIFT gives [h, h + 1]; COMBINE joins [h1..hm] and [hm..hp] if p <= k; LINK
attaches an interior h_j to another h_i of the item and drops it. The goal is [0, n + 1], whose
right end is a sentinel that heads nothing. k = 3 derives exactly the projective trees. Scores of
arcs alone are a case of those of transitions (`mhk_transitions`)."""

import numpy as np
from numba import njit

from nonproj.decoders import mhk_transitions
from nonproj.decoders.mhk_transitions import n_reductions
from nonproj.decoders.scores import checked_scores
from nonproj.errors import NonprojError
from nonproj.trees.columns import checked_tree


def decode(scores: np.ndarray, k: int = 4) -> np.ndarray:
    """Return heads, int32[n + 1], of an MH_k tree with the largest sum of scores[h, d].

    k is 3 (O(n^3) time) or 4 (O(n^4) time, O(n^3) space). Ties: COMBINE before LINK, then the
    leftmost node to be linked, then the longer left part, then the leftmost head."""
    scores = np.pad(checked_scores(scores), (0, 1), constant_values=-np.inf)
    no_scores = np.zeros_like(scores)  # of transitions
    reductions = np.broadcast_to(no_scores, (n_reductions(k), *scores.shape))
    return mhk_transitions.decode(no_scores, reductions, scores, k).heads


def derivable(heads: np.ndarray, k: int) -> bool:
    """Check that the MH_k chart derives exactly this tree, for any k >= 3; MH_3 iff projective.

    LINK as soon as possible never hurts: a complete interior node can only add to the number of
    heads. Then a span a..b has one item, whose heads are a, b and the interior nodes that have a
    head outside the span or dominate a node that is not interior; k bounds its size before LINK, at
    the best split c: the heads of a..c and c..b together. Items of up to k heads are few in trees
    that no chart was made for: O(n^3) at worst, O(n^2) on random trees."""
    if k < 3:
        raise NonprojError(f"MH_k needs k >= 3, not {k!r}")
    _, tree = checked_tree(heads)
    return bool(_is_derivable(tree, k))


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
    """Count the heads of the item over a..b after all possible LINKs.

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
