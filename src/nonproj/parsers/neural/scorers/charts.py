"""Exact search by scores of parts: structured hinge loss, cost-augmented decoding.

Gómez-Rodríguez, Shi & Lee (2018), 4.3. A kind of parser says how the tables are computed and how
trees are found; the loss of a sentence is max(score + cost) - score of the gold tree, where the
cost counts wrong heads and the gold tree is in the class that is searched (see `WithinClass`)."""

from abc import abstractmethod
from typing import NamedTuple

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.decoders import chu_liu_edmonds, mhk_transitions
from nonproj.decoders.mhk_transitions import SHIFT, n_reductions
from nonproj.decoders.one_endpoint import crossing as one_endpoint
from nonproj.decoders.one_endpoint.third_order import decoder as third_order
from nonproj.decoders.one_endpoint.third_order.parts import (
    CROSSED,
    HEAD,
    N_KINDS,
    places_of_parts,
)
from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.packing import Packed
from nonproj.parsers.neural.scorers.interface import Each, Scorer
from nonproj.parsers.neural.scorers.layers import bilinear, in_roles, new_bilinear, new_roles
from nonproj.trees.measures import is_one_endpoint_crossing

Tables = dict[str, np.ndarray]


class Found(NamedTuple):
    """A tree and the entries of the tables whose sum is its score, costs apart."""

    heads: np.ndarray
    score: float
    parts: dict[str, tuple[np.ndarray, ...]]


class ChartScorer(Scorer):
    """Tables of scores of parts [row, (kind,) place, place], and search in a class of trees."""

    roles: tuple[str, ...]

    def training(self, weights, vectors, inputs, gold, key):
        return 0.0, self._tables(weights, vectors, key)

    def tables(self, weights, vectors, inputs):
        return self._tables(weights, vectors, None)

    @abstractmethod
    def _tables(self, weights: dict, vectors, key) -> dict:
        """The tables of a shard, on the device."""

    @abstractmethod
    def decode(self, tables: Tables, arcs: np.ndarray) -> Found:
        """The best tree by the tables of a sentence and by `arcs` [head, dependent] besides."""

    def places(self, at: int, size: int, width: int) -> np.ndarray:
        """The places of the nodes that the tables know."""
        return np.arange(at, at + size)

    def _of_sentence(self, tables: Tables, row: int, places: np.ndarray) -> Tables:
        """The tables of a sentence, as `decode` takes them."""
        return {
            name: table[row][..., places[:, None], places].astype(np.float64)
            for name, table in tables.items()
        }

    def gold_tree(self, tables: Tables, heads: np.ndarray, wrong: np.ndarray) -> Found:
        """The best entries of the tables that make up the gold tree."""
        return self.decode(tables, np.where(wrong, -np.inf, 0.0))

    def search(
        self, tables: Tables, packed: Packed, treebank: Treebank, each: Each = map
    ) -> tuple[float, Tables]:
        tables = {name: np.asarray(table) for name, table in tables.items()}
        slopes = {name: np.zeros_like(table) for name, table in tables.items()}
        total, width = 0.0, len(packed.shard.slot)

        def searched(member) -> tuple[np.ndarray, Found, Found]:
            sentence, row, at = member
            heads = treebank.heads(sentence)
            places = self.places(at, len(heads), width)
            local = self._of_sentence(tables, row, places)
            wrong = np.ones((len(heads), len(heads)))
            wrong[heads[1:], np.arange(1, len(heads))] = 0.0
            return places, self.decode(local, wrong), self.gold_tree(local, heads, wrong)

        found = each(searched, packed.members)
        for (_, row, _), (places, guess, gold) in zip(packed.members, found, strict=True):
            total += guess.score - gold.score
            for tree, sign in ((guess, 1), (gold, -1)):
                for name, (*kind, first, second) in tree.parts.items():
                    where = (*kind, places[first], places[second])
                    np.add.at(slopes[name][row], where, sign)
        return total, slopes

    def fill_trees(self, tables, packed, start, single_root, head, label) -> None:
        tables = {name: np.asarray(table) for name, table in tables.items()}
        for sentence, row, at in packed.members:
            slots = slice(start[sentence], start[sentence + 1])
            size = slots.stop - slots.start
            places = self.places(at, size, len(packed.shard.slot))
            local = self._of_sentence(tables, row, places)
            head[slots] = self.decode(local, _arcs(local, size, single_root)).heads


def _arcs(tables: Tables, size: int, single_root: bool) -> np.ndarray:
    """For a single root, arcs from 0 cost more than other arcs can gain, so that there is one."""
    arcs = np.zeros((size, size))
    if single_root:
        arcs[0] = -8 * size * sum(float(np.abs(table).max()) for table in tables.values())
    return arcs


def _sum_of_arcs(scores: np.ndarray, heads: np.ndarray) -> Found:
    parts = heads[1:], np.arange(1, len(heads))
    return Found(heads, float(scores[parts].sum()), {"arc": parts})


class ArcScorer(ChartScorer):
    """Scores of arcs (features h and m)."""

    roles = ("head", "word")

    def new_weights(self, rng: np.random.Generator) -> dict:
        roles = new_roles(rng, self.roles, self.settings)
        return {**roles, "arc": new_bilinear(rng, self.settings.arc, 1)}

    def _tables(self, weights, vectors, key):
        head, word = in_roles(weights, self.roles, vectors, self.settings, key)
        return {"arc": bilinear(weights["arc"], head, word)[:, 0]}

    def decode(self, tables: Tables, arcs: np.ndarray) -> Found:
        scores = tables["arc"] + arcs
        return _sum_of_arcs(scores, self.best_tree(scores))

    def gold_tree(self, tables: Tables, heads: np.ndarray, wrong: np.ndarray) -> Found:
        return _sum_of_arcs(tables["arc"], heads)

    def best_tree(self, scores: np.ndarray) -> np.ndarray:
        return chu_liu_edmonds.decode(scores)


