"""Texts as neural scorers see them: packed into one shard, parsed by tables of scores."""

import numpy as np

from nonproj.parsers.neural.packing import character_rows, pack
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.vocabulary import NeuralVocabulary
from samples.treebanks import written

SETTINGS = NeuralSettings(hidden=4, arc=5, width=16, rows=2, dropout=0.0)


def treebank_of(trees):
    return written([("w", head, "x") for head in heads[1:]] for heads in trees)


def packed_of(treebank):
    text = NeuralVocabulary.of(treebank, ()).text(treebank)
    [packed] = pack(text, range(treebank.n_sentences), SETTINGS, character_rows(text, SETTINGS))
    return packed


def parsed(scorer, tables, packed, treebank, single=False):
    """The head of each slot, and how sure it is; -1 where the scorer writes nothing."""
    head = np.full((2, len(treebank.head)), -1, np.int32)
    sure = np.full(len(treebank.head), -1.0)
    scorer.fill_trees(tables, packed, treebank.start, single, *head)
    scorer.weigh(tables, packed, treebank.start, single, head[0], sure)
    return head[0], sure


def random_vectors(rng, scale=1):
    vectors = scale * rng.normal(size=(SETTINGS.width, SETTINGS.rows, 2 * SETTINGS.hidden))
    return vectors.astype(np.float32)
