"""The network of a variant: its weights, the gradient of its loss, and its trees."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.parsers.neural.biaffine import (
    biaffine_loss,
    biaffine_tables,
    new_biaffine,
    spanning_trees,
)
from nonproj.parsers.neural.device import jax
from nonproj.parsers.neural.encoder import Inputs, encode, inputs_of, new_encoder
from nonproj.parsers.neural.packing import Packed, Shard
from nonproj.parsers.neural.settings import Settings
from nonproj.parsers.neural.tagging import TAGS, new_taggers, tagging_loss
from nonproj.parsers.neural.vocabulary import Text, Vocabulary


class Gold(NamedTuple):
    """What a shard's words are to be; arrays over places are [width, rows]."""

    is_word: np.ndarray
    head: np.ndarray  # the place of the head
    label: np.ndarray
    tags: dict[str, np.ndarray]


@dataclass(frozen=True)
class Network:
    """What a variant computes; the weights are given to each function."""

    names: tuple[str, ...]  # the columns that are embedded
    vocabulary: Vocabulary
    labels: tuple[str, ...]
    settings: Settings

    @property
    def tagged(self) -> tuple[str, ...]:
        """The columns that are learnt as a further aim."""
        return tuple(name for name in TAGS if name not in self.names)

    def new_weights(self, rng: np.random.Generator) -> dict:
        vocabulary, settings = self.vocabulary, self.settings
        return {
            "encoder": new_encoder(rng, vocabulary, self.names, settings),
            "parser": new_biaffine(rng, len(self.labels), settings),
            "taggers": new_taggers(rng, vocabulary, self.tagged, settings),
        }

    def inputs(self, shard: Shard, text: Text) -> Inputs:
        return inputs_of(shard, text, self.names)

    def gold(self, shard: Shard, text: Text, treebank: Treebank) -> Gold:
        is_word = (shard.slot >= 0) & treebank.is_word[shard.slot]
        head = np.where(is_word, shard.begin + treebank.head[shard.slot], 0)
        label = np.where(is_word, treebank.deprel.codes[shard.slot], 0)
        tags = {name: text.columns[name][shard.slot] for name in self.tagged}
        return Gold(is_word, head.astype(np.int32), label.astype(np.int32), tags)

    @cached_property
    def gradient(self):
        """(weights, inputs, gold, key) -> (loss, gradient), both summed over words."""

        def loss(weights, inputs, gold, key):
            key_of_encoder, key_of_parser = jax.random.split(key)
            vectors = encode(weights["encoder"], inputs, self.settings, key_of_encoder)
            tags = tagging_loss(weights["taggers"], vectors, gold.tags, gold.is_word)
            parsing = biaffine_loss(
                weights["parser"], vectors, inputs, gold, self.settings, key_of_parser
            )
            return parsing + self.settings.tagging_weight * tags

        return jax.jit(jax.value_and_grad(loss))

    @cached_property
    def _tables(self):
        def tables(weights, inputs):
            vectors = encode(weights["encoder"], inputs, self.settings)
            return biaffine_tables(weights["parser"], vectors, inputs, self.settings)

        return jax.jit(tables)

    def fill_trees(
        self,
        weights: dict,
        packed: Packed,
        text: Text,
        single_root: bool,
        head: np.ndarray,
        label: np.ndarray,
    ) -> None:
        """Parse the sentences of a shard."""
        tables = self._tables(weights, self.inputs(packed.shard, text))
        tables = type(tables)(*map(np.asarray, tables))
        spanning_trees(tables, packed.members, text.start, single_root, head, label)
