"""Texts that consist of a target treebank and of other treebanks with other conventions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nonproj.data.treebank import Treebank


@dataclass(frozen=True)
class Conventions:
    """The treebanks of a training text: first the target treebank, then the others."""

    sizes: tuple[int, ...]  # sentences of each treebank
    lengths: np.ndarray  # words of each sentence

    @classmethod
    def in_text(cls, treebank: Treebank, others: Sequence[int] = ()) -> "Conventions":
        """Describe a text that ends with `others[i]` sentences of each other treebank."""
        return cls((treebank.n_sentences - sum(others), *others), treebank.sentence_length)

    @cached_property
    def words_of_target(self) -> int:
        return int(self.lengths[: self.sizes[0]].sum())

    @property
    def words(self) -> int:
        """The number of words in an epoch, to the nearest sentence."""
        return min(int(self.lengths.sum()), 2 * self.words_of_target)

    @cached_property
    def of_sentences(self) -> np.ndarray:
        """The number of each sentence's treebank."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def epoch(self, rng: np.random.Generator) -> np.ndarray:
        """Return the sentences of an epoch in random order.

        These are all sentences of the target treebank, and others with at most as many words."""
        others = self.sizes[0] + rng.permutation(sum(self.sizes[1:]))
        chosen = others[np.cumsum(self.lengths[others]) <= self.words_of_target]
        return rng.permutation(np.concatenate([np.arange(self.sizes[0]), chosen]))

    def others_among(self, sentences: np.ndarray) -> tuple[int, ...]:
        """Return how many of these sentences belong to each other treebank."""
        counts = np.bincount(self.of_sentences[sentences], minlength=len(self.sizes))
        return tuple(counts[1:].tolist())
