"""Validation of head columns before they are passed to compiled code.

A corpus of trees is a pair (start, head). Sentence s occupies the slots start[s]:start[s + 1]. The
first slot of a sentence is the root node, whose head is -1; the heads in all other slots are
positions in the sentence."""

import numpy as np
from numba import njit

from nonproj.errors import NonprojError


def checked_corpus(start: np.ndarray, head: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the columns as writable int32; raise NonprojError unless each sentence is a tree."""
    start = np.require(start, np.int32, ["C", "W"])
    head = np.require(head, np.int32, ["C", "W"])
    if start.ndim != 1 or head.ndim != 1 or len(start) == 0 or start[0] != 0:
        raise NonprojError("start and head must be one-dimensional and start with slot 0")
    if np.any(np.diff(start) < 1) or start[-1] != len(head):
        raise NonprojError(
            f"start must grow from 0 to the number of slots, {len(head)}, but ends with {start[-1]}"
        )
    slot = _first_defect(start, head)
    if slot >= 0:
        raise NonprojError(_describe(start, head, slot))
    return start, head


def checked_tree(heads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the checked columns (start, head) of a corpus that consists of a single tree."""
    return checked_corpus(np.array([0, len(heads)], dtype=np.int32), np.asarray(heads))


def position_of(start: np.ndarray, slot: int) -> str:
    """Describe the position of a slot in words: `sentence 1, token 3`."""
    sentence = int(np.searchsorted(start, slot, side="right")) - 1
    return f"sentence {sentence + 1}, token {slot - int(start[sentence])}"


def _describe(start: np.ndarray, head: np.ndarray, slot: int) -> str:
    value, where = int(head[slot]), position_of(start, slot)
    sentence = np.searchsorted(start, slot, side="right") - 1
    if slot == start[sentence]:
        return f"{where}: the root node has head {value}, expected -1"
    n = int(start[sentence + 1] - start[sentence]) - 1
    if not 0 <= value <= n:
        return f"{where}: head {value} outside 0..{n}"
    return f"{where}: head {value} closes a cycle"


@njit(cache=True)
def _first_defect(start, head):
    """Return the first slot whose head is out of range or closes a cycle; -1 if there is none."""
    for s in range(len(start) - 1):
        first, n = start[s], start[s + 1] - start[s] - 1
        if head[first] != -1:
            return first
        for d in range(1, n + 1):
            if head[first + d] < 0 or head[first + d] > n:
                return first + d
        seen_from = np.zeros(n + 1, np.int32)
        for d in range(1, n + 1):
            node = d
            while node != 0 and seen_from[node] == 0:
                seen_from[node] = d
                if head[first + node] != 0 and seen_from[head[first + node]] == d:
                    return first + node
                node = head[first + node]
    return -1
