"""Training on other treebanks beside the one whose conventions the parser is to follow.

As in Stymne et al. (2018), a vector is learnt for each treebank, which tells the network whose
conventions apply. The vector of the target treebank is zero, so that the trained model does not
need to know of the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.packing import Shard

VECTORS = "treebanks"  # in a network's weights


@dataclass(frozen=True)
class Conventions:
    """The treebanks of a training text: first the target treebank, then the others."""

    sizes: tuple[int, ...]  # sentences of each treebank
    lengths: np.ndarray  # words of each sentence

    @classmethod
    def in_text(cls, treebank: Treebank, others: Sequence[int]) -> "Conventions":
        """Describe a text that ends with `others[i]` sentences of each other treebank."""
        lengths = np.diff(treebank.start) - 1
        return cls((treebank.n_sentences - sum(others), *others), lengths)

    @cached_property
    def words_of_target(self) -> int:
        return int(self.lengths[: self.sizes[0]].sum())

    @property
    def words(self) -> int:
        """The number of words in an epoch, to the nearest sentence."""
        return min(int(self.lengths.sum()), 2 * self.words_of_target)

    def epoch(self, rng: np.random.Generator) -> list[int]:
        """Return the sentences of an epoch in random order.

        These are all sentences of the target treebank, and others with at most as many words."""
        others = self.sizes[0] + rng.permutation(sum(self.sizes[1:]))
        chosen = others[np.cumsum(self.lengths[others]) <= self.words_of_target]
        return rng.permutation(np.concatenate([np.arange(self.sizes[0]), chosen])).tolist()

    @cached_property
    def _of_slots(self) -> np.ndarray:
        return np.repeat(np.repeat(np.arange(len(self.sizes)), self.sizes), self.lengths + 1)

    def of(self, shard: Shard) -> np.ndarray | None:
        """Return the number of the treebank of each position; None if there is one treebank."""
        return self._of_slots[shard.slot] if len(self.sizes) > 1 else None

    def with_vectors(self, weights: dict, size: int) -> dict:
        """Add a vector for each treebank to a network's weights, if there are several."""
        shape = len(self.sizes), size
        return weights | ({VECTORS: np.zeros(shape, np.float32)} if len(self.sizes) > 1 else {})


def without_vectors(weights: dict) -> dict:
    return {name: part for name, part in weights.items() if name != VECTORS}


def shift_of(weights: dict, treebank: np.ndarray | None):
    """Return the vectors of treebanks, by their numbers; zero for the target treebank."""
    if treebank is None:
        return None
    return jnp.where((treebank > 0)[..., None], weights[VECTORS][treebank], 0)
