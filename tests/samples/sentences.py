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


def chains(rng, lengths):
    """Sentences in which each word hangs on the one before."""
    return [[(rng.choice("ww,"), "X", i, rng.choice("ab")) for i in range(n)] for n in lengths]


def disturbed(rng, gold, accuracy, far=lambda words: 1):
    """A parse whose errors have another label and a head `far` words further to the left."""
    return [
        [
            (*w[:2], *(w[2:] if rng.random() < accuracy else (max(w[2] - far(words), 0), "c")))
            for w in words
        ]
        for words in gold
    ]
