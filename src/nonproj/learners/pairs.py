"""The explicit feature space of a quadratic kernel, with a row of weights for each pair.

The key of a pair is the 64-bit sum of the two features' hashed ids, so finding all pairs of m
features costs m hashes and m (m - 1) / 2 additions. A slot in the table holds 32 bits of the key
and the row number; the slot's index stands for k further bits. Two keys with equal low halves
cannot be distinguished if they meet during a search for a slot. This happens in only one of several
hundred tables with millions of keys; the less frequent pair is then left out."""

from concurrent.futures import Executor
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.errors import NonprojError
from nonproj.learners.hashing import find_slot, grown, mixed

EMPTY = np.uint64(0)
_LOW = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)
# Counting is split by the two leading bits of the keys, whatever the number of threads.
N_COUNTING_PARTS = 4
_PART_SHIFT = np.uint64(62)


class PairTable(NamedTuple):
    """A hash table of (low half of key, row + 1); a key's leading bits select its first slot."""

    words: np.ndarray  # uint64[2^k]
    shift: np.uint64  # 64 - k


def count_pairs(start: np.ndarray, ids: np.ndarray, minimum: int, pool: Executor) -> np.ndarray:
    """Return the keys of pairs that occur at least `minimum` times, the most frequent first.

    Ties are ordered by key. Takes O(pairs), in N_COUNTING_PARTS independent parts."""
    parts = list(pool.map(lambda part: _count_part(start, ids, part), range(N_COUNTING_PARTS)))
    keys = np.concatenate([k for k, _ in parts])
    counts = np.concatenate([c for _, c in parts])
    frequent = counts >= max(1, minimum)
    keys, counts = keys[frequent], counts[frequent]
    return keys[np.lexsort((keys, -counts.astype(np.int64)))]


def build_table(keys: np.ndarray) -> PairTable:
    """Build a table in which keys[i] has row i; at least a third of the slots stay empty."""
    rows, table = told_apart(keys)
    if len(rows) < len(keys):
        raise NonprojError("two pairs of features share a key")
    return table


def told_apart(keys: np.ndarray) -> tuple[np.ndarray, PairTable]:
    """Return the indices of the keys that a table can tell apart, and the table of these keys."""
    kept = np.arange(len(keys))
    while True:
        bits = max(4, int(np.ceil(np.log2(1.5 * len(kept) + 1))))
        table = PairTable(np.zeros(1 << bits, np.uint64), np.uint64(64 - bits))
        unclear = _insert_all(table.words, table.shift, keys[kept])
        if unclear < 0:
            return kept, table
        kept = np.delete(kept, unclear)


@njit(cache=True, nogil=True)
def _count_part(start, ids, part):
    """Return the keys of the pairs in one part, without key 0, and how often each key occurs."""
    keys, counts = np.zeros(1 << 12, np.uint64), np.zeros(1 << 12, np.int32)
    mixes = np.zeros(max(1, np.diff(start).max()), np.uint64)
    size = 0
    for i in range(len(start) - 1):
        m = start[i + 1] - start[i]
        while 2 * size + m * m > len(keys):
            keys, counts = grown(keys, counts)
        for p in range(m):
            mixes[p] = mixed(ids[start[i] + p])
            for q in range(p):
                key = mixes[p] + mixes[q]
                if key >> _PART_SHIFT != part or key == EMPTY:
                    continue
                slot = find_slot(keys, key)
                if keys[slot] == EMPTY:
                    keys[slot] = key
                    size += 1
                counts[slot] += 1
    used = np.flatnonzero(keys)
    return keys[used], counts[used]


@njit(cache=True, nogil=True)
def _insert_all(words, shift, keys):
    """Insert all keys; return -1, or the first row whose key conflicts with an earlier key."""
    mask = np.uint64(len(words) - 1)
    for row in range(len(keys)):
        slot = keys[row] >> shift
        while words[slot] != EMPTY:
            if words[slot] >> np.uint64(32) == keys[row] & _LOW:
                return row
            slot = (slot + _ONE) & mask
        words[slot] = (keys[row] << np.uint64(32)) | np.uint64(row + 1)
    return -1


@njit(cache=True, nogil=True)
def find_rows(table, ids, mixes, keys, words, rows):
    """Write to `rows` the rows of all known pairs of the features `ids`; return their number.

    `mixes` is a buffer with one number per feature, and `keys` and `words` have one per pair. All
    slots are read before any is compared, so that reads overlap. There are no branches, because no
    processor can predict which pairs are known. Colliding keys are tried again together, one slot
    further on."""
    slots, shift = table.words, table.shift
    mask = np.uint64(len(slots) - 1)
    left = _write_keys(ids, mixes, keys)
    n, further = 0, EMPTY
    while left > 0:
        for k in range(left):
            words[k] = slots[((keys[k] >> shift) + further) & mask]
        again = 0
        for k in range(left):
            key, word = keys[k], words[k]
            used, same = word != EMPTY, word >> np.uint64(32) == key & _LOW
            rows[n] = np.int32(word & _LOW) - np.int32(1)
            n += used & same
            keys[again] = key
            again += used & (not same)
        left = again
        further += _ONE
    return n


@njit(cache=True, nogil=True)
def _write_keys(ids, mixes, keys):
    """Write to `keys` the keys of all pairs of the features `ids`; return their number."""
    n = 0
    for p in range(len(ids)):
        mixes[p] = mixed(ids[p])
        for q in range(p):
            keys[n + q] = mixes[p] + mixes[q]
        n += p
    return n
