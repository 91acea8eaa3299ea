"""Features that occurred in training: one bit for each place at which a feature can begin.

Most conjunctions of an arc that a parser tries were in no tree of its training data. They have no
weights of their own; the weights at their places belong to other features, and reading them costs
two or three cache lines each. The bits fit into the processor's cache; where one is not set, the
feature counts for nothing. DEVIATION: unseen-features"""

import numpy as np
from numba import njit

from nonproj.learners.prefetch import prefetch

_WORD = np.uint64(6)  # 2^6 bits in a number
_BIT = np.uint64(63)
_ONE = np.uint64(1)


def none_seen(bits: int) -> np.ndarray:
    """Create the bits of 2^bits places."""
    return np.zeros(1 << max(bits - 6, 0), np.uint64)


@njit(cache=True, nogil=True)
def mark_seen(seen, places):
    """Mark the features of an update: every other place, as `tree_places` writes them."""
    for i in range(0, len(places), 2):
        seen[places[i] >> _WORD] |= _ONE << (places[i] & _BIT)


@njit(cache=True, nogil=True)
def keep_seen(seen, table, places):
    """Move the places of features that occurred to the front, in their order; return their number.

    Their weights are prefetched on the way. There is no branch, because no processor can predict
    which features occurred; for the others, the beginning of the table is prefetched."""
    count = 0
    for place in places:
        places[count] = place
        met = seen[place >> _WORD] >> (place & _BIT) & _ONE
        count += np.int64(met)
        prefetch(table, place * met)
    return count
