"""Conversion of word columns to tags that can be predicted, and back."""

from collections.abc import Iterator

import numpy as np

from nonproj.data.treebank import ROOT_CODE, Column, Treebank
from nonproj.tagging.lemma_rules import applied, rule_of

LEMMA = "lemma"
TAGGED_COLUMNS = ("upos", "xpos", "feats", LEMMA)


def as_tags(treebank: Treebank, column: str) -> Column:
    """Return a column in predictable form: lemmas become rules that derive them from forms."""
    if column != LEMMA:
        return getattr(treebank, column)
    return _by_pairs(treebank.form, treebank.lemma, rule_of)


def from_tags(treebank: Treebank, column: str, tags: Column) -> Column:
    """Return the column that predicted tags stand for."""
    return tags if column != LEMMA else _by_pairs(treebank.form, tags, lambda f, r: applied(r, f))


def _by_pairs(form: Column, other: Column, value) -> Column:
    """Return a column of values computed from two columns, once for each pair that occurs."""
    width = len(other.values) + 1
    pairs = (form.codes.astype(np.int64) + 1) * width + other.codes + 1
    found, inverse = np.unique(pairs, return_inverse=True)

    def values() -> Iterator[str | None]:
        for pair in found.tolist():
            i, j = pair // width - 1, pair % width - 1
            yield None if ROOT_CODE in (i, j) else value(form.values[i], other.values[j])

    by_pair = Column.of(values())
    return Column(by_pair.codes[inverse].astype(np.int32), by_pair.values)
