"""The number of roots (tokens that depend on node 0) allowed in a sentence."""

from enum import StrEnum

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.systems.moves import MULTIPLE, SINGLE


class Root(StrEnum):
    """The number of roots allowed in a tree; AUTO allows one unless a training tree has several."""

    AUTO = "auto"
    SINGLE = "single"
    MULTIPLE = "multiple"


def roots_of(start: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Count the roots of each sentence."""
    return np.add.reduceat((head == 0).astype(np.int64), start[:-1])


def require_trees(treebank: Treebank, use: str, partial: bool = False) -> None:
    """Raise NonprojError if there are no sentences, or if heads are missing and not `partial`."""
    if treebank.n_sentences == 0:
        raise NonprojError(f"{treebank.name}: there are no sentences to {use}")
    without = np.flatnonzero(treebank.is_word & (treebank.head < 0))
    if partial and 0 < len(without) < treebank.n_words:
        return
    if len(without) > 0:
        sentence = int(np.searchsorted(treebank.start, without[0], side="right"))
        raise NonprojError(f"{treebank.name}: cannot {use} sentence {sentence}: a word has no HEAD")


def root_mode_of(treebank: Treebank, root: Root = Root.AUTO, partial: bool = False) -> int:
    """Return SINGLE or MULTIPLE; raise NonprojError if a tree is missing or has too many roots."""
    require_trees(treebank, "train on", partial)
    roots = roots_of(treebank.start, treebank.head)
    if root is Root.AUTO:
        return SINGLE if roots.max() <= 1 else MULTIPLE
    if root is Root.SINGLE and roots.max() > 1:
        raise NonprojError(
            f"{treebank.name}: sentence {int(roots.argmax()) + 1} has {roots.max()} roots, "
            "so a parser that allows only one root cannot be trained on it"
        )
    return SINGLE if root is Root.SINGLE else MULTIPLE
