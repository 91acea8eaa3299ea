"""Parsing of a text part by part, so that its progress can be shown."""

from itertools import pairwise

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.parsers.interface import ParserModel, Progress


def parse_in_parts(
    model: ParserModel, text: Treebank, threads: int, n_parts: int, show: Progress
) -> Treebank:
    """Parse a text in parts; the trees are those that the model would give the whole text."""
    model.variant.require_length(text)  # before any work, by its number in the whole text
    if text.n_sentences == 0:
        return text
    bounds = np.linspace(0, text.n_sentences, min(n_parts, text.n_sentences) + 1, dtype=int)
    heads, labels = [], []
    show("parsing", 0.0)
    for first, end in pairwise(bounds.tolist()):
        parsed = model.parse(text.select(range(first, end)), threads).treebank
        heads.append(parsed.head)
        labels += parsed.deprel.strings()
        show("parsing", end / text.n_sentences)
    return text.with_trees(np.concatenate(heads), Column.of(labels))
