"""Label frequencies, and the annotation style that they indicate."""

from collections import Counter

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.trees.restructuring.styles import style_of


def label_counts(treebank: Treebank) -> Counter[str]:
    codes = treebank.deprel.codes[treebank.is_word]
    counts = np.bincount(codes, minlength=len(treebank.deprel.values)).tolist()
    return Counter(dict(zip(treebank.deprel.values, counts, strict=True)))


def frequent_labels(treebank: Treebank, number: int) -> list[str]:
    """Return the `number` most frequent labels; ties go to the label that occurs first."""
    return [label for label, count in label_counts(treebank).most_common(number) if count]


def style_of_treebank(treebank: Treebank) -> str:
    """Return the annotation style that a treebank's labels indicate."""
    return style_of(label_counts(treebank))
