"""A check that a sentence's second-order factors, O(n^3) for n words, fit in memory."""

import numpy as np

from nonproj import machine
from nonproj.data.treebank import Treebank
from nonproj.parsers.graph.family import CARRERAS
from nonproj.parsers.graph.label_filter import LabelFilter
from nonproj.parsers.steps import ANY_LENGTH

# Two scores and two chart fields, in single precision, for each pair of a node and a labelled arc.
BYTES_OF_PLACE = 16


def require_memory(
    decoder: int, treebank: Treebank, tags: np.ndarray, label_filter: LabelFilter, threads: int
) -> None:
    """Raise NonprojError if the longest sentences, one per thread, need too much memory."""
    if decoder != CARRERAS or not treebank.n_sentences:
        return
    longest = np.argsort(-treebank.sentence_length, kind="stable")[:threads].tolist()
    lengths = treebank.sentence_length[longest].tolist()
    together = f" in {threads} threads" if threads > 1 else ""
    purpose = (
        f"{treebank.name}: sentence {longest[0] + 1} has {lengths[0]} words; second-order parsing "
        f"of the longest sentences{together}"
    )
    with_one_label = BYTES_OF_PLACE * sum((n + 1) * n**2 for n in lengths)
    machine.require_memory(with_one_label, purpose, ANY_LENGTH)
    texts = (tags[treebank.start[s] : treebank.start[s + 1]] for s in longest)
    asked = sum(bytes_of(text, label_filter) for text in texts)
    machine.require_memory(asked, purpose, ANY_LENGTH)


def bytes_of(tags: np.ndarray, label_filter: LabelFilter) -> int:
    """Return the size in bytes of the factors of a sentence with these tags."""
    labels = np.diff(label_filter.begin).reshape(label_filter.n_tags, label_filter.n_tags, 2)
    arcs = labels.astype(np.int32)[tags[:, None], tags]
    leftwards, rightwards = np.tril(arcs[..., 0], -1)[:, 1:], np.triu(arcs[..., 1], 1)
    return BYTES_OF_PLACE * len(tags) * int(leftwards.sum() + rightwards.sum())
