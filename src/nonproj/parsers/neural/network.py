"""The network of a neural parser: its parameters, the gradient of its loss, and parsing."""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.parsers.neural.conventions import shift_of
from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.encoder import Inputs, encode, inputs_of, new_encoder, width_of_words
from nonproj.parsers.neural.family import NeuralSystem
from nonproj.parsers.neural.packing import Packed, Shard
from nonproj.parsers.neural.scorers.choice import scorer_of
from nonproj.parsers.neural.scorers.interface import Each, NeuralScorer
from nonproj.parsers.neural.scorers.labels import label_loss, label_scores, new_labeller
from nonproj.parsers.neural.scorers.tagging import items_of, new_taggers, tag_scores, tagging_loss
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.vocabulary import UNKNOWN_VALUE, EncodedText, NeuralVocabulary


class GoldArcs(NamedTuple):
    """The gold heads, labels and tags of a shard; arrays indexed by position are [width, rows]."""

    is_word: np.ndarray
    has_head: np.ndarray  # in partial trees, not every word has a head
    head: np.ndarray  # the position of the head
    label: np.ndarray
    tags: dict[str, np.ndarray]
    further: Any  # see `NeuralScorer.gold`


@dataclass(frozen=True)
class Network:
    """The computations of a neural parser; the weights are passed to each method."""

    system: NeuralSystem
    vocabulary: NeuralVocabulary
    labels: tuple[str, ...]
    settings: NeuralSettings

    @cached_property
    def scorer(self) -> NeuralScorer:
        tree_tags = self.vocabulary.tree_tags
        return scorer_of(self.system, len(self.labels), self.settings, tree_tags)

    @property
    def input_width(self) -> int:
        """The size of word vectors without context."""
        return width_of_words(self.vocabulary, self.system.columns, self.settings)

    def parameters(self) -> list[dict]:
        """Return the shapes and initializers of each network's weights."""
        parameters = {
            "encoder": new_encoder(self.vocabulary, self.system.columns, self.settings),
            "parser": self.scorer.parameters(),
            "taggers": new_taggers(self.vocabulary, self.input_width, self.settings),
        }
        if not self.scorer.labels_too:
            parameters["labeller"] = new_labeller(len(self.labels), self.settings)
        return [parameters] * self.settings.networks

    def spelled(self, text: EncodedText) -> EncodedText:
        """Return the text without the characters that the network does not read."""
        if not self.settings.predicted:
            return text
        return text._replace(form=np.where(text.word == UNKNOWN_VALUE, text.form, 0))

    def inputs(self, shard: Shard, text: EncodedText) -> Inputs:
        return inputs_of(shard, text, self.system.columns)

    def gold(self, packed: Packed, text: EncodedText, treebank: Treebank) -> GoldArcs:
        shard = packed.shard
        is_word = (shard.slot >= 0) & treebank.is_word[shard.slot]
        has_head = is_word & (treebank.head[shard.slot] >= 0)
        head = np.where(has_head, shard.begin + treebank.head[shard.slot], 0)
        label = np.where(is_word, treebank.deprel.codes[shard.slot], 0)
        tags = {name: codes[shard.slot] for name, codes in text.aims.items()}
        further = self.scorer.gold(packed, treebank)
        codes = head.astype(np.int32), label.astype(np.int32)
        return GoldArcs(is_word, has_head, *codes, tags, further)

    def gradient(
        self,
        weights: dict,
        inputs: Inputs,
        gold: GoldArcs,
        key,
        packed: Packed,
        treebank: Treebank,
        each: Each = map,
    ) -> tuple[float, dict]:
        """Return (loss, gradient), summed over words; for `each`, see `NeuralScorer.search`."""
        (loss, tables), back = self._forward(weights, inputs, gold, key)
        searched, slopes = self.scorer.search(tables, packed, treebank, each)
        return float(loss) + searched, self._backward(back, slopes)

    @cached_property
    def _forward(self):
        """A function from (weights, inputs, gold, key) to ((loss, tables), backward function)."""
        items = items_of(self.vocabulary)

        def loss(weights, inputs, gold, key):
            of_encoder, of_parser, of_labeller = jax.random.split(key, 3)
            shift = shift_of(weights, inputs.treebank)
            vectors, words = encode(weights["encoder"], inputs, self.settings, of_encoder, shift)
            parser = weights["parser"]
            loss, tables = self.scorer.training(parser, vectors, inputs, gold, of_parser)
            if "labeller" in weights:
                rest = gold, self.settings, of_labeller
                loss += label_loss(weights["labeller"], vectors, *rest)
            seen = vectors, words
            tags = tagging_loss(weights["taggers"], seen, items, gold.tags, gold.is_word)
            return loss + self.settings.tagging_weight * tags, tables

        return jax.jit(lambda weights, *rest: jax.vjp(lambda w: loss(w, *rest), weights))

    @cached_property
    def _backward(self):
        """A function from (backward function, derivatives with respect to tables) to gradients."""
        return jax.jit(lambda back, slopes: back((1.0, slopes))[0])

    @cached_property
    def _tables(self):
        """A function from (each network's weights, inputs) to (each network's vectors, tables)."""

        def scores(weights, vectors, inputs):
            return self.scorer.tables(weights["parser"], vectors[0], inputs)

        def tables(weights, inputs):
            vectors = [encode(each["encoder"], inputs, self.settings) for each in weights]
            return vectors, self.scorer.decided(_mean_of(scores, weights, vectors, inputs))

        return jax.jit(tables)

    @cached_property
    def _tags(self):
        """A function from each network's weights and vectors to the best tags, by column."""
        items = items_of(self.vocabulary)

        def scores(weights, vectors, _):
            scores = tag_scores(weights["taggers"], vectors, items)
            return {name: jax.nn.log_softmax(each, -1) for name, each in scores.items()}

        def tags(weights, vectors):
            found = _mean_of(scores, weights, vectors, None)
            return {name: each.argmax(-1).astype(jnp.int32) for name, each in found.items()}

        return jax.jit(tags)

    @cached_property
    def _label_scores(self):
        """A function from (each network's weights and vectors, head positions) to label scores."""

        def scores(weights, vectors, place):
            if self.scorer.labels_too:
                return self.scorer.label_scores(weights["parser"], vectors[0], place)
            return label_scores(weights["labeller"], vectors[0], place, self.settings, None)

        return jax.jit(partial(_mean_of, scores))

    def fill_trees(
        self,
        weights: list[dict],
        packed: Packed,
        text: EncodedText,
        single_root: bool,
        head: np.ndarray,
        label: np.ndarray,
        tags: dict[str, np.ndarray],
    ) -> None:
        """Parse the sentences of a shard with the networks' mean scores; also fill in `tags`."""
        shard = packed.shard
        vectors, tables = self._tables(weights, self.inputs(shard, text))
        self.scorer.fill_trees(tables, packed, text.start, single_root, head, label)
        if tags:
            taken, found = shard.slot >= 0, self._tags(weights, vectors)
            for name, codes in tags.items():
                codes[shard.slot[taken]] = np.asarray(found[name])[taken]
        if not self.scorer.labels_too:
            slots, scores = self._scored_labels(weights, vectors, shard, head)
            label[slots] = scores.argmax(-1)

    def _scored_labels(self, weights, vectors, shard: Shard, head) -> tuple[np.ndarray, np.ndarray]:
        """Return the slots of a shard's words that have a head, and the scores of their labels."""
        has_head = (shard.slot >= 0) & (head[shard.slot] >= 0)
        place = np.where(has_head, shard.begin + head[shard.slot], 0).astype(np.int32)
        scores = np.asarray(self._label_scores(weights, vectors, place))
        return shard.slot[has_head], scores[has_head]

    def score_labels(
        self,
        weights: list[dict],
        packed: Packed,
        text: EncodedText,
        single_root: bool,
        head: np.ndarray,
        scores: np.ndarray,
    ) -> None:
        """Write to `scores` [slot, label] how well each label suits a word of a shard."""
        vectors, _ = self._tables(weights, self.inputs(packed.shard, text))
        slots, found = self._scored_labels(weights, vectors, packed.shard, head)
        scores[slots] = found

    def weigh(
        self,
        weights: list[dict],
        packed: Packed,
        text: EncodedText,
        single_root: bool,
        head: np.ndarray,
        sure: np.ndarray,
    ) -> None:
        """Write to `sure` the confidence in each head that `fill_trees` found for a shard."""
        _, tables = self._tables(weights, self.inputs(packed.shard, text))
        self.scorer.weigh(tables, packed, text.start, single_root, head, sure)


def _mean_of(scores, weights: list[dict], vectors: list, given):
    """Apply `scores` to each network's weights and vectors, and return the mean over networks."""
    tables = [scores(*each, given) for each in zip(weights, vectors, strict=True)]
    return jax.tree.map(lambda *parts: sum(parts) / len(parts), *tables)
