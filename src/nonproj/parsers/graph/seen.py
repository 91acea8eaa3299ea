"""The features that occurred in training, stored as one bit per index of the weight table.

Most feature conjunctions that a parser tries did not occur in any training tree. These features
have no weights of their own: the weights at their indices belong to other features, and reading
them would cost two or three cache lines per feature. The bits fit into the processor's cache, and
features without a bit are ignored. DEVIATION: unseen-features"""

import numpy as np
from numba import njit

from nonproj.learners.cache_lines import prefetch

_WORD = np.uint64(6)  # a uint64 has 2^6 bits
_BIT = np.uint64(63)
_ONE = np.uint64(1)


def none_seen(bits: int) -> np.ndarray:
    """Create an array of 2^bits unset bits, one for each index of the weight table."""
    return np.zeros(1 << max(bits - 6, 0), np.uint64)


@njit(cache=True, nogil=True)
def mark_seen(seen, places):
    """Mark the features of an update as seen, given the indices from `tree_places`."""
    for i in range(0, len(places), 2):
        seen[places[i] >> _WORD] |= _ONE << (places[i] & _BIT)


@njit(cache=True, nogil=True)
def keep_seen(seen, table, places):
    """Move the indices of seen features to the front, keeping their order; return their number.

    The weights of these features are prefetched. The loop has no branch, because no processor could
    predict which features were seen; for unseen features, the start of the table is prefetched."""
    count = 0
    for place in places:
        places[count] = place
        met = seen[place >> _WORD] >> (place & _BIT) & _ONE
        count += np.int64(met)
        prefetch(table, place * met)
    return count
