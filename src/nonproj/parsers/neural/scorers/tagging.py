"""Tags predicted from the parser's vectors as an auxiliary task (Zhang & Weiss 2016)."""

from itertools import chain

import numpy as np

from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.encoder import dense
from nonproj.parsers.neural.scorers.layers import negative_log_likelihood
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.vocabulary import FEATS, NeuralVocabulary
from nonproj.parsers.neural.weights import new_dense


def new_taggers(vocabulary: NeuralVocabulary, width: int, settings: NeuralSettings) -> dict:
    """Return the parameters of the taggers; `width` is the size of word vectors without context."""
    size = 2 * settings.hidden + width
    taggers = {
        name: {
            "hidden": new_dense(size, settings.tagger),
            "out": new_dense(settings.tagger, len(values)),
        }
        for name, values in vocabulary.aims.items()
    }
    for name, items in items_of(vocabulary).items():
        taggers[name]["items"] = new_dense(settings.tagger, items.shape[1])
    return taggers


def items_of(vocabulary: NeuralVocabulary) -> dict[str, np.ndarray]:
    """Return a table, float32[values, items], that shows which items each FEATS value contains.

    The score of a value includes the scores of its items, which helps with rare values."""
    if FEATS not in vocabulary.aims:
        return {}
    items = [value.split("|") for value in vocabulary.aims[FEATS]]
    known = {item: code for code, item in enumerate(dict.fromkeys(chain.from_iterable(items)))}
    table = np.zeros((len(items), len(known)), np.float32)
    for row, of_value in zip(table, items, strict=True):
        row[[known[item] for item in of_value]] = 1
    return {FEATS: table}


def tag_scores(weights: dict, vectors, items: dict) -> dict:
    """Score each column's tags, given word vectors with and without context."""
    seen, scores = jnp.concatenate(vectors, -1), {}
    for name, each in weights.items():
        hidden = jnp.tanh(dense(each["hidden"], seen))
        scores[name] = dense(each["out"], hidden)
        if name in items:
            scores[name] += dense(each["items"], hidden) @ items[name].T
    return scores


def tagging_loss(weights: dict, vectors, items: dict, tags: dict, is_word):
    """Return the negative log-likelihood of tags, summed over words and columns."""
    scores = tag_scores(weights, vectors, items)
    return sum(
        negative_log_likelihood(scores[name], gold, is_word & (gold >= 0))
        for name, gold in tags.items()
    )
