"""Right-to-left parsing: the tokens of every sentence are reversed, but node 0 stays first.

See Nilsson (2009), 8.2. A right-to-left system is the same system applied to mirrored columns, and
its output is mirrored back. Each of the two mirroring functions is its own inverse."""

import numpy as np


def mirror_slots(start: np.ndarray) -> np.ndarray:
    """Return a permutation p of slots such that codes[p] is a column read from right to left."""
    start = np.asarray(start, dtype=np.int64)
    lengths = np.diff(start)
    first = np.repeat(start[:-1], lengths)
    node = np.arange(start[-1]) - first
    n = np.repeat(lengths - 1, lengths)
    return first + np.where(node == 0, 0, n + 1 - node)


def mirror_heads(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Return the trees of the mirrored sentences, in which token d becomes n + 1 - d."""
    mirrored = np.asarray(head)[mirror_slots(start)]
    lengths = np.diff(start)
    n = np.repeat(lengths - 1, lengths)
    return np.where(mirrored > 0, n + 1 - mirrored, mirrored).astype(np.int32)
