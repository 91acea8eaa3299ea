"""The labels that an arc may have, as seen in training (Bohnet 2010; Björkelund & Kuhn 2012, 2).

DEVIATION: label-filter"""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.decoders.carreras_factors import number_candidates

ROOT_TAG = 0


class LabelFilter(NamedTuple):
    """The labels allowed for each combination of head tag, dependent tag and direction."""

    begin: np.ndarray  # int64[n_tags * n_tags * 2 + 1]: where each combination's labels begin
    labels: np.ndarray  # int32
    n_tags: int


def filter_tags(treebank: Treebank, tags: tuple[str, ...]) -> np.ndarray:
    """Return each slot's tag number: 0 for node 0, the highest number for unknown tags."""
    codes = treebank.upos.recoded(tags, unknown=len(tags))
    return np.where(treebank.upos.codes < 0, ROOT_TAG, codes + 1).astype(np.int32)


def label_filter(
    treebank: Treebank,
    tags: tuple[str, ...] = (),
    known: LabelFilter | None = None,
    labels: np.ndarray | None = None,
) -> LabelFilter:
    """Build a filter from a training treebank; by default, `tags` are the treebank's coarse tags.

    All labels that a known filter allows stay allowed; its tags come first in `tags`. Otherwise,
    only those in `labels` are allowed, by default all labels of the treebank.

    A combination of tags and direction that never occurred gets one label: the most frequent label
    for the dependent's tag or, if that tag is unknown, the most frequent label of all. Arcs from
    node 0 are counted separately. Ties go to the label seen first."""
    tags = tags or treebank.upos.values
    n_tags = len(tags) + 2
    tag = filter_tags(treebank, tags)
    words = np.flatnonzero(treebank.head >= 0)  # words that have a head
    first = np.repeat(treebank.start[:-1], np.diff(treebank.start))[words]
    heads = first + treebank.head[words]
    rows = np.stack([tag[heads], tag[words], heads < words, treebank.deprel.codes[words]], axis=1)
    if labels is not None:
        rows = rows[np.isin(rows[:, 3], labels)]
    seen, frequent = _count(rows.tolist())
    if known is not None:
        _allow(seen, known, n_tags)
    begin, allowed = [0], []
    for h in range(n_tags):
        for m in range(n_tags):
            for right in (0, 1):
                allowed += sorted(seen.get((h, m, right), ())) or [_usual(frequent, h, m)]
                begin.append(len(allowed))
    return LabelFilter(np.array(begin), np.array(allowed, dtype=np.int32), n_tags)


def _count(rows):
    seen: dict[tuple[int, int, int], set[int]] = {}
    frequent: dict[tuple[bool, int], Counter] = {}
    for h, m, right, label in rows:
        seen.setdefault((h, m, right), set()).add(label)
        for tag in (m, ROOT_TAG):
            frequent.setdefault((h == ROOT_TAG, tag), Counter())[label] += 1
    return seen, frequent


def _allow(seen, known: LabelFilter, n_tags: int) -> None:
    """Add the labels of a known filter to those seen; unknown tags have the highest number."""
    number = [*range(known.n_tags - 1), n_tags - 1]
    for row, labels in enumerate(np.split(known.labels, known.begin[1:-1])):
        h, m = divmod(row // 2, known.n_tags)
        seen.setdefault((number[h], number[m], row % 2), set()).update(labels.tolist())


def _usual(frequent, h: int, m: int) -> int:
    below_root = h == ROOT_TAG
    counts = frequent.get((below_root, m)) or frequent.get((below_root, ROOT_TAG))
    return counts.most_common(1)[0][0] if counts else 0


@njit(cache=True, nogil=True)
def candidates(label_filter, tags, kept):
    """Return the labelled arcs that a sentence's tags permit, as (into, out, labels).

    kept[head, dependent] tells whether an arc survived pruning."""
    size = len(tags)
    counts = np.zeros((size, size), np.int64)
    for h in range(size):
        for m in range(1, size):
            if h != m and kept[h, m]:
                row = _row(label_filter, tags, h, m)
                counts[h, m] = label_filter.begin[row + 1] - label_filter.begin[row]
    into, out = number_candidates(counts)
    labels = np.empty(into[-1, -1], np.int32)
    for m in range(1, size):
        for h in range(size):
            if h != m and kept[h, m]:
                row = _row(label_filter, tags, h, m)
                begin, end = label_filter.begin[row], label_filter.begin[row + 1]
                labels[into[m, h] : into[m, h + 1]] = label_filter.labels[begin:end]
    return into, out, labels


@njit(cache=True, nogil=True)
def _row(label_filter, tags, h, m):
    return (tags[h] * label_filter.n_tags + tags[m]) * 2 + int(h < m)
