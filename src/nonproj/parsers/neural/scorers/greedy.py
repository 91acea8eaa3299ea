"""Greedy parsers, which choose the best transition given the vectors of a few words.

These parsers are trained with a hinge loss on every transition in one derivation of the gold tree.
The derivation comes from the static oracle that shifts only if no gold arc can be added
(Gómez-Rodríguez, Shi & Lee 2018, 4.1 and 4.3)."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.encoder import dense, dropped
from nonproj.parsers.neural.packing import Packed
from nonproj.parsers.neural.scorers.interface import NeuralScorer
from nonproj.parsers.neural.scorers.layers import IMPOSSIBLE, margin_loss
from nonproj.parsers.neural.scorers.transitions import Mh3
from nonproj.parsers.neural.weights import Parameter, new_dense, normal
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
from nonproj.systems.decisions import decided
from nonproj.systems.dispatch import apply, is_final, legal, oracle
from nonproj.systems.gold import new_gold, prepare_gold
from nonproj.systems.moves import N_MOVES, NO_MOVE
from nonproj.systems.registry import system_named

ARC_HYBRID, MH4 = system_named("arc-hybrid").code, system_named("mh4-greedy").code
# Positions by their names in the paper, as a list of the configuration and a depth.
POSITIONS = {"s2": (STACK, 2), "s1": (STACK, 1), "s0": (STACK, 0), "b0": (BUFFER, 0)}


class Steps(NamedTuple):
    """The configurations in gold derivations; a shard's positions are numbered row by row."""

    nodes: np.ndarray  # int32[step, position]; the index after the last place means no node
    legal: np.ndarray  # bool[step, move]
    move: np.ndarray  # the gold move; -1 after the last step


class Scored(NamedTuple):
    """The parts that add up to hidden vectors, and the output layer that scores moves."""

    parts: np.ndarray  # [position, place, unit], to be added up; the last place means no node
    weights: np.ndarray  # [unit, move]
    bias: np.ndarray


class Greedy(NeuralScorer):
    """Base class for greedy scorers, which find heads and confidence in the same pass."""

    @abstractmethod
    def fill(self, tables, packed, start, single_root, head, sure) -> None:
        """Fill in the heads for a shard's sentences, and the scorer's confidence in each head."""

    def fill_trees(self, tables, packed, start, single_root, head, label) -> None:
        self.fill(tables, packed, start, single_root, head, np.empty(len(head)))

    def weigh(self, tables, packed, start, single_root, head, sure) -> None:
        self.fill(tables, packed, start, single_root, np.empty_like(head), sure)


class GreedyMh3(Greedy):
    """A greedy parser that scores transitions with the tables of `Mh3`."""

    @property
    def _mh3(self) -> Mh3:
        return Mh3(self.n_labels, self.settings)

    def parameters(self) -> dict:
        return self._mh3.parameters()

    def gold(self, packed: Packed, treebank: Treebank) -> Steps:
        return _steps_of(ARC_HYBRID, self._mh3.roles, packed, treebank)

    def training(self, weights, vectors, inputs, gold, key):
        _, tables = self._mh3.training(weights, vectors, inputs, gold, key)
        steps, width = gold.further, len(vectors)
        row, s0 = jnp.divmod(steps.nodes[:, 0], width)
        b0 = jnp.minimum(steps.nodes[:, 1] - row * width, width)  # the sentinel after each row
        return _loss(_by_move(tables)[row, :, s0, b0], steps), ()

    def tables(self, weights, vectors, inputs):
        return _by_move(self._mh3.tables(weights, vectors, inputs))

    def fill(self, tables, packed, start, single_root, head, sure) -> None:
        tables, width = np.asarray(tables), len(packed.shard.slot)
        root_mode, mh3 = SINGLE if single_root else MULTIPLE, self._mh3
        for sentence, row, at in packed.members:
            slots = slice(start[sentence], start[sentence + 1])
            places = mh3.places(at, slots.stop - slots.start, width)
            _parse_mh3(root_mode, tables[row], places, head[slots], sure[slots])


@dataclass(frozen=True)
class GreedyMh4(Greedy):
    """A greedy parser that scores transitions with a hidden layer over a few words' vectors."""

    positions: tuple[str, ...]

    def parameters(self) -> dict:
        s = self.settings
        return {
            "words": {name: new_dense(2 * s.hidden, s.arc) for name in self.positions},
            "nothing": Parameter((len(self.positions), s.arc), normal),
            "out": new_dense(s.arc, N_MOVES),
        }

    def gold(self, packed: Packed, treebank: Treebank) -> Steps:
        return _steps_of(MH4, self.positions, packed, treebank)

    def training(self, weights, vectors, inputs, gold, key):
        steps = gold.further
        parts = self._parts(weights, vectors)
        chosen = sum(part[steps.nodes[:, i]] for i, part in enumerate(parts))
        hidden = dropped(jnp.tanh(chosen), self.settings.dropout, key, axis=None)
        return _loss(dense(weights["out"], hidden), steps), ()

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

    def fill(self, tables, packed, start, single_root, head, sure) -> None:
        tables, width = Scored(*map(np.asarray, tables)), len(packed.shard.slot)
        root_mode, addresses = SINGLE if single_root else MULTIPLE, _addresses(self.positions)
        for sentence, row, at in packed.members:
            slots = slice(start[sentence], start[sentence + 1])
            begin = row * width + at
            _parse_mh4(addresses, root_mode, tables, begin, head[slots], sure[slots])