class OneEndpointCrossing(ArcScorer):
    """The best 1-Endpoint-Crossing tree by scores of arcs."""

    def best_tree(self, scores: np.ndarray) -> np.ndarray:
        best_of_all = chu_liu_edmonds.decode(scores)  # a thousand times faster, and often enough
        return best_of_all if is_one_endpoint_crossing(best_of_all) else one_endpoint.decode(scores)


class ThirdOrder(ChartScorer):  # DEVIATION: third-order-parts
    """The best 1-Endpoint-Crossing tree by scores of arcs, grandparents and siblings.

    A part is a word with its head, on a crossed arc or not, its grandparent or its sibling; the
    root stands for a sibling that is missing (see `third_order.parts`)."""

    roles = ("head", "grandparent", "sibling", "word")

    def new_weights(self, rng: np.random.Generator) -> dict:
        roles = new_roles(rng, self.roles, self.settings)
        return {**roles, "part": new_bilinear(rng, self.settings.arc, N_KINDS)}

    def _tables(self, weights, vectors, key):
        head, grandparent, sibling, word = in_roles(
            weights, self.roles, vectors, self.settings, key
        )
        scores = [
            bilinear(weights["part"][kind, None], other, word)
            for kind, other in enumerate((head, grandparent, sibling, head))
        ]
        return {"part": jnp.concatenate(scores, 1)}

    def decode(self, tables: Tables, arcs: np.ndarray) -> Found:
        scores = tables["part"].copy()
        scores[[HEAD, CROSSED]] += arcs
        return _found(scores, third_order.decode(scores))

    def gold_tree(self, tables: Tables, heads: np.ndarray, wrong: np.ndarray) -> Found:
        return _found(tables["part"], heads)


def _found(scores: np.ndarray, heads: np.ndarray) -> Found:
    parts = places_of_parts(heads)
    return Found(heads, float(scores[parts].sum()), {"part": parts})


class TransitionScorer(ChartScorer):
    """Scores of transitions by s0 and b0, and the best derivation of the MH_k chart (4.1, 4.2)."""

    roles = ("s0", "b0")
    k = 4

    def new_weights(self, rng: np.random.Generator) -> dict:
        return {
            **new_roles(rng, self.roles, self.settings),
            "sentinel": rng.normal(0, 0.1, self.settings.arc).astype(np.float32),
            "shift": new_bilinear(rng, self.settings.arc, 1),
            "reduce": new_bilinear(rng, self.settings.arc, n_reductions(self.k)),
        }

    def places(self, at: int, size: int, width: int) -> np.ndarray:
        """The sentinel is behind the places of the row."""
        return np.append(np.arange(at, at + size), width)

    def _tables(self, weights, vectors, key):
        s0, b0 = self._in_roles(weights, vectors, key)
        return self._first_two(weights, s0, b0)

    def _in_roles(self, weights, vectors, key) -> list:
        found = in_roles(weights, self.roles, vectors, self.settings, key)
        sentinel = jnp.broadcast_to(weights["sentinel"], found[0][:, :1].shape)
        return [jnp.concatenate([vectors, sentinel], 1) for vectors in found]

    def _first_two(self, weights, s0, b0) -> dict:
        return {
            "shift": bilinear(weights["shift"], s0, b0)[:, 0],
            "reduce": bilinear(weights["reduce"], s0, b0),
        }

    def decode(self, tables: Tables, arcs: np.ndarray) -> Found:
        arcs = np.pad(arcs, (0, 1))  # of the sentinel, which has none
        found = mhk_transitions.decode(tables["shift"], tables["reduce"], arcs, self.k)
        is_shift = found.steps[:, 0] == SHIFT
        *_, s0, b0 = found.steps[is_shift].T
        rule, _, s1, *rest = found.steps[~is_shift].T
        parts = {"shift": (s0, b0), "reduce": (rule, *rest)}
        return Found(found.heads, found.score, parts | self.further_parts(rule, s1, rest[0]))

    def further_parts(self, rule, s1, s0) -> dict[str, tuple[np.ndarray, ...]]:
        return {}


class Mh3(TransitionScorer):
    """The best projective tree."""

    k = 3


class Mh4Hybrid(TransitionScorer):
    """Reductions are scored by s1, too."""

    roles = ("s0", "b0", "s1")

    def new_weights(self, rng: np.random.Generator) -> dict:
        below = new_bilinear(rng, self.settings.arc, n_reductions(self.k))
        return {**super().new_weights(rng), "reduce below": below}

    def _tables(self, weights, vectors, key):
        s0, b0, s1 = self._in_roles(weights, vectors, key)
        below = bilinear(weights["reduce below"], s1, s0)
        return {**self._first_two(weights, s0, b0), "reduce below": below}

    def _of_sentence(self, tables: Tables, row: int, places: np.ndarray) -> Tables:
        found = super()._of_sentence(tables, row, places)
        below, reduce = found["reduce below"][..., None], found["reduce"][:, None]
        return {"shift": found["shift"], "reduce": np.add(below, reduce, order="C")}

    def further_parts(self, rule, s1, s0) -> dict[str, tuple[np.ndarray, ...]]:
        return {"reduce below": (rule, s1, s0)}
