"""Partial trees: texts in which some words have no head (HEAD is `_`)."""

from nonproj.data.cycles import cycles
from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError


def with_partial_trees(text: Treebank) -> Treebank:
    """Restore the heads and labels that were ignored when the text was read.

    Raise NonprojError for heads on a cycle, and for a HEAD that is neither `_` nor a number from 0
    to the length of the sentence. This takes O(n) time in pure Python."""
    data, head = text.source.data, text.head.copy()
    labels: list[str | None] = [None] * len(head)
    for s in range(text.n_sentences):
        first, end = text.start[s : s + 2].tolist()
        for slot in range(first + 1, end):
            raw, label = (
                data[a:b].decode()
                for a, b in (text.source.head[slot].tolist(), text.source.deprel[slot].tolist())
            )
            if raw != UNSPECIFIED:
                head[slot] = _number(raw, end - first - 1, text, slot)
            labels[slot] = label or UNSPECIFIED
    partial = text.with_trees(head, Column.of(labels))
    require_no_cycle(partial)
    return partial


def require_no_cycle(treebank: Treebank) -> None:
    """Raise NonprojError if heads form a cycle; words may lack heads."""
    for s in range(treebank.n_sentences):
        heads = {word: h for word, h in enumerate(treebank.heads(s).tolist()) if h > 0}
        if found := sorted(cycles(heads)):
            path = " → ".join(map(str, [*found[0], found[0][0]]))
            place = head_place(treebank, int(treebank.start[s]) + found[0][0])
            raise NonprojError(f"{place}: cycle {path}")


def head_place(treebank: Treebank, slot: int) -> str:
    """Describe the HEAD of a slot for messages, by the line of its source."""
    data, end = treebank.source.data, int(treebank.source.head[slot, 0])
    line_end = b"\n" if b"\n" in data else b"\r"
    return f"{treebank.name}:{data.count(line_end, 0, end) + 1}: HEAD"


def _number(raw: str, n: int, text: Treebank, slot: int) -> int:
    if not (raw.isascii() and raw.isdigit()) or str(int(raw)) != raw or int(raw) > n:
        raise NonprojError(f"{head_place(text, slot)}: {raw!r}; expected 0..{n} or {UNSPECIFIED}")
    return int(raw)
