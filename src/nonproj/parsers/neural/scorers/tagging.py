"""Tags predicted from the same vectors, as an auxiliary task (Zhang & Weiss 2016)."""

from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.encoder import dense
from nonproj.parsers.neural.scorers.layers import negative_log_likelihood
from nonproj.parsers.neural.settings import Settings
from nonproj.parsers.neural.vocabulary import Vocabulary
from nonproj.parsers.neural.weights import new_dense


def new_taggers(vocabulary: Vocabulary, width: int, settings: Settings) -> dict:
    """Return the weights of a layer and a classifier for each column; words have `width` units."""
    size = 2 * settings.hidden + width
    return {
        name: {
            "hidden": new_dense(size, settings.tagger),
            "out": new_dense(settings.tagger, len(values)),
        }
        for name, values in vocabulary.aims.items()
    }


def tag_scores(weights: dict, vectors) -> dict:
    """Scores of the tags of each column by the vectors of words, in their sentences and alone."""
    seen = jnp.concatenate(vectors, -1)
    return {
        name: dense(each["out"], jnp.tanh(dense(each["hidden"], seen)))
        for name, each in weights.items()
    }


def tagging_loss(weights: dict, vectors, tags: dict, is_word):
    """Sum over words and columns of the negative log-likelihood."""
    scores = tag_scores(weights, vectors)
    return sum(
        negative_log_likelihood(scores[name], gold, is_word & (gold >= 0))
        for name, gold in tags.items()
    )
