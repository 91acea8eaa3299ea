r"""Hierarchical brackets (Ezquerro et al. 2025), for projective trees: at most twelve tags.

The outermost arc at an end is written as a pair of brackets, which encloses the shorter arcs at
that end. Only the dependents of these shorter arcs are marked. A tag consists of

1. `>` or `\`: an arc from the left ends here, at its dependent or at its head,
2. `(` or `)`: the word depends on the left or the right end of the innermost arc above it,
3. `<` or `/`: an arc to the right begins here, at its dependent or at its head.

Node 0 has no tag; its outermost arc encloses the sentence up to the last root."""

import re
from collections.abc import Sequence

from nonproj.codecs.repair import NOT_ATTACHED, repaired

HIERARCHY_TAG = re.compile(r">/?|\\?<|\\?[()]/?")


def encode(heads: Sequence[int]) -> list[str]:
    """Encode a projective tree as tags."""
    longest_first = sorted(range(1, len(heads)), key=lambda d: (-abs(heads[d] - d), d))
    close, inside, begin = ([""] * len(heads) for _ in range(3))
    for d in longest_first:
        head, left, right = heads[d], min(heads[d], d), max(heads[d], d)
        if begin[left]:  # the longer arc that begins there lies above
            inside[d] = "("
        elif close[right]:
            inside[d] = ")"
        else:
            begin[left], close[right] = ("/", ">") if left == head else ("<", "\\")
    return [close[word] + inside[word] + begin[word] for word in range(1, len(heads))]


def decode(tags: Sequence[str], single_root: bool) -> list[int]:
    """Decode any tags into a tree; restore the original tree if the tags come from `encode`.

    An end of an arc matches the nearest open beginning. Arcs with two heads or two dependents are
    ignored, as are ends without a beginning. See `repaired` for words without a head."""
    heads = [NOT_ATTACHED] * (len(tags) + 1)
    # Open arcs: left end, its bracket, and the words that depend on the right end.
    arcs: list[tuple[int, str, list[int]]] = [(0, "/", [])]
    for word, tag in enumerate(tags, 1):
        if tag[0] in ">\\" and arcs:
            left, begin, waiting = arcs.pop()
            for d in waiting:
                heads[d] = word
            if begin + tag[0] == "/>":
                heads[word] = left
            elif begin + tag[0] == "<\\":
                heads[left] = word
        if "(" in tag and arcs:
            heads[word] = arcs[-1][0]
        elif ")" in tag and arcs:
            arcs[-1][2].append(word)
        if tag[-1] in "</":
            arcs.append((word, tag[-1], []))
    return repaired(heads, single_root)
