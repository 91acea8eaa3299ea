"""The interface of scorers: scores on the device, search for trees on the processor.

Scores of a shard are tables over places (see `packing`). In training, a scorer gives a loss, and
tables whose own loss needs a search; the device receives its gradient."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.parsers.neural.packing import Packed
from nonproj.parsers.neural.settings import Settings

Each = Callable[[Callable, Iterable], Iterable]


@dataclass(frozen=True)
class Scorer(ABC):
    n_labels: int
    settings: Settings

    @abstractmethod
    def parameters(self) -> dict:
        """Return the weights of the scorer before they are drawn."""

    def gold(self, packed: Packed, treebank: Treebank) -> Any:
        """Return arrays of a shard that the loss needs in addition to heads and labels."""
        return ()

    @abstractmethod
    def training(self, weights: dict, vectors, inputs, gold, key) -> tuple[Any, Any]:
        """Return (loss, tables), on the device; the loss is a sum over words.

        Vectors are [place, row, size]; `gold` has the place of the head and the label of each word,
        and the arrays of `gold` above."""

    def search(
        self, tables: Any, packed: Packed, treebank: Treebank, each: Each = map
    ) -> tuple[float, Any]:
        """Return the loss that needs a search, and its derivatives by the tables of `training`.

        `each` applies a function to every sentence or part of a batch, on several threads, say."""
        return 0.0, tables

    @abstractmethod
    def tables(self, weights: dict, vectors, inputs) -> Any:
        """Return scores of the parts of trees, on the device."""

    def decided(self, tables: Any) -> Any:
        """Make the tables that `fill_trees` reads, on the device, from the (mean) scores."""
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
        """Fill in the heads of a shard's sentences, and labels if `labels_too`."""

    labels_too = False  # arcs and labels are scored jointly

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
        """Write how sure the heads of a shard's sentences are, 0..1, given those it has found."""
