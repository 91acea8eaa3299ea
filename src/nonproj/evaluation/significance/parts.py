"""Tests of parts of a text: classes of arcs, words before and words after the first error.

Recall is of the same words for both parsers, so that McNemar's test compares it. Other parts hold
different words: precision is compared by a permutation of words, Pre and Post by a bootstrap over
sentences. A text may come in folds, which are taken together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nonproj.evaluation.outcomes import Outcomes
from nonproj.evaluation.propagation import pre_post_by_sentence
from nonproj.evaluation.scores import Attachment
from nonproj.evaluation.significance.resampling import (
    Bootstrap,
    paired_bootstrap,
    permutation_test,
)

Folds = Sequence[Outcomes]
Masks = Sequence[np.ndarray]  # bool per slot, one array for each fold


def recalled(folds: Folds, in_gold: Masks, labelled: bool) -> np.ndarray:
    """Right or wrong, for each scored word whose gold arc is in the class."""
    return np.concatenate(
        [
            fold.correct(labelled)[fold.scored & members]
            for fold, members in zip(folds, in_gold, strict=True)
        ]
    )


@dataclass(frozen=True)
class PrecisionTest:
    a: Attachment
    b: Attachment
    p: float


def precision_test(
    a: Folds, b: Folds, in_a: Masks, in_b: Masks, labelled: bool, seed: int = 1
) -> PrecisionTest:
    """Precision of a class of predicted arcs, whose members each parser has of its own.

    McNemar's test would need classes that hold the same words. DEVIATION: precision-test"""
    results = [
        np.concatenate(
            [
                np.where(members, 1 + fold.correct(labelled), 0)[fold.scored]
                for fold, members in zip(folds, masks, strict=True)
            ]
        )
        for folds, masks in ((a, in_a), (b, in_b))
    ]
    pairs = np.bincount(3 * results[0] + results[1], minlength=9).reshape(3, 3)
    sizes = [pairs.sum(axis=1), pairs.sum(axis=0)]
    shares = [Attachment(int(c[2]), int(c[1] + c[2])) for c in sizes]
    return PrecisionTest(*shares, permutation_test(pairs, seed=seed))


@dataclass(frozen=True)
class PrePostTest:
    """One part of the sentences of both parsers."""

    a: Attachment
    b: Attachment
    bootstrap: Bootstrap


def pre_post_test(
    a: Folds, b: Folds, labelled: bool = True, replicates: int = 10_000, seed: int = 1
) -> dict[str, PrePostTest]:
    """Pre and Post accuracy by the paired bootstrap over sentences; without a part that has no
    word of a parser, as Post has none where every parse is right.

    McNemar's test would need parts that hold the same words. DEVIATION: pre-post-test"""
    of_a, of_b = (
        np.concatenate([pre_post_by_sentence(fold, labelled) for fold in folds]) for folds in (a, b)
    )
    parts = {"pre": slice(0, 2), "post": slice(2, 4)}
    sides = {name: np.hstack([of_a[:, part], of_b[:, part]]) for name, part in parts.items()}
    sums = {name: side.sum(axis=0).tolist() for name, side in sides.items()}
    filled = {name: counts for name, counts in sums.items() if counts[1] and counts[3]}
    if not filled:
        return {}
    tests = paired_bootstrap(np.stack([sides[name] for name in filled], axis=1), replicates, seed)
    return {
        name: PrePostTest(Attachment(*counts[:2]), Attachment(*counts[2:]), test)
        for (name, counts), test in zip(filled.items(), tests, strict=True)
    }
