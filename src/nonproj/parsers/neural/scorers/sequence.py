"""Dependency parsing as sequence labelling: a codec reads the tree from one tag per word.

See Strzyż, Vilares & Gómez-Rodríguez (2019). Only tags seen in training are predicted. If there are
several networks, their log-probabilities are averaged."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nonproj.codecs.registry import CODECS, Codec
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.neural.device import jax
from nonproj.parsers.neural.encoder import dense
from nonproj.parsers.neural.packing import Packed
from nonproj.parsers.neural.scorers.interface import NeuralScorer
from nonproj.parsers.neural.scorers.layers import in_roles, negative_log_likelihood, new_roles
from nonproj.parsers.neural.weights import new_dense

ROLE = ("tag",)


def tags_in(treebank: Treebank, codec: str) -> tuple[str, ...]:
    """Return the tags of all trees, in sorted order."""
    encode = CODECS[codec].encode
    trees = (treebank.heads(sentence).tolist() for sentence in range(treebank.n_sentences))
    return tuple(sorted({tag for heads in trees for tag in encode(heads)}))


@dataclass(frozen=True)
class SequenceScorer(NeuralScorer):
    """A scorer of tags, with a hidden layer over each word's vector."""

    codec_name: str
    tags: tuple[str, ...]

    def __post_init__(self) -> None:
        """Raise NonprojError if there are no tags, or tags that the codec cannot read."""
        wrong = [tag for tag in self.tags if not self.codec.tag.fullmatch(tag)]
        if wrong or not self.tags:
            raise NonprojError(f"tags {wrong} of codec {self.codec_name}; expected valid tags")

    @property
    def codec(self) -> Codec:
        return CODECS[self.codec_name]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {tag: number for number, tag in enumerate(self.tags)}

    def parameters(self) -> dict:
        out = new_dense(self.settings.arc, len(self.tags))
        return {**new_roles(ROLE, self.settings), "out": out}

    def gold(self, packed: Packed, treebank: Treebank) -> np.ndarray:
        """Return the number of each word's tag [position, row]; -1 where there is none to learn."""
        numbers = np.full(packed.shard.slot.shape, -1, np.int32)
        for sentence, row, at in packed.members:
            tags = self.codec.encode(treebank.heads(sentence).tolist())
            of_words = [self._numbers.get(tag, -1) for tag in tags]
            numbers[at + 1 : at + 1 + len(tags), row] = of_words
        return numbers

    def training(self, weights, vectors, inputs, gold, key):
        """Return the negative log-likelihood of the gold tags."""
        numbers = gold.further.T
        logits = self._logits(weights, vectors, key)
        return negative_log_likelihood(logits, numbers, numbers >= 0), ()

    def tables(self, weights, vectors, inputs):
        """Return the log-probabilities of tags [row, position, tag]."""
        return jax.nn.log_softmax(self._logits(weights, vectors, None), -1)

    def _logits(self, weights, vectors, key):
        (hidden,) = in_roles(weights, ROLE, vectors, self.settings, key)
        return dense(weights["out"], hidden)

    def decided(self, tables):
        return jax.nn.log_softmax(tables, -1)

    def fill_trees(self, tables, packed, start, single_root, head, label) -> None:
        for slots, _, numbers in self._chosen(tables, packed, start, single_root):
            tags = [self.tags[number] for number in numbers]
            head[slots] = self.codec.decode(tags, single_root)

    def weigh(self, tables, packed, start, single_root, head, sure) -> None:
        """Write the probability of each word's tag, though its head depends on other tags, too."""
        for slots, scores, numbers in self._chosen(tables, packed, start, single_root):
            sure[slots][1:] = np.exp(scores[range(len(numbers)), numbers])

    def _chosen(self, tables, packed: Packed, start: np.ndarray, single_root: bool):
        """Yield each sentence's slots, tag scores [word, tag] and indices of the best tags."""
        tables = np.asarray(tables)
        for sentence, row, at in packed.members:
            slots = slice(start[sentence], start[sentence + 1])
            scores = tables[row, at + 1 : at + slots.stop - slots.start].astype(np.float64)
            yield slots, scores, self.codec.choose(scores, self.tags, single_root)
