"""Hash tables with 64-bit keys for compiled code."""

import numpy as np
from numba import njit

NO_KEY = np.uint64(0)


@njit(cache=True, nogil=True)
def mixed(value):
    """Hash a number to 64 bits with SplitMix's finalizer (Steele, Lea & Flood 2014)."""
    x = np.uint64(value) + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit(cache=True, nogil=True)
def find_slot(keys, key):
    """Return a key's slot, or an empty slot if the key is new; `keys` has 2^k slots, some empty."""
    mask = np.uint64(len(keys) - 1)
    slot = (key >> np.uint64(20)) & mask
    while keys[slot] != NO_KEY and keys[slot] != key:
        slot = (slot + np.uint64(1)) & mask
    return slot


@njit(cache=True, nogil=True)
def grown(keys, ids):
    """Return a hash table with the same entries and twice as many slots."""
    new_keys, new_ids = np.zeros(2 * len(keys), np.uint64), np.zeros(2 * len(keys), np.int32)
    for old in range(len(keys)):
        if keys[old] != NO_KEY:
            slot = find_slot(new_keys, keys[old])
            new_keys[slot], new_ids[slot] = keys[old], ids[old]
    return new_keys, new_ids
