"""Small treebanks to train on."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from nonproj.data.conll import parse_treebank, read_treebank, write_treebank
from nonproj.data.treebank import Column
from nonproj.synthesis import synthesize

GRAMMAR = Path(__file__).parents[2] / "data" / "embedded" / "short-frequent.yaml"


@cache
def made_treebank(sentences=120, seed=1):
    """A treebank with non-projective trees, morphology and lemmas."""
    return parse_treebank(synthesize(GRAMMAR, sentences, seed), name="short-frequent.conll")


def written(rows, name="made.conllu", heads="required"):
    """rows: sentences of (form, head, label)."""
    lines = []
    for sentence in rows:
        for i, (form, head, label) in enumerate(sentence, 1):
            lines.append(f"{i}\t{form}\t{form}\tX\tX\t_\t{head}\t{label}\t_\t_\n")
        lines.append("\n")
    return parse_treebank("".join(lines).encode(), name=name, heads=heads)


def without(treebank, *columns):
    """The treebank with `_` in these columns."""
    return replace(treebank, **{name: getattr(treebank, name).blank for name in columns})


def flat(treebank):
    """The treebank with all words below node 0 under one label."""
    head = np.where(treebank.is_word, 0, -1).astype(np.int32)
    return treebank.with_trees(head, Column(head, ("root",)))


def positions(treebank):
    """The place of each slot in its sentence."""
    return np.arange(len(treebank.head)) - np.repeat(treebank.start[:-1], np.diff(treebank.start))


def n_roots(treebank):
    """The number of roots of each sentence."""
    return np.add.reduceat((treebank.head == 0).astype(int), treebank.start[:-1])


def reread(treebank, path):
    """The treebank from a file, so that its vocabularies are in the order of its own words."""
    write_treebank(treebank, path)
    return read_treebank(path)


def parse(model, treebank, threads=1):
    return model.parse(treebank, threads).treebank


def saved(model, path):
    """The bytes of a model's file."""
    model.save(path)
    return path.read_bytes()


def same_trees(one, other):
    return np.array_equal(one.head, other.head) and one.deprel.strings() == other.deprel.strings()


def labelled_score(gold, parsed):
    """Share of tokens with the right head and label."""
    words = gold.is_word
    labels = parsed.deprel.recoded(gold.deprel.values, unknown=-7)
    right = (gold.head == parsed.head) & (gold.deprel.codes == labels)
    return float(right[words].mean())
