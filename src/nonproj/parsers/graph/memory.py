"""A check that the factors of second order, O(n^3) for n words, fit in memory."""

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.memory import machine_memory
from nonproj.parsers.graph.family import CARRERAS
from nonproj.parsers.graph.label_filter import LabelFilter
from nonproj.parsers.steps import ANY_LENGTH

# Two scores and two fields of the chart, in single precision, for each node and labelled arc.
BYTES_OF_PLACE = 16


def require_memory(
    decoder: int, treebank: Treebank, tags: np.ndarray, label_filter: LabelFilter, threads: int
) -> None:
    """NonprojError where the longest sentences, one in each thread, ask for more than there is."""
    if decoder != CARRERAS:
        return
    longest = np.argsort(-treebank.sentence_length, kind="stable")[:threads].tolist()
    available, asked = machine_memory(), 0
    for s in longest:
        asked += bytes_of(tags[treebank.start[s] : treebank.start[s + 1]], label_filter, available)
        if asked > available:
            together = f" in {threads} threads" if threads > 1 else ""
            raise NonprojError(
                f"{treebank.name}: sentence {longest[0] + 1} has "
                f"{treebank.sentence_length[longest[0]]} words; parsing the longest sentences to "
                f"second order{together} takes {asked / 1e9:.1f} GB or more, and this machine has "
                f"{available / 1e9:.1f}; {ANY_LENGTH}"
            )


def bytes_of(tags: np.ndarray, label_filter: LabelFilter, enough: int) -> int:
    """Memory for the factors of a sentence with these tags, or a lower bound above `enough`."""
    size = len(tags)
    at_least = BYTES_OF_PLACE * size * (size - 1) ** 2
    if at_least > enough:
        return at_least
    labels = np.diff(label_filter.begin).reshape(label_filter.n_tags, label_filter.n_tags, 2)
    arcs = labels.astype(np.int32)[tags[:, None], tags]
    leftwards, rightwards = np.tril(arcs[..., 0], -1)[:, 1:], np.triu(arcs[..., 1], 1)
    return BYTES_OF_PLACE * size * int(leftwards.sum() + rightwards.sum())
