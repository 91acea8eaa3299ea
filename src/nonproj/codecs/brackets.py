r"""Brackets: each arc is a pair of brackets, one at each of its ends.

See Strzyż, Vilares & Gómez-Rodríguez (2019) for one plane of arcs and (2020) for two. An arc from
the left is `/` at its head and `>` at its dependent. An arc from the right is `<` at its dependent
and `\` at its head. Brackets of the second plane are followed by `*`. Node 0 has no tag; it matches
every `>` of the first plane for which there is no other head.

The papers write `<` and `/` into the tag of the next word; here, the tag of a word contains all of
the word's own brackets."""

import re
from collections import Counter
from collections.abc import Sequence

from nonproj.codecs.planes import NO_PLANE, planes_of
from nonproj.codecs.repair import NOT_ATTACHED, repaired

PLANE_MARKS = ("", "*")  # the suffix of brackets in each plane
BRACKET_ORDER = [bracket + mark for mark in PLANE_MARKS for bracket in r"<\/>"]
BRACKET = re.compile(r"[<\\/>]\*?")
BRACKETS_TAG = re.compile(r"<?\\*/*>?(<\*)?(\\\*)*(/\*)*(>\*)?")


def encode(heads: Sequence[int], n_planes: int) -> list[str]:
    """Encode a tree as tags; arcs that fit in no plane are left out."""
    brackets: list[Counter] = [Counter() for _ in heads]
    for d, plane in enumerate(planes_of(heads, n_planes)):
        if plane != NO_PLANE:
            from_left = heads[d] < d
            brackets[heads[d]][("/" if from_left else "\\") + PLANE_MARKS[plane]] += 1
            brackets[d][(">" if from_left else "<") + PLANE_MARKS[plane]] += 1
    return ["".join(bracket * own[bracket] for bracket in BRACKET_ORDER) for own in brackets[1:]]


def decode(tags: Sequence[str], single_root: bool) -> list[int]:
    """Decode any tags into a tree; restore the original tree if `encode` left out no arc.

    In each plane, a bracket matches the nearest open one, and brackets without a match are ignored.
    If several brackets give a word a head, the last head counts. See `repaired` for words without a
    head and for cycles."""
    heads = [NOT_ATTACHED] * (len(tags) + 1)
    brackets = [Counter(BRACKET.findall(tag)) for tag in tags]
    for mark in PLANE_MARKS:
        dependents: list[int] = []
        open_heads: list[int] = []
        for word, own in enumerate(brackets, 1):
            for _ in range(min(own["\\" + mark], len(dependents))):
                heads[dependents.pop()] = word
            if own[">" + mark] and (open_heads or not mark):
                heads[word] = open_heads.pop() if open_heads else 0
            dependents += [word] * own["<" + mark]
            open_heads += [word] * own["/" + mark]
    return repaired(heads, single_root)