def _addresses(positions: tuple[str, ...]) -> np.ndarray:
    return np.array([POSITIONS[name] for name in positions])


def _steps_of(system: int, positions: tuple[str, ...], packed: Packed, treebank: Treebank) -> Steps:
    """Return the derivations that the oracle gives for the gold trees of a shard."""
    width, rows = packed.shard.slot.shape
    steps = Steps(
        np.zeros((2 * width * rows, len(positions)), np.int32),
        np.zeros((2 * width * rows, N_MOVES), bool),
        np.full(2 * width * rows, NO_MOVE, np.int32),
    )
    addresses, done = _addresses(positions), 0
    for sentence, row, at in packed.members:
        heads, where = treebank.heads(sentence), (row * width + at, width * rows)
        done = _derive(system, addresses, heads, where, steps, done)
    return steps


def _by_move(tables):
    """Return scores [row, move, position of s0, of b0] for SHIFT, LEFT_ARC and RIGHT_ARC."""
    return jnp.concatenate([tables["shift"][:, None], tables["reduce"]], 1)


def _loss(scores, steps: Steps):
    """Return the hinge loss of scores [step, move]; scores for the last moves may be missing."""
    scores = jnp.where(steps.legal[:, : scores.shape[1]], scores, IMPOSSIBLE)
    counted = steps.move != NO_MOVE
    return margin_loss(scores, jnp.where(counted, steps.move, 0), counted)


@njit(cache=True, nogil=True)
def _begun(heads, root_mode):
    """Return the initial configuration of a sentence."""
    config = new_configuration(len(heads) - 1)
    initial(config, len(heads) - 1, len(heads), root_mode)
    return config


@njit(cache=True, nogil=True)
def _end(config, root_mode, heads, sure):
    """Attach headless words, with confidence 0, and fill in all heads."""
    for node in range(len(heads)):
        if config.nodes[node, HEAD] == NONE:
            sure[node] = 0.0
    finish(config, root_mode, 0, 0)
    heads[:] = config.nodes[: len(heads), HEAD]


@njit(cache=True, nogil=True)
def _observe(config, addresses, begin, nothing, nodes):
    """Write to `nodes` where the node at each address is, or `nothing` if there is no node."""
    for i in range(len(addresses)):
        node = node_at(config, addresses[i, 0], addresses[i, 1])
        nodes[i] = nothing if node == NONE else begin + node


@njit(cache=True, nogil=True)
def _derive(system, addresses, heads, where, steps, done):
    """Append the oracle's derivation of a tree to `steps`; return the total number of steps."""
    config, gold = _begun(heads, MULTIPLE), new_gold(len(heads) - 1)
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
def _parse_mh3(root_mode, tables, places, heads, sure):
    """Parse a sentence greedily with the score tables of MH3."""
    sure[:] = 1.0
    config = _begun(heads, root_mode)
    while not is_final(ARC_HYBRID, config):
        s0, b0 = node_at(config, STACK, 0), node_at(config, BUFFER, 0)  # -1 gives the sentinel
        scores = tables[:, places[s0], places[b0]]
        if not _move(ARC_HYBRID, config, scores, sure):
            break
    _end(config, root_mode, heads, sure)


@njit(cache=True, nogil=True)
def _parse_mh4(addresses, root_mode, scored, begin, heads, sure):
    """Parse a sentence greedily with the move scores of the hidden layer."""
    sure[:] = 1.0
    parts, weights, bias = scored
    config = _begun(heads, root_mode)
    nodes = np.zeros(len(addresses), np.int32)
    while not is_final(MH4, config):
        _observe(config, addresses, begin, parts.shape[1] - 1, nodes)
        scores = bias.copy()
        for unit in range(parts.shape[2]):
            total = parts[0, nodes[0], unit]
            for i in range(1, len(nodes)):
                total += parts[i, nodes[i], unit]
            hidden = np.tanh(total)
            for move in range(N_MOVES):
                scores[move] += hidden * weights[unit, move]
        if not _move(MH4, config, scores, sure):
            break
    _end(config, root_mode, heads, sure)


@njit(cache=True, nogil=True)
def _move(system, config, scores, sure):
    """Make the best legal move (ties go to the first); return False if no move is legal."""
    mask, best, second = legal(system, config), NO_MOVE, NO_MOVE
    for move in range(len(scores)):
        if not (mask >> move) & 1:
            continue
        if best == NO_MOVE or scores[move] > scores[best]:
            best, second = move, best
        elif second == NO_MOVE or scores[move] > scores[second]:
            second = move
    if second != NO_MOVE:
        decided(system, config, 1 / (1 + np.exp(scores[second] - scores[best])), sure)
    if best != NO_MOVE:
        apply(system, config, best, 0)
    return best != NO_MOVE
