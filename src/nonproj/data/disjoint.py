"""Removal of test sentences from training data."""

from itertools import pairwise

from nonproj.data.treebank import Treebank


def shared_with(train: Treebank, test: Treebank) -> list[int]:
    """Return the indices of the training sentences that have the same words as a test sentence."""
    known = {*_sentences(test)}
    return [i for i, words in enumerate(_sentences(train)) if words in known]


def without(treebank: Treebank, sentences: list[int]) -> Treebank:
    """Return the treebank without the sentences at these indices."""
    left_out = {*sentences}
    return treebank.select(i for i in range(treebank.n_sentences) if i not in left_out)


def _sentences(treebank: Treebank) -> list[tuple[str, ...]]:
    forms = treebank.form.strings()
    return [tuple(forms[a + 1 : b]) for a, b in pairwise(treebank.start.tolist())]
