"""A long short-term memory (LSTM) network over packed rows, with a hand-written gradient.

Automatic differentiation would update the gradient of the weights at every step. Here, the
derivatives of all gates are stored and multiplied once at the end, which takes half the time."""

from functools import partial

import numpy as np

from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.weights import Parameter, Shape, orthogonal, uniform


def new_lstm(n_in: int, hidden: int) -> dict:
    return {
        "U": Parameter((hidden, 4 * hidden), _orthogonal_gates),
        "W": Parameter((n_in, 4 * hidden), uniform),
        "b": Parameter((4 * hidden,), _open_forget_gate),
    }


def _orthogonal_gates(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    return np.concatenate([orthogonal(rng, shape[0]) for _ in range(4)], 1)


def _open_forget_gate(_: np.random.Generator, shape: Shape) -> np.ndarray:
    return np.repeat([0, 1, 0, 0], shape[0] // 4)


@partial(jax.custom_vjp, nondiff_argnums=(3,))
def lstm(weights: dict, x, keep, reverse: bool):
    """Return outputs [time, rows, hidden] for inputs [time, rows, size].

    keep[time, rows, 1] is 0 where the state is reset before a step. `weights` are W[size, 4h],
    U[h, 4h] and b[4h] for the input, forget and output gates and the cell."""
    return _run(weights, x, keep, reverse)[0]


def bidirectional(pair: dict, x, first, last):
    """Concatenate the outputs of two LSTMs; `first` and `last` mark the ends of sequences."""
    forward = lstm(pair["forward"], x, jnp.where(first, 0.0, 1.0)[..., None], False)
    backward = lstm(pair["backward"], x, jnp.where(last, 0.0, 1.0)[..., None], True)
    return jnp.concatenate([forward, backward], -1)


def _run(weights, x, keep, reverse):
    gates = jnp.einsum("tbd,dg->tbg", x, weights["W"]) + weights["b"]
    size = weights["U"].shape[0]

    def step(state, now):
        gate, kept = now
        h, c = state[0] * kept, state[1] * kept
        gate = gate + h @ weights["U"]
        open_ = 0.5 * jnp.tanh(0.5 * gate[:, : 3 * size]) + 0.5  # the logistic function
        cell = jnp.tanh(gate[:, 3 * size :])
        i, f, o = jnp.split(open_, 3, axis=1)
        new = f * c + i * cell
        squashed = jnp.tanh(new)
        return (o * squashed, new), (o * squashed, h, c, open_, cell, squashed)

    zero = jnp.zeros((x.shape[1], size))
    _, (h, *rest) = _scan(step, (zero, zero), (gates, keep), reverse)
    return h, (weights, x, keep, *rest)


def _back(reverse, kept, dh_all):
    weights, x, keep, h_before, *rest = kept
    transposed = weights["U"].T

    def step(state, now):
        dh, k, c, open_, cell, squashed = now
        dh = dh + state[0]
        i, f, o = jnp.split(open_, 3, axis=1)
        dc = state[1] + dh * o * (1 - squashed * squashed)
        gates = (dc * cell * i * (1 - i), dc * c * f * (1 - f), dh * squashed * o * (1 - o))
        gates = jnp.concatenate([*gates, dc * i * (1 - cell * cell)], axis=1)
        return ((gates @ transposed) * k, dc * f * k), gates

    zero = jnp.zeros_like(dh_all[0])
    _, gates = _scan(step, (zero, zero), (dh_all, keep, *rest), not reverse)
    flat = gates.reshape(-1, gates.shape[-1])
    gradient = {
        "W": x.reshape(-1, x.shape[-1]).T @ flat,
        "U": h_before.reshape(-1, h_before.shape[-1]).T @ flat,
        "b": flat.sum(0),
    }
    return gradient, (flat @ weights["W"].T).reshape(x.shape), None


def _scan(step, zeros, over, reverse: bool):
    """Run `step` over all time steps; on an accelerator, eight steps are compiled as one.

    Accelerators take longer to start a step than to run it."""
    unroll = 1 if jax.default_backend() == "cpu" else 8
    return jax.lax.scan(step, zeros, over, reverse=reverse, unroll=unroll)


lstm.defvjp(_run, _back)
