"""The label of each arc in a given tree, predicted from the vectors of the arc's two words."""

from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.encoder import dense, dropped
from nonproj.parsers.neural.scorers.layers import negative_log_likelihood
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.weights import new_dense


def new_labeller(n_labels: int, s: NeuralSettings) -> dict:
    return {
        "head": new_dense(2 * s.hidden, s.arc),
        "word": new_dense(2 * s.hidden, s.arc),
        "out": new_dense(s.arc, n_labels),
    }


def label_loss(weights: dict, vectors, gold, settings: NeuralSettings, key):
    """Return the negative log-likelihood of labels given gold heads, summed over words."""
    logits = label_scores(weights, vectors, gold.head, settings, key)
    return negative_log_likelihood(logits, gold.label, gold.is_word)


def label_scores(weights: dict, vectors, head, settings: NeuralSettings, key):
    """Return label scores [position, row, label], given the heads' positions [position, row]."""
    heads = jnp.take_along_axis(vectors, head[..., None], 0)
    hidden = jnp.tanh(dense(weights["head"], heads) + dense(weights["word"], vectors))
    return dense(weights["out"], dropped(hidden, settings.dropout, key))
