"""Partial trees: texts in which some words have no head (HEAD is `_`)."""

from nonproj.data.cycles import cycles
from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError


def with_partial_trees(text: Treebank) -> Treebank:
    """Restore the heads and labels that were ignored when the text was read.

    Raise NonprojError for a word on a cycle, and for a HEAD that is neither `_` nor a number from 0
    to the length of the sentence. This takes O(n) time in pure Python."""
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
        heads = {word: h for word, h in enumerate(head[first:end].tolist()) if h > 0}
        if found := sorted(cycles(heads)):
            raise NonprojError(f"{text.name}: sentence {s + 1}, word {found[0][0]}: on a cycle")
    return text.with_trees(head, Column.of(labels))


def _number(raw: str, n: int, place: str) -> int:
    if not (raw.isascii() and raw.isdigit()) or str(int(raw)) != raw or int(raw) > n:
        raise NonprojError(f"{place}: HEAD {raw!r}; expected 0..{n} or {UNSPECIFIED}")
    return int(raw)
