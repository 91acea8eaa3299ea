"""Interface for scorers, which compute scores on the device and search for trees on the CPU.

The scores for a shard are stored in tables indexed by position (see `packing`). In training, a
scorer returns a loss and the tables from which a search computes a second loss. The gradient of the
second loss is then sent to the device."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.parsers.neural.packing import Packed
from nonproj.parsers.neural.settings import NeuralSettings

Each = Callable[[Callable, Iterable], Iterable]


@dataclass(frozen=True)
class NeuralScorer(ABC):
    n_labels: int
    settings: NeuralSettings

    @abstractmethod
    def parameters(self) -> dict:
        """Return the shapes and initializers of the scorer's weights."""

    def gold(self, packed: Packed, treebank: Treebank) -> Any:
        """Return what the loss for a shard needs in addition to the gold heads and labels."""
        return ()

    @abstractmethod
    def training(self, weights: dict, vectors, inputs, gold, key) -> tuple[Any, Any]:
        """Return (loss, tables) on the device; the loss is a sum over words.

        Vectors are [position, row, size]. `gold` holds the position of each word's head, the word's
        label and, as `further`, the arrays from the method `gold`."""

    def search(
        self, tables: Any, packed: Packed, treebank: Treebank, each: Each = map
    ) -> tuple[float, Any]:
        """Return the loss that needs a search, and its derivatives with respect to the tables.

        `each` maps a function over the sentences or parts of a batch, possibly on several threads.
        """
        return 0.0, tables

    @abstractmethod
    def tables(self, weights: dict, vectors, inputs) -> Any:
        """Return the scores for parts of trees, on the device."""

    def decided(self, tables: Any) -> Any:
        """Turn the mean scores into the tables that `fill_trees` reads; runs on the device."""
        return tables

    @abstractmethod
    def fill_trees(
        self,
        tables: Any,
        packed: Packed,
        start: np.ndarray,
        single_root: bool,
        head: np.ndarray,
        label: np.ndarray,
    ) -> None:
        """Fill in the heads of a shard's sentences and, if `labels_too` is true, the labels."""

    labels_too = False  # true if arcs and labels are scored jointly

    def label_scores(self, weights: dict, vectors, head):
        """Return label scores [position, row, label] given heads, if `labels_too` is true."""
        raise NotImplementedError

    @abstractmethod
    def weigh(
        self,
        tables: Any,
        packed: Packed,
        start: np.ndarray,
        single_root: bool,
        head: np.ndarray,
        sure: np.ndarray,
    ) -> None:
        """Write to `sure` the confidence, from 0 to 1, in each head of a shard's sentences."""
