"""Compiled replacement of the heads and labels in a treebank's source."""

import numpy as np
from numba import njit

from nonproj.data.treebank import MISSING_HEAD

ZERO, UNDERSCORE = ord("0"), ord("_")


def splice(
    data: bytes,
    head_spans: np.ndarray,
    label_spans: np.ndarray,
    heads: np.ndarray,
    labels: tuple[str, ...],
    codes: np.ndarray,
) -> bytes:
    """Return `data` with `heads[i]` in head span i and `labels[codes[i]]` in label span i.

    Spans are in ascending order, and each word's head precedes its label. The cost is linear in the
    size of the result."""
    texts = [label.encode("utf-8") for label in labels]
    ends = np.cumsum([0, *map(len, texts)])
    sizes = np.diff(ends)
    old = int((np.diff(head_spans) + np.diff(label_spans)).sum())
    new = int(_widths(heads).sum() + sizes[codes].sum())
    result = np.empty(len(data) - old + new, dtype=np.uint8)
    text = np.frombuffer(b"".join(texts), dtype=np.uint8)
    source = np.frombuffer(data, dtype=np.uint8)
    _splice(source, head_spans, label_spans, heads, text, ends, codes, result)
    return result.tobytes()


def _widths(heads: np.ndarray) -> np.ndarray:
    """Return how many bytes each head takes in decimal; a missing head is written as `_`."""
    powers = 10 ** np.arange(1, 10, dtype=np.int64)
    return np.searchsorted(powers, heads, side="right") + 1


@njit(cache=True)
def _splice(source, head_spans, label_spans, heads, text, ends, codes, result):
    read = written = 0
    for i in range(len(heads)):
        read, written = _copy(source, read, head_spans[i, 0], result, written)
        written = _write_head(heads[i], result, written)
        read = head_spans[i, 1]
        read, written = _copy(source, read, label_spans[i, 0], result, written)
        _, written = _copy(text, ends[codes[i]], ends[codes[i] + 1], result, written)
        read = label_spans[i, 1]
    _copy(source, read, len(source), result, written)


@njit(cache=True)
def _copy(source, begin, end, result, written):
    for i in range(begin, end):
        result[written + i - begin] = source[i]
    return end, written + end - begin


@njit(cache=True)
def _write_head(head, result, written):
    if head == MISSING_HEAD:
        result[written] = UNDERSCORE
        return written + 1
    width = 1
    while head >= 10**width:
        width += 1
    for position in range(written + width - 1, written - 1, -1):
        result[position] = ZERO + head % 10
        head //= 10
    return written + width
