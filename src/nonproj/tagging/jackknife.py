"""Jackknifing, which predicts tags for training data.

The studies used predicted tags. If a treebank has only gold tags, each fold is tagged by a tagger
trained on the other folds, so that parsers meet the same kinds of errors in training as in use.
DEVIATION: jackknifed-tags"""

from collections.abc import Callable, Sequence

import numpy as np

from nonproj.data.conventions import Conventions
from nonproj.data.retag import retagged
from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError
from nonproj.tagging.columns import TAGGED_COLUMNS
from nonproj.tagging.tagger import COLLINS
from nonproj.tagging.taggers import Taggers, train_taggers

TAG_COLUMNS = ("upos", "xpos", "feats")


def jackknife(
    treebank: Treebank, train: Callable, columns: Sequence[str], folds: int = 10
) -> Treebank:
    """Tag each fold with a tagger trained on the other folds; keep all other columns.

    `train` returns a tagger, given the numbers of the sentences to train it on. Sentence i is in
    fold i mod `folds`, as in Nilsson (2009)."""
    if not 2 <= folds <= treebank.n_sentences:
        raise NonprojError(
            f"{treebank.name}: cannot divide {treebank.n_sentences} sentences into {folds} folds; "
            f"training on predicted tags needs at least {max(2, folds)} sentences"
        )
    fold = np.arange(1, treebank.n_sentences + 1) % folds
    sentence = np.repeat(fold, np.diff(treebank.start))
    strings = {name: np.full(len(treebank.head), None, object) for name in columns}
    for held_out in range(folds):
        tagger = train(np.flatnonzero(fold != held_out))
        tagged = tagger.tag(treebank.select(np.flatnonzero(fold == held_out)), columns=columns)
        for name, found in strings.items():
            found[sentence == held_out] = getattr(tagged, name).strings()
    return retagged(treebank, {name: Column.of(found) for name, found in strings.items()})


def train_and_tag(
    treebank: Treebank, seed: int = 1, threads: int = 1, others: Sequence[int] = ()
) -> tuple[Taggers, Treebank]:
    """Return taggers trained on a treebank, and the treebank with tags predicted by jackknifing.

    `others` are the sentences of other treebanks at the end of the text, see `Conventions`."""
    taggers = train_taggers(treebank, TAGGED_COLUMNS, seed, threads, others)
    conventions = Conventions.in_text(treebank, others)

    def train(part: np.ndarray) -> Taggers:
        rest = seed, threads, conventions.others_among(part)
        return train_taggers(treebank.select(part), taggers.predicts, *rest)

    return taggers, jackknife(treebank, train, taggers.predicts, min(10, treebank.n_sentences))


def with_predicted_tags(training: Treebank, text: Treebank | None, seed: int) -> Treebank:
    """Tag a text as in the studies, with taggers that were trained on `training`.

    If there is no text, jackknife `training`."""
    columns = [c for c in TAG_COLUMNS if not training.lacks(c)]

    def train(part: Treebank) -> Taggers:
        return train_taggers(part, columns, seed, recipe=COLLINS)

    if text is not None:
        return train(training).tag(text)
    return jackknife(training, lambda part: train(training.select(part)), columns)
