"""Training data without the sentences of the test data."""

from itertools import pairwise

from nonproj.data.treebank import Treebank


def shared_with(train: Treebank, test: Treebank) -> list[int]:
    """Find the training sentences whose words are also a test sentence."""
    known = {*_sentences(test)}
    return [i for i, words in enumerate(_sentences(train)) if words in known]


def without(treebank: Treebank, sentences: list[int]) -> Treebank:
    """Leave these sentences out of a treebank."""
    left_out = {*sentences}
    return treebank.select(i for i in range(treebank.n_sentences) if i not in left_out)


def _sentences(treebank: Treebank) -> list[tuple[str, ...]]:
    forms = treebank.form.strings()
    return [tuple(forms[a + 1 : b]) for a, b in pairwise(treebank.start.tolist())]
