"""Predicted tags for training data.

The studies parsed predicted tags. If a treebank has only gold ones, each fold is tagged by a tagger
trained on the others, so that parsers meet the same errors in training as in use.
DEVIATION: jackknifed-tags"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nonproj.data.treebank import ROOT_CODE, Column, Treebank
from nonproj.errors import NonprojError
from nonproj.tagging.tagger import train_tagger

TAG_COLUMNS = ("upos", "xpos", "feats")


def jackknife(
    treebank: Treebank, folds: int = 10, columns: Sequence[str] = TAG_COLUMNS, seed: int = 1
) -> Treebank:
    """Tag each fold by taggers trained on the others; lemmas, heads and labels stay.

    Sentence i is in fold i mod `folds` (as Nilsson's sets)."""
    if not 2 <= folds <= treebank.n_sentences:
        raise NonprojError(f"{folds} folds of {treebank.n_sentences} sentences")
    fold = np.arange(1, treebank.n_sentences + 1) % folds
    sentence = np.repeat(np.arange(treebank.n_sentences), np.diff(treebank.start))
    new = {}
    for name in columns:
        values = getattr(treebank, name).values
        codes = np.full(len(treebank.head), ROOT_CODE, np.int32)
        for held_out in range(folds):
            tagger = train_tagger(
                treebank.select(np.flatnonzero(fold != held_out)), name, seed=seed
            )
            chosen = np.flatnonzero(fold == held_out)
            tagged = tagger.tag(treebank.select(chosen))
            codes[fold[sentence] == held_out] = tagged.recoded(values)
        new[name] = Column(codes, values)
    return replace(treebank, **new)


def tag_with(tagged: Treebank, treebank: Treebank, columns: Sequence[str] = TAG_COLUMNS, seed=1):
    """Tag a treebank by taggers trained on all of `tagged`, of which it is the test data."""
    taggers = {name: train_tagger(tagged, name, seed=seed) for name in columns}
    return replace(treebank, **{name: tagger.tag(treebank) for name, tagger in taggers.items()})
