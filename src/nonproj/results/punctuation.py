"""Which words of a treebank are scored, and which are punctuation.

The CoNLL-X shared task and Nilsson (2009, chapters 5 and 6) leave out punctuation, but the studies
on CoNLL 2007 and 2009 data score every word."""

import unicodedata

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.results.option_names import Punctuation


def scored_words(gold: Treebank, punctuation: Punctuation) -> np.ndarray:
    """Mark the words to score; punctuation is recognised by gold forms or tags. O(n)."""
    if punctuation is Punctuation.EXCLUDE:
        return gold.is_word & ~gold.form.where(is_punctuation)
    if punctuation is Punctuation.EXCLUDE_UPOS:
        return gold.is_word & ~gold.upos.where("PUNCT".__eq__)
    return gold.is_word.copy()


def punctuation_marks(treebank: Treebank) -> np.ndarray:
    """Mark punctuation, except where a word that is not punctuation depends on it. O(n)."""
    words = scored_words(treebank, Punctuation.EXCLUDE)
    marks = treebank.is_word & ~words
    first = np.repeat(treebank.start[:-1], np.diff(treebank.start))
    marks[(first + treebank.head)[words]] = False
    return marks


def is_punctuation(form: str) -> bool:
    """Check whether all characters are Unicode punctuation (category P*), as in CoNLL-X scoring."""
    return form != "" and all(unicodedata.category(c).startswith("P") for c in form)
