"""Trees of the oracles as the columns and treebanks that the package works on."""

from itertools import pairwise

import numpy as np

from samples.treebanks import written


def heads_of(*deps):
    """heads_of(2, 0, 2) -> read-only [-1, 2, 0, 2]; slot 0 is the root."""
    heads = np.array([-1, *deps], dtype=np.int32)
    heads.setflags(write=False)
    return heads


def columns(trees):
    """(start, head) of a list of trees, each a tuple of heads with -1 in front."""
    start = np.cumsum([0, *(len(heads) for heads in trees)]).astype(np.int32)
    return start, np.array([head for heads in trees for head in heads], dtype=np.int32)


def treebank(trees, labels):
    """labels[s][d - 1] is the label of token d of sentence s."""
    rows = [[(f"w{d}", *arc) for d, arc in enumerate(zip(heads[1:], own, strict=True), start=1)]
            for heads, own in zip(trees, labels, strict=True)]  # fmt: skip
    return written(rows, "made.conll")


def sentences(treebank):
    """[(heads, labels)] as the oracles write them."""
    strings = treebank.deprel.strings()
    bounds = treebank.start.tolist()
    return [(tuple(treebank.head[a:b].tolist()), strings[a + 1 : b]) for a, b in pairwise(bounds)]
