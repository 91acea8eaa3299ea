"""Arcs and labels scored jointly by biaffine functions of two words (Dozat & Manning 2017).

The score of an arc is log p(head | word), and the score of a labelled arc adds log p(label | head,
word). The best labelled tree is the maximum spanning tree of arcs with their best labels. If there
are several networks, their log-probabilities are averaged."""

from typing import NamedTuple

import numpy as np

from nonproj.decoders import chu_liu_edmonds
from nonproj.decoders.marginals import write_marginals
from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.encoder import dense
from nonproj.parsers.neural.scorers.interface import NeuralScorer
from nonproj.parsers.neural.scorers.layers import IMPOSSIBLE, in_roles, negative_log_likelihood
from nonproj.parsers.neural.weights import Parameter, new_dense, zeros

ROLES = ("arc head", "arc word", "label head", "label word")


class BiaffineTables(NamedTuple):
    """Log-probabilities of heads and of labels.

    The axes are [row, position of the dependent, position of the head] and, in `label`, the
    label."""

    arc: np.ndarray
    label: np.ndarray


class Decided(NamedTuple):
    """The best label of each arc, and the arc's score with this label: [row, dependent, head]."""

    score: np.ndarray
    label: np.ndarray


class Biaffine(NeuralScorer):
    """A scorer of labelled arcs, which finds the maximum spanning tree."""

    labels_too = True

    def parameters(self) -> dict:
        s = self.settings
        vector = 2 * s.hidden
        sizes = (s.arc, s.arc, s.label, s.label)
        return {
            **{role: new_dense(vector, n) for role, n in zip(ROLES, sizes, strict=True)},
            "arc": {"U": Parameter((s.arc, s.arc), zeros), "head": Parameter((s.arc,), zeros)},
            "label": {
                "U": Parameter((s.label, self.n_labels, s.label), zeros),
                "head": new_dense(s.label, self.n_labels),
                "word": new_dense(s.label, self.n_labels),
            },
        }

    def training(self, weights: dict, vectors, inputs, gold, key):
        """Return the negative log-likelihood of the gold heads and labels."""
        arcs, head, word = _parts(weights, vectors, inputs, self.settings, key)
        gold_head, gold_label = gold.head.T, gold.label.T
        has_head = gold.has_head.T
        loss = negative_log_likelihood(arcs, gold_head, has_head)
        logits = _label_logits(weights["label"], head, word, gold_head)
        return loss + negative_log_likelihood(logits, gold_label, has_head), ()

    def tables(self, weights: dict, vectors, inputs) -> BiaffineTables:
        arcs, head, word = _parts(weights, vectors, inputs, self.settings, None)
        label = weights["label"]
        logits = jnp.einsum("rtd,dle->rtle", word, label["U"])
        logits = jnp.einsum("rtle,rse->rtsl", logits, head)
        logits += dense(label["head"], head)[:, None] + dense(label["word"], word)[:, :, None]
        return BiaffineTables(jax.nn.log_softmax(arcs, -1), jax.nn.log_softmax(logits, -1))

    def label_scores(self, weights: dict, vectors, head):
        *_, of_head, of_word = in_roles(weights, ROLES, vectors, self.settings, None)
        return jnp.swapaxes(_label_logits(weights["label"], of_head, of_word, head.T), 0, 1)

    def decided(self, tables: BiaffineTables) -> Decided:
        best = tables.label.argmax(-1).astype(jnp.int32)
        return Decided(tables.arc + tables.label.max(-1), best)

    def fill_trees(self, tables, packed, start, single_root, head, label) -> None:
        tables = Decided(*map(np.asarray, tables))
        for sentence, row, at in packed.members:
            slots = slice(start[sentence], start[sentence + 1])
            size = slots.stop - slots.start
            places = slice(at, at + size)
            scores = _arc_scores(tables, row, places)
            tree = head[slots] = chu_liu_edmonds.decode(scores, single_root)
            labels = tables.label[row, places, places]
            label[slots][1:] = labels[np.arange(1, size), tree[1:]]

    def weigh(self, tables, packed, start, single_root, head, sure) -> None:
        tables = Decided(*map(np.asarray, tables))
        for sentence, row, at in packed.members:
            slots = slice(start[sentence], start[sentence + 1])
            scores = _arc_scores(tables, row, slice(at, at + slots.stop - slots.start))
            write_marginals(scores, False, single_root, head[slots], sure[slots])


def _arc_scores(tables: Decided, row: int, places: slice) -> np.ndarray:
    """Return the scores [head, dependent] of a sentence's arcs."""
    return tables.score[row, places, places].T.astype(np.float64)


def _label_logits(weights: dict, of_head, of_word, head):
    """Return the scores [row, dependent, label] of labels given each dependent's head."""
    heads = jnp.take_along_axis(of_head, head[..., None], 1)
    logits = jnp.einsum("rtd,dle->rtle", of_word, weights["U"])
    logits = jnp.einsum("rtle,rte->rtl", logits, heads)
    return logits + (dense(weights["head"], heads) + dense(weights["word"], of_word))


def _parts(weights, vectors, inputs, settings, key):
    """Return arc scores (IMPOSSIBLE between sentences) and the vectors for scoring labels."""
    arc_head, arc_word, head, word = in_roles(weights, ROLES, vectors, settings, key)
    arcs = jnp.einsum("rtd,rsd->rts", arc_word @ weights["arc"]["U"], arc_head)
    arcs += (arc_head @ weights["arc"]["head"])[:, None]
    sentence = inputs.sentence.T
    same = (sentence[:, :, None] == sentence[:, None]) & ~jnp.eye(len(vectors), dtype=bool)
    return jnp.where(same, arcs, IMPOSSIBLE), head, word
