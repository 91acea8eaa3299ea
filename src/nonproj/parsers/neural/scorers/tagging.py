"""Tags predicted from the same vectors, as a further aim of training (Zhang & Weiss 2016)."""

import numpy as np

from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.encoder import dense, new_dense
from nonproj.parsers.neural.scorers.layers import negative_log_likelihood
from nonproj.parsers.neural.settings import Settings
from nonproj.parsers.neural.vocabulary import Vocabulary

TAGS = ("upos", "xpos")


def new_taggers(
    rng: np.random.Generator, vocabulary: Vocabulary, names: tuple[str, ...], settings: Settings
) -> dict:
    size = 2 * settings.hidden
    return {
        name: {
            "hidden": new_dense(rng, size, settings.tagger),
            "out": new_dense(rng, settings.tagger, vocabulary.size(name)),
        }
        for name in names
    }


def tagging_loss(weights: dict, vectors, tags: dict, is_word):
    """Sum over words and kinds of tags of the negative log-likelihood."""
    total = 0.0
    for name, gold in tags.items():
        hidden = jnp.tanh(dense(weights[name]["hidden"], vectors))
        total += negative_log_likelihood(dense(weights[name]["out"], hidden), gold, is_word)
    return total
