"""Random texts, trees and labels."""

import numpy as np

from nonproj.data.conll import parse_treebank
from nonproj.data.treebank import Treebank

LONGEST, MOST = 12, 5  # words of a sentence, sentences
PIECES = (
    *("", "_", "|", ":", "~", "%", "+", "@", "=", ";", "a", "b", "Sb", "Coord", "Co", "Ap"),
    *("↑", "↓", "↑↑", "↓↓", "⇑", "%2F", "../", "\\", "<b>", "é", "\u202e", "root", "conj", "cc"),
)


def random_treebank(rng: np.random.Generator) -> Treebank:
    """A few sentences of random trees, whose labels may look like those of a transformation."""
    return _drawn(rng, rng.integers(1, LONGEST + 1, size=rng.integers(1, MOST + 1)).tolist())


def parse_of(rng: np.random.Generator, gold: Treebank) -> Treebank:
    """Other trees and labels of the same words."""
    return _drawn(rng, gold.sentence_length.tolist())


def _drawn(rng: np.random.Generator, lengths: list[int]) -> Treebank:
    return written([random_tree(rng, n) for n in lengths], [random_labels(rng, n) for n in lengths])


def random_tree(rng: np.random.Generator, n: int) -> list[int]:
    """Heads of words 1..n; each word joins one that is in the tree."""
    heads, attached = [0] * n, [0]
    for word in (rng.permutation(n) + 1).tolist():
        heads[word - 1] = attached[rng.integers(len(attached))]
        attached.append(word)
    return heads


def random_labels(rng: np.random.Generator, n: int) -> list[str]:
    def label() -> str:
        return "".join(PIECES[i] for i in rng.integers(len(PIECES), size=rng.integers(1, 5))) or "x"

    few = [label() for _ in range(3)]
    return [few[rng.integers(3)] if rng.integers(4) else label() for _ in range(n)]


def written(trees: list[list[int]], labels: list[list[str]]) -> Treebank:
    lines = []
    for heads, own in zip(trees, labels, strict=True):
        for i, (head, label) in enumerate(zip(heads, own, strict=True), 1):
            lines.append(f"{i}\tw{i}\tl\tT{i % 3}\tT{i % 3}\t_\t{head}\t{label}\t_\t_\n")
        lines.append("\n")
    return parse_treebank("".join(lines).encode(), name="random.conll", format="conllx")
