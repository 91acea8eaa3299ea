"""Layers that scorers share: vectors for words in a role, bilinear scores, losses over classes."""

import numpy as np

from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.encoder import dense, dropped
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.weights import Parameter, Shape, new_dense, orthogonal

IMPOSSIBLE = -1e9


def new_roles(roles: tuple[str, ...], s: NeuralSettings) -> dict:
    return {role: new_dense(2 * s.hidden, s.arc) for role in roles}


def in_roles(weights: dict, roles: tuple[str, ...], vectors, settings: NeuralSettings, key) -> list:
    """Return word vectors [row, position, size] for each role; apply dropout if a key is given."""
    keys = [None] * len(roles) if key is None else jax.random.split(key, len(roles))
    by_row = jnp.swapaxes(vectors, 0, 1)
    return [
        dropped(jnp.tanh(dense(weights[role], by_row)), settings.dropout, k, axis=1)
        for role, k in zip(roles, keys, strict=True)
    ]


def new_bilinear(size: int, n_scores: int) -> Parameter:
    """Return the parameter of bilinear scores; a constant unit is appended to the vectors."""
    return Parameter((n_scores, size + 1, size + 1), _orthogonal_matrices)


def _orthogonal_matrices(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    return np.stack([orthogonal(rng, shape[-1]) for _ in range(shape[0])])


def bilinear(matrices, left, right):
    """Return scores [row, score, position in left, position in right] (Dozat & Manning 2017)."""
    product = jnp.einsum("rtd,kde->rkte", _with_one(left), matrices)
    return jnp.einsum("rkte,rse->rkts", product, _with_one(right))


def _with_one(vectors):
    return jnp.concatenate([vectors, jnp.ones_like(vectors[..., :1])], -1)


def negative_log_likelihood(logits, gold, counted):
    """Return the negative log-likelihood of gold classes, summed where `counted` is true."""
    gold_logits = jnp.take_along_axis(logits, gold[..., None], -1)[..., 0]
    return jnp.where(counted, jax.nn.logsumexp(logits, -1) - gold_logits, 0.0).sum()


def margin_loss(logits, gold, counted):
    """Return the hinge loss, max(0, 1 + score of the best other class - score of the gold class).

    The loss is summed where `counted` is true."""
    gold_logits = jnp.take_along_axis(logits, gold[..., None], -1)[..., 0]
    is_gold = jnp.arange(logits.shape[-1]) == gold[..., None]
    rival = jnp.where(is_gold, IMPOSSIBLE, logits).max(-1)
    return jnp.where(counted, jnp.maximum(0.0, 1 + rival - gold_logits), 0.0).sum()
