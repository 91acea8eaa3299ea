"""Partial trees: heads and labels of a text some of whose words have HEAD `_`."""

import numpy as np

from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.data.treebank import MISSING_HEAD, Column, Treebank
from nonproj.errors import NonprojError


def with_partial_trees(text: Treebank) -> Treebank:
    """Return a text, read without its trees, with the heads and labels that its source has.

    NonprojError names a word whose head is neither `_` nor a word of its sentence, or on a cycle.
    O(n) in Python for sentences of bounded length."""
    data, head = text.source.data, text.head.copy()
    labels: list[str | None] = [None] * len(head)
    for s in range(text.n_sentences):
        first, end = text.start[s : s + 2].tolist()
        for slot in range(first + 1, end):
            place = f"{text.name}: sentence {s + 1}, word {slot - first}"
            raw, label = (
                data[a:b].decode()
                for a, b in (text.source.head[slot].tolist(), text.source.deprel[slot].tolist())
            )
            if raw != UNSPECIFIED:
                head[slot] = _number(raw, end - first - 1, place)
            labels[slot] = label or UNSPECIFIED
        for word in range(1, end - first):
            if _is_on_cycle(head[first:end], word):
                raise NonprojError(f"{text.name}: sentence {s + 1}, word {word}: on a cycle")
    return text.with_trees(head, Column.of(labels))


def _number(raw: str, n: int, place: str) -> int:
    if not (raw.isascii() and raw.isdigit()) or str(int(raw)) != raw or int(raw) > n:
        raise NonprojError(f"{place}: HEAD {raw!r}; expected 0..{n} or {UNSPECIFIED}")
    return int(raw)


def _is_on_cycle(head: np.ndarray, word: int) -> bool:
    node = int(head[word])
    for _ in range(len(head)):
        if node in (0, MISSING_HEAD, word):
            break
        node = int(head[node])
    return node == word
