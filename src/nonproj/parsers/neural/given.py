"""Parsing by `biaffine` of sentences in which some heads and labels are given.

The maximum spanning tree is that of the arcs that fit: a word with a given head has no other arc,
and the arcs into a word with a given label have the score of this label."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.decoders import chu_liu_edmonds
from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.model import NeuralModel
from nonproj.parsers.neural.network import Network
from nonproj.parsers.neural.packing import Packed
from nonproj.parsers.neural.scorers.biaffine import Decided
from nonproj.parsers.neural.vocabulary import EncodedText
from nonproj.trees.relabel import column_of


@dataclass(frozen=True)
class NetworkWithGiven(Network):
    """A network that keeps heads and labels, if its scorer is `Biaffine`."""

    @cached_property
    def _labelled(self):
        """A function from (weights, vectors, inputs, labels) to arc scores with these labels.

        Labels are [row, position of the dependent]; scores are as in `Decided`."""

        def labelled(weights, vectors, inputs, labels):
            found = []
            for each, own in zip(weights, vectors, strict=True):
                tables = self.scorer.tables(each["parser"], own[0], inputs)
                label = jnp.take_along_axis(tables.label, labels[..., None, None], -1)
                found.append(tables.arc + label[..., 0])
            return sum(found) / len(found)

        return jax.jit(labelled)

    def fill_around(
        self,
        weights: list[dict],
        packed: Packed,
        text: EncodedText,
        single_root: bool,
        given: tuple[np.ndarray, np.ndarray],
        head: np.ndarray,
        label: np.ndarray,
    ) -> None:
        """Parse a shard's sentences; negative numbers in `given` (heads, labels) stand for none."""
        shard = packed.shard
        inputs = self.inputs(shard, text)
        vectors, tables = self._tables(weights, inputs)
        tables = Decided(*map(np.asarray, tables))
        heads, labels = given
        chooses = (heads < 0) & (labels >= 0)  # words whose heads depend on given labels
        if chooses[shard.slot[shard.slot >= 0]].any():
            codes = np.where(shard.slot >= 0, labels[shard.slot], 0)
            wanted = np.maximum(codes, 0).astype(np.int32).T
            labelled = np.asarray(self._labelled(weights, vectors, inputs, wanted))
        for sentence, row, at in packed.members:
            slots = slice(text.start[sentence], text.start[sentence + 1])
            size = slots.stop - slots.start
            places = slice(at, at + size)
            scores = _by_head(tables.score, row, places)
            own, choosing = heads[slots], np.flatnonzero(chooses[slots])
            if len(choosing):
                scores[:, choosing] = _by_head(labelled, row, places)[:, choosing]
            words = np.flatnonzero(own >= 0)
            only = np.full((size, len(words)), -np.inf)
            only[own[words], np.arange(len(words))] = 0.0
            scores[:, words] = only
            tree = head[slots] = chu_liu_edmonds.decode(scores, single_root)
            best = tables.label[row, places, places][np.arange(1, size), tree[1:]]
            label[slots][1:] = np.where(labels[slots][1:] >= 0, labels[slots][1:], best)


def _by_head(table: np.ndarray, row: int, places: slice) -> np.ndarray:
    """Return the scores [head, dependent] of a sentence's arcs."""
    return table[row, places, places].T.astype(np.float64)


class NeuralModelWithGiven(NeuralModel):
    """A neural parser that keeps the heads and labels of a text."""

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        given = treebank.head, treebank.deprel.recoded(self.network.labels)
        head, label = np.full((2, len(treebank.head)), -1, dtype=np.int32)
        self._in_shards(treebank, threads, self.network.fill_around, given, head, label)
        return treebank.with_trees(head, column_of(label, self.network.labels)), {}


def with_given(model: NeuralModel) -> NeuralModelWithGiven:
    """Return a model that keeps the heads and labels of a text."""
    own = {f.name: getattr(model, f.name) for f in fields(model)}
    network = {f.name: getattr(model.network, f.name) for f in fields(model.network)}
    return NeuralModelWithGiven(**own | {"network": NetworkWithGiven(**network)})
