"""A limit on the number of FEATS items per word, for parsers that read pairs of items."""

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError

MOST_ITEMS = 100  # pairs of items are features; even twenty items are many


def require_few_items(treebank: Treebank) -> None:
    """Raise NonprojError, naming the sentence, if a FEATS value has more than MOST_ITEMS items."""
    for code, value in enumerate(treebank.feats.values):
        items = 1 + value.count("|")
        if items > MOST_ITEMS:
            slot = int((treebank.feats.codes == code).argmax())
            sentence = int(np.searchsorted(treebank.start, slot, side="right"))
            raise NonprojError(
                f"{treebank.name}: sentence {sentence} has a word with {items} FEATS items; "
                f"this parser accepts at most {MOST_ITEMS}"
            )
