"""Tags predicted from the same vectors, as a further aim of training (Zhang & Weiss 2016)."""

from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.encoder import dense
from nonproj.parsers.neural.scorers.layers import negative_log_likelihood
from nonproj.parsers.neural.settings import Settings
from nonproj.parsers.neural.vocabulary import Vocabulary
from nonproj.parsers.neural.weights import new_dense

TAGS = ("upos", "xpos")


def new_taggers(vocabulary: Vocabulary, names: tuple[str, ...], settings: Settings) -> dict:
    size = 2 * settings.hidden
    return {
        name: {
            "hidden": new_dense(size, settings.tagger),
            "out": new_dense(settings.tagger, vocabulary.size(name)),
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
