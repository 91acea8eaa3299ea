"""Trees of the oracles as the columns and treebanks that the package works on."""

from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from oracles import trees as oracle
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


@st.composite
def labelled_corpora(draw, labels):
    """Drawn trees, and a drawn label for each of their tokens."""
    trees = draw(st.lists(oracle.trees(), min_size=1, max_size=4))
    return trees, [[draw(st.sampled_from(labels)) for _ in heads[1:]] for heads in trees]


def sentences(treebank):
    """[(heads, labels)] as the oracles write them."""
    strings = treebank.deprel.strings()
    bounds = treebank.start.tolist()
    return [(tuple(treebank.head[a:b].tolist()), strings[a + 1 : b]) for a, b in pairwise(bounds)]


def write_trees(path, *trees, labels="d" * 99, form="w"):
    """Write trees, each a tuple of heads and all with the same labels; return the path."""
    text = ""
    for heads in trees:
        for i, (head, label) in enumerate(zip(heads, labels, strict=False), 1):
            text += f"{i}\t{form}{i}\tl\tT\tT\t_\t{head}\t{label}\t_\t_\n"
        text += "\n"
    path.write_text(text, encoding="utf-8")
    return str(path)
