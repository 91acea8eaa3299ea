"""Search for the best tree in the MH_k chart (Gómez-Rodríguez, Shi & Lee 2018, figure 2).

An item [h1..hm] with m <= k stands for a forest over the span h1..hm in which only the nodes
h1 < ... < hm still lack a head. SHIFT creates [h, h + 1]; COMBINE joins [h1..hm] and [hm..hp] if
p <= k; LINK attaches an interior h_j to a different h_i in the item and drops h_j. The goal is
[0, n + 1], whose right end is a sentinel without dependents. With k = 3, the chart derives exactly
the projective trees. Arc scores alone are a special case of transition scores (see
`mhk_transitions`)."""

import numpy as np
from numba import njit

from nonproj.decoders import mhk_transitions
from nonproj.decoders.mhk_transitions import n_reductions
from nonproj.decoders.scores import checked_scores
from nonproj.errors import NonprojError
from nonproj.trees.columns import checked_tree

MH_CUBE_BYTES = 56  # with k = 4: seven tables of triples in double precision


def decode(scores: np.ndarray, k: int = 4) -> np.ndarray:
    """Return heads, int32[n + 1], of an MH_k tree with the largest sum of scores[h, d].

    k is 3 (O(n^3) time) or 4 (O(n^4) time, MH_CUBE_BYTES * n^3 bytes). Ties are broken in favour of
    COMBINE over LINK, then the leftmost node to be linked, then the longer left part, then the
    leftmost head."""
    scores = np.pad(checked_scores(scores), (0, 1), constant_values=-np.inf)
    no_scores = np.zeros_like(scores)  # scores of transitions
    reductions = np.broadcast_to(no_scores, (n_reductions(k), *scores.shape))
    return mhk_transitions.decode(no_scores, reductions, scores, k).heads


def derivable(heads: np.ndarray, k: int) -> bool:
    """Check whether the MH_k chart derives this tree, for k >= 3 (for k = 3, iff it is projective).

    It never hurts to LINK as soon as possible, since keeping a complete interior node only
    increases the number of heads. A span a..b then has a single item. The heads of this item are a,
    b, and all interior nodes that have a head outside the span or dominate a node that is not
    interior. Before LINK, the item has all heads of a..c and of c..b for some split c. Their number
    must be at most k for at least one split. This takes O(n^3) time at worst. It takes O(n^2) on
    random trees, where few items have up to k heads."""
    if k < 3:
        raise NonprojError(f"MH_k needs k >= 3, not {k!r}")
    _, tree = checked_tree(heads)
    return bool(_is_derivable(tree, k))


@njit(cache=True, nogil=True)
def _is_derivable(tree, k):
    last = len(tree)  # the sentinel
    size = _eager_item_sizes(tree)
    has_item = np.zeros((last + 1, last + 1), np.bool_)
    ends = np.empty(last + 1, np.int32)  # ends of items that begin at a and can still be combined
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
    """Count the heads that are left in the item over each span a..b after all possible LINKs.

    Node v is linked iff its head is in a..b and all nodes that v dominates are strictly inside.
    Prefix sums count these nodes."""
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
