"""Seven bits per word (Gómez-Rodríguez, Roca & Vilares 2023), for arcs in two planes.

The bits of a tag, each 0 or 1, say whether

1. the head is to the right of the word,
2. the arc into the word is in the second plane,
3. the word is the outermost dependent of its head on its side and in its plane,
4. the word has left dependents in the first plane,
5. the word has right dependents in the first plane,
6. and 7. the same for the second plane.

Node 0 has no tag."""

import re
from collections.abc import Sequence

from nonproj.codecs.planes import NO_PLANE, planes_of
from nonproj.codecs.repair import NOT_ATTACHED, repaired

FROM_RIGHT, SECOND_PLANE, OUTERMOST, FIRST_CHILD_BIT = range(4)
SEVEN_BITS_TAG = re.compile("[01]{7}")


def encode(heads: Sequence[int]) -> list[str]:
    """Encode a tree as tags; a word whose arc fits in no plane has a tag that begins with 000.

    `decode` attaches such a word to the nearest open head; other words are not affected."""
    bits = [[0] * 7 for _ in heads]
    outermost: dict[tuple[int, int], int] = {}
    for d, plane in enumerate(planes_of(heads, 2)):
        if plane == NO_PLANE:
            continue
        head, side = heads[d], FIRST_CHILD_BIT + 2 * plane + (heads[d] < d)
        bits[d][:2] = int(head > d), plane
        bits[head][side] = 1
        if head < d or (head, side) not in outermost:
            outermost[head, side] = d
    for d in outermost.values():
        bits[d][OUTERMOST] = 1
    return ["".join(map(str, own)) for own in bits[1:]]


def decode(tags: Sequence[str], single_root: bool) -> list[int]:
    """Decode any tags into a tree; restore the original tree if all arcs fitted in the planes.

    In each plane, a word with left dependents takes waiting words, starting with the last, up to
    and including the first that is marked as outermost, or else all of them. A word whose head is
    to the left is attached to the last open head or, in the first plane, to node 0 if no head is
    open. See `repaired` for words without a head and for cycles."""
    heads = [NOT_ATTACHED] * (len(tags) + 1)
    bits = [[], *([bit == "1" for bit in tag] for tag in tags)]
    for plane in (0, 1):
        dependents: list[int] = []
        open_heads: list[int] = []
        for word in range(1, len(bits)):
            from_right, own_plane, outermost = bits[word][:FIRST_CHILD_BIT]
            left, right = bits[word][FIRST_CHILD_BIT + 2 * plane :][:2]
            while left and dependents:
                d = dependents.pop()
                heads[d] = word
                left = not bits[d][OUTERMOST]
            if own_plane == plane and from_right:
                dependents.append(word)
            elif own_plane == plane and (open_heads or plane == 0):
                heads[word] = open_heads[-1] if open_heads else 0
                if outermost:
                    del open_heads[-1:]
            if right:
                open_heads.append(word)
    return repaired(heads, single_root)
