"""Sentences of the evaluation's oracle as treebanks, and random trees for them."""

from nonproj.data.conll import parse_treebank
from oracles.evaluation import conll


def treebank(sentences, name="made.conll"):
    return parse_treebank(conll(sentences).encode(), name=name)


def random_heads(rng, n):
    """Heads of words 1..n, each attached in random order to a word attached before."""
    head, attached = {}, [0]
    for i in rng.sample(range(1, n + 1), n):
        head[i] = rng.choice(attached)
        attached.append(i)
    return [head[i] for i in range(1, n + 1)]
