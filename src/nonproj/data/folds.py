"""Ten sets of sentences for cross-validation and learning curves."""

from collections.abc import Collection, Iterable

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError

N_SETS = 10
TRAINING_SETS = 8  # sets 1-8 are for training, sets 0 and 9 are held out (Nilsson 2009, 5.2)


def fold_of(n_sentences: int) -> np.ndarray:
    """Return the number of each sentence's set: sentence i, counted from 1, is in set i mod 10.

    See Nilsson (2009), section 5.2."""
    return np.arange(1, n_sentences + 1, dtype=np.int32) % N_SETS


def split_folds(
    treebank: Treebank, test_sets: Iterable[int], train_sets: Iterable[int] | None = None
) -> tuple[Treebank, Treebank]:
    """Split a treebank into training and test sentences, both in their original order.

    By default, every set that is not used for testing is used for training."""
    test = _checked(test_sets, "test")
    rest = [s for s in range(N_SETS) if s not in test]
    train = _checked(rest if train_sets is None else train_sets, "training")
    if both := sorted({*test} & {*train}):
        raise NonprojError(f"sets {both} are used both for training and for testing")
    return _of_sets(treebank, train), _of_sets(treebank, test)


def sets_of(training: str) -> tuple[list[int], list[int]]:
    """Return the training sets and the held-out sets that `setsK` or `cvI` stands for."""
    number = int(training.removeprefix("sets").removeprefix("cv"))
    if training.startswith("cv"):
        return [s for s in range(N_SETS) if s != number], [number]
    return list(range(1, number + 1)), [0, TRAINING_SETS + 1]


def _checked(sets: Iterable[int], purpose: str) -> list[int]:
    chosen = list(sets)
    if not chosen or len({*chosen}) < len(chosen) or not {*chosen} <= {*range(N_SETS)}:
        raise NonprojError(f"{purpose} sets {chosen}; expected distinct sets in 0..{N_SETS - 1}")
    return chosen


def _of_sets(treebank: Treebank, sets: Collection[int]) -> Treebank:
    chosen = np.flatnonzero(np.isin(fold_of(treebank.n_sentences), sets))
    if not len(chosen):
        raise NonprojError(f"{treebank.name}: no sentence in sets {list(sets)}")
    return treebank.select(chosen)
