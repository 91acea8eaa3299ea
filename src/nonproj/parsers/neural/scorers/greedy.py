"""Greedy parsers: a transition is scored by the vectors of a few words of the configuration.

Trained by hinge loss on every transition of one derivation of the gold tree, that of the static
oracle, which shifts last (Gómez-Rodríguez, Shi & Lee 2018, 4.1 and 4.3)."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.encoder import dense, dropped, new_dense
from nonproj.parsers.neural.packing import Packed
from nonproj.parsers.neural.scorers.interface import Scorer
from nonproj.parsers.neural.scorers.layers import IMPOSSIBLE, margin_loss
from nonproj.systems.configuration import (
    BUFFER,
    HEAD,
    MULTIPLE,
    NONE,
    SINGLE,
    STACK,
    finish,
    initial,
    new_configuration,
    node_at,
)
from nonproj.systems.dispatch import apply, is_final, legal, oracle
from nonproj.systems.gold import new_gold, prepare_gold
from nonproj.systems.moves import N_MOVES, NO_MOVE
from nonproj.systems.table import system_named

# Positions by the names of the paper: a list of the configuration and a depth.
POSITIONS = {"s2": (STACK, 2), "s1": (STACK, 1), "s0": (STACK, 0), "b0": (BUFFER, 0)}


class Steps(NamedTuple):
    """The configurations of derivations, as places of a shard read row by row."""

    nodes: np.ndarray  # int32[step, position]; behind the last place where there is no node
    legal: np.ndarray  # bool[step, move]
    move: np.ndarray  # the gold one; -1 behind the last step


class Scored(NamedTuple):
    """Parts of hidden vectors, and the layer that scores moves by them."""

    parts: np.ndarray  # [position, place, unit], to be added up; the last place is no node
    weights: np.ndarray  # [unit, move]
    bias: np.ndarray


@dataclass(frozen=True)
class Greedy(Scorer):
    system: str
    positions: tuple[str, ...]

    @property
    def _code(self) -> int:
        return system_named(self.system).code

    @property
    def _addresses(self) -> np.ndarray:
        return np.array([POSITIONS[name] for name in self.positions])

    def new_weights(self, rng: np.random.Generator) -> dict:
        s = self.settings
        return {
            "words": {name: new_dense(rng, 2 * s.hidden, s.arc) for name in self.positions},
            "nothing": rng.normal(0, 0.1, (len(self.positions), s.arc)).astype(np.float32),
            "out": new_dense(rng, s.arc, N_MOVES),
        }

    def gold(self, packed: Packed, treebank: Treebank) -> Steps:
        width, rows = packed.shard.slot.shape
        steps = Steps(
            np.zeros((2 * width * rows, len(self.positions)), np.int32),
            np.zeros((2 * width * rows, N_MOVES), bool),
            np.full(2 * width * rows, NO_MOVE, np.int32),
        )
        done = 0
        for sentence, row, at in packed.members:
            heads, begin = treebank.heads(sentence), row * width + at
            where = (begin, width * rows)
            done = _derive(self._code, self._addresses, heads, where, steps, done)
        return steps

    def training(self, weights, vectors, inputs, gold, key):
        steps = gold.further
        parts = self._parts(weights, vectors)
        chosen = sum(part[steps.nodes[:, i]] for i, part in enumerate(parts))
        hidden = dropped(jnp.tanh(chosen), self.settings.dropout, key, axis=None)
        logits = jnp.where(steps.legal, dense(weights["out"], hidden), IMPOSSIBLE)
        counted = steps.move != NO_MOVE
        return margin_loss(logits, jnp.where(counted, steps.move, 0), counted), ()

    def tables(self, weights, vectors, inputs):
        return Scored(self._parts(weights, vectors), weights["out"]["W"], weights["out"]["b"])

    def _parts(self, weights, vectors):
        by_row = jnp.swapaxes(vectors, 0, 1).reshape(-1, vectors.shape[-1])
        return jnp.stack(
            [
                jnp.concatenate([dense(weights["words"][name], by_row), nothing[None]])
                for name, nothing in zip(self.positions, weights["nothing"], strict=True)
            ]
        )

    def fill_trees(self, tables, packed, start, single_root, head, label) -> None:
        tables, width = Scored(*map(np.asarray, tables)), len(packed.shard.slot)
        root_mode = SINGLE if single_root else MULTIPLE
        for sentence, row, at in packed.members:
            heads = head[start[sentence] : start[sentence + 1]]
            _parse(self._code, self._addresses, root_mode, tables, row * width + at, heads)


@njit(cache=True, nogil=True)
def _observe(config, addresses, begin, nothing, nodes):
    """Places of the nodes at the positions."""
    for i in range(len(addresses)):
        node = node_at(config, addresses[i, 0], addresses[i, 1])
        nodes[i] = nothing if node == NONE else begin + node


@njit(cache=True, nogil=True)
def _derive(system, addresses, heads, where, steps, done):
    """Append the oracle's derivation of a tree; the number of all steps is returned."""
    config, gold = new_configuration(len(heads) - 1), new_gold(len(heads) - 1)
    initial(config, len(heads) - 1, len(heads), MULTIPLE)
    prepare_gold(system, gold, heads, heads)
    while not is_final(system, config):
        move, _ = oracle(system, config, gold)
        if move == NO_MOVE:
            break
        _observe(config, addresses, where[0], where[1], steps.nodes[done])
        mask = legal(system, config)
        for other in range(N_MOVES):
            steps.legal[done, other] = (mask >> other) & 1
        steps.move[done] = move
        apply(system, config, move, 0)
        done += 1
    return done


@njit(cache=True, nogil=True)
def _parse(system, addresses, root_mode, scored, begin, heads):
    """Make the best legal move, the first among equals, until the configuration is final."""
    parts, weights, bias = scored
    config = new_configuration(len(heads) - 1)
    initial(config, len(heads) - 1, len(heads), root_mode)
    nodes = np.zeros(len(addresses), np.int32)
    while not is_final(system, config):
        mask = legal(system, config)
        if mask == 0:
            break
        _observe(config, addresses, begin, parts.shape[1] - 1, nodes)
        scores = bias.copy()
        for unit in range(parts.shape[2]):
            total = parts[0, nodes[0], unit]
            for i in range(1, len(nodes)):
                total += parts[i, nodes[i], unit]
            hidden = np.tanh(total)
            for move in range(N_MOVES):
                scores[move] += hidden * weights[unit, move]
        best = NO_MOVE
        for move in range(N_MOVES):
            if (mask >> move) & 1 and (best == NO_MOVE or scores[move] > scores[best]):
                best = move
        apply(system, config, best, 0)
    finish(config, root_mode, 0, 0)
    heads[:] = config.nodes[: len(heads), HEAD]
