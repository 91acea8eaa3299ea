"""Tags predicted from the same vectors, as a further aim of training (Zhang & Weiss 2016)."""

import numpy as np

from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.encoder import dense, new_dense
from nonproj.parsers.neural.settings import Settings
from nonproj.parsers.neural.vocabulary import Vocabulary

TAGS = ("upos", "xpos")


def new_taggers(
    rng: np.random.Generator, vocabulary: Vocabulary, names: tuple[str, ...], settings: Settings
) -> dict:
    return {name: new_dense(rng, 2 * settings.hidden, vocabulary.size(name)) for name in names}


def tagging_loss(weights: dict, vectors, tags: dict, is_word):
    """Sum over words and kinds of tags of the negative log-likelihood."""
    total = 0.0
    for name, gold in tags.items():
        total += negative_log_likelihood(dense(weights[name], vectors), gold, is_word)
    return total


def negative_log_likelihood(logits, gold, counted):
    """Sum over the places that are counted, with the classes on the last axis."""
    gold_logits = jnp.take_along_axis(logits, gold[..., None], -1)[..., 0]
    return jnp.where(counted, jax.nn.logsumexp(logits, -1) - gold_logits, 0.0).sum()
