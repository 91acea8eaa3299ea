"""The one tree convention of the project: heads[d] is the head of node d, heads[0] is -1."""

import numpy as np


def heads_of(*deps: int) -> np.ndarray:
    """heads_of(2, 0, 2) -> read-only [-1, 2, 0, 2]; slot 0 is the root."""
    heads = np.array([-1, *deps], dtype=np.int32)
    heads.setflags(write=False)
    return heads
