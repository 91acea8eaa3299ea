"""Training on treebanks in which some words have no head."""

from collections.abc import Callable

import numpy as np

from nonproj.data.treebank import MISSING_HEAD, Column, Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.variants import Variant


def learnable(variant: Variant, treebank: Treebank, report: Callable[[str], None]) -> Treebank:
    """Return the part of a treebank that a variant can be trained on; report what is left out.

    Words without a head get an existing label, so that parsers do not learn to predict `_`."""
    without = treebank.head == MISSING_HEAD
    if not without.any():
        return treebank
    if without[treebank.is_word].all():
        raise NonprojError(f"{treebank.name}: no word has a HEAD, so there is nothing to train on")
    partial = np.add.reduceat(without.astype(np.int64), treebank.start[:-1]) > 0
    which = f"{treebank.name}: {int(partial.sum())} of {treebank.n_sentences} sentences"
    if not variant.learns_by_word:
        report(f"{which} have words without a head; {variant.name} leaves these sentences out")
        return treebank.select(np.flatnonzero(~partial))
    report(f"{which} have words without a head; words ignored in training: {int(without.sum())}")
    labels = treebank.deprel.strings()
    known = labels[int(np.flatnonzero(treebank.head >= 0)[0])]
    filled = (known if lacks else label for label, lacks in zip(labels, without, strict=True))
    return treebank.with_trees(treebank.head, Column.of(filled))
