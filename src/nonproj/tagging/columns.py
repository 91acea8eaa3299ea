"""Conversion of treebank columns to tags that a tagger can predict, and back."""

from collections.abc import Iterator

import numpy as np

from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.data.treebank import ROOT_CODE, Column, Treebank
from nonproj.tagging.lemma_rules import applied, rule_of

LEMMA = "lemma"
TAGGED_COLUMNS = ("upos", "xpos", "feats", LEMMA)


def as_tags(treebank: Treebank, column: str) -> Column:
    """Return a column as tags to predict; lemmas become rules that turn forms into lemmas."""
    if column != LEMMA:
        return getattr(treebank, column)
    return _by_pairs(treebank.form, treebank.lemma, rule_of)


def from_tags(treebank: Treebank, column: str, tags: Column) -> Column:
    """Convert predicted tags to a column; lemma rules are applied to the forms.

    A rule may leave nothing of a form; the lemma is then unspecified."""
    if column != LEMMA:
        return tags
    return _by_pairs(treebank.form, tags, lambda form, rule: applied(rule, form) or UNSPECIFIED)


def _by_pairs(form: Column, other: Column, value) -> Column:
    """Compute a column from two columns; `value` is called once for each distinct pair."""
    width = len(other.values) + 1
    pairs = (form.codes.astype(np.int64) + 1) * width + other.codes + 1
    found, inverse = np.unique(pairs, return_inverse=True)

    def values() -> Iterator[str | None]:
        for pair in found.tolist():
            i, j = pair // width - 1, pair % width - 1
            yield None if ROOT_CODE in (i, j) else value(form.values[i], other.values[j])

    by_pair = Column.of(values())
    return Column(by_pair.codes[inverse].astype(np.int32), by_pair.values)
