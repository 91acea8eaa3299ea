"""Scorers with exact search, trained with a structured hinge loss and cost-augmented decoding.

See Gómez-Rodríguez, Shi & Lee (2018), 4.3. Each scorer defines how tables are computed and how
trees are found. The loss of a sentence is max(score + cost) minus the score of the gold tree, where
the cost counts wrong heads. The gold tree is in the class that is searched (see `WithinClass`)."""

from abc import abstractmethod
from collections.abc import Iterator

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.decoders import chu_liu_edmonds
from nonproj.decoders.marginals import write_marginals
from nonproj.decoders.one_endpoint import crossing as one_endpoint
from nonproj.decoders.one_endpoint.third_order import decoder as third_order
from nonproj.decoders.one_endpoint.third_order.parts import (
    CROSSED_PART,
    HEAD_PART,
    N_PART_KINDS,
    places_of_parts,
)
from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.packing import Packed
from nonproj.parsers.neural.scorers.interface import Each, NeuralScorer
from nonproj.parsers.neural.scorers.layers import bilinear, in_roles, new_bilinear, new_roles
from nonproj.trees.measures import is_one_endpoint_crossing

ChartTables = dict[str, np.ndarray]
GAINS = tuple(2.0 ** (k / 2 - 3) for k in range(12))  # training uses a margin of 1 per wrong head


class ChartScorer(NeuralScorer):
    """Base class for scorers with tables [row, (kind,) position, position] and a tree search."""

    roles: tuple[str, ...]

    def training(self, weights, vectors, inputs, gold, key):
        return 0.0, self._tables(weights, vectors, key)

    def tables(self, weights, vectors, inputs):
        return self._tables(weights, vectors, None)

    @abstractmethod
    def _tables(self, weights: dict, vectors, key) -> dict:
        """Return the tables for a shard, on the device."""

    @abstractmethod
    def best_tree(self, tables: ChartTables, arcs: np.ndarray) -> np.ndarray:
        """Return a sentence's best tree when `arcs` [head, dependent] is added to its scores."""

    def places(self, at: int, size: int, width: int) -> np.ndarray:
        """Return the positions of a sentence's nodes in the tables."""
        return np.arange(at, at + size)

    def _of_sentence(self, tables: ChartTables, row: int, places: np.ndarray) -> ChartTables:
        """Extract the tables of a sentence, in the form that `best_tree` takes."""
        return {
            name: table[row][..., places[:, None], places].astype(np.float64)
            for name, table in tables.items()
        }

    def fill_trees(self, tables, packed, start, single_root, head, label) -> None:
        for slots, local in self._sentences(tables, packed, start):
            size = slots.stop - slots.start
            head[slots] = self.best_tree(local, _arcs(local, size, single_root))

    def weigh(self, tables, packed, start, single_root, head, sure) -> None:
        for slots, local in self._sentences(tables, packed, start):
            sure[slots] = self.certainty(local, head[slots], single_root)

    def certainty(self, tables: ChartTables, heads: np.ndarray, single_root: bool) -> np.ndarray:
        """Return the confidence in each head of a sentence.

        Each of GAINS in turn is added to the scores of all arcs outside the tree. The confidence in
        a head is the share of GAINS that come before the first one that changes the head."""
        arcs, sure = _arcs(tables, len(heads), single_root), np.ones(len(heads))
        others = np.ones_like(arcs)
        others[heads[1:], np.arange(1, len(heads))] = 0.0
        for kept, gain in enumerate(GAINS):
            changed = self.best_tree(tables, arcs + gain * others) != heads
            sure[changed & (sure == 1.0)] = kept / len(GAINS)
        return sure

    def _sentences(
        self, tables: ChartTables, packed: Packed, start: np.ndarray
    ) -> Iterator[tuple[slice, ChartTables]]:
        """Yield the slots and the tables of each sentence of a shard."""
        tables = {name: np.asarray(table) for name, table in tables.items()}
        for sentence, row, at in packed.members:
            slots = slice(start[sentence], start[sentence + 1])
            places = self.places(at, slots.stop - slots.start, len(packed.shard.slot))
            yield slots, self._of_sentence(tables, row, places)


def _arcs(tables: ChartTables, size: int, single_root: bool) -> np.ndarray:
    """Return zero arc scores, with a large penalty for arcs from node 0 if `single_root`."""
    arcs = np.zeros((size, size))
    if single_root:
        arcs[0] = -8 * size * sum(float(np.abs(table).max()) for table in tables.values())
    return arcs


class PartScorer(ChartScorer):
    """A scorer with a single table; the score of a tree is the sum of the scores of its parts."""

    name: str  # the name of the table

    @abstractmethod
    def parts(self, heads: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return the indices of a tree's parts in the table."""

    def search(
        self, tables: ChartTables, packed: Packed, treebank: Treebank, each: Each = map
    ) -> tuple[float, ChartTables]:
        table = np.asarray(tables[self.name])
        slopes, total = np.zeros_like(table), 0.0

        def searched(member) -> tuple[float, np.ndarray]:
            sentence, row, at = member
            heads = treebank.heads(sentence)
            local = self._of_sentence({self.name: table}, row, self.places(at, len(heads), 0))
            wrong = np.ones((len(heads), len(heads)))
            wrong[heads[1:], np.arange(1, len(heads))] = 0.0
            guess = self.best_tree(local, wrong)
            cost = (guess != heads).sum()
            of_guess, of_gold = (local[self.name][self.parts(t)].sum() for t in (guess, heads))
            return cost + of_guess - of_gold, guess

        found = each(searched, packed.members)
        for (sentence, row, at), (loss, guess) in zip(packed.members, found, strict=True):
            total += float(loss)
            for tree, sign in ((guess, 1), (treebank.heads(sentence), -1)):
                *kind, first, second = self.parts(tree)
                np.add.at(slopes[row], (*kind, at + first, at + second), sign)
        return total, {self.name: slopes}


class ArcScorer(PartScorer):
    """A scorer of arcs that reads the vectors of head and dependent (features h and m)."""

    roles = ("head", "word")
    name = "arc"

    def parameters(self) -> dict:
        roles = new_roles(self.roles, self.settings)
        return {**roles, "arc": new_bilinear(self.settings.arc, 1)}

    def _tables(self, weights, vectors, key):
        head, word = in_roles(weights, self.roles, vectors, self.settings, key)
        return {"arc": bilinear(weights["arc"], head, word)[:, 0]}

    def parts(self, heads: np.ndarray) -> tuple[np.ndarray, ...]:
        return heads[1:], np.arange(1, len(heads))

    def best_tree(self, tables: ChartTables, arcs: np.ndarray) -> np.ndarray:
        return self.best_of_class(tables["arc"] + arcs)

    def best_of_class(self, scores: np.ndarray) -> np.ndarray:
        return chu_liu_edmonds.decode(scores)

    def certainty(self, tables: ChartTables, heads: np.ndarray, single_root: bool) -> np.ndarray:
        """Return marginal probabilities over all trees, even if the search covers only some."""
        sure = np.zeros(len(heads))
        write_marginals(tables["arc"], False, single_root, heads, sure)
        return sure


class OneEndpointCrossing(ArcScorer):
    """A scorer of arcs that finds the best 1-Endpoint-Crossing tree."""

    def best_of_class(self, scores: np.ndarray) -> np.ndarray:
        best_of_all = chu_liu_edmonds.decode(scores)  # 1000 times faster, and often in the class
        return best_of_all if is_one_endpoint_crossing(best_of_all) else one_endpoint.decode(scores)


class ThirdOrder(PartScorer):  # DEVIATION: third-order-parts
    """A scorer of arcs, grandparents and siblings that finds the best 1-Endpoint-Crossing tree.

    A part pairs a word with its head (crossed arcs are scored separately), with its grandparent or
    with its sibling. Node 0 stands for a missing sibling (see `third_order.parts`)."""

    roles = ("head", "grandparent", "sibling", "word")
    name = "part"

    def parameters(self) -> dict:
        roles = new_roles(self.roles, self.settings)
        return {**roles, "part": new_bilinear(self.settings.arc, N_PART_KINDS)}

    def _tables(self, weights, vectors, key):
        head, grandparent, sibling, word = in_roles(
            weights, self.roles, vectors, self.settings, key
        )
        scores = [
            bilinear(weights["part"][kind, None], other, word)
            for kind, other in enumerate((head, grandparent, sibling, head))
        ]
        return {"part": jnp.concatenate(scores, 1)}

    def parts(self, heads: np.ndarray) -> tuple[np.ndarray, ...]:
        return places_of_parts(heads)

    def best_tree(self, tables: ChartTables, arcs: np.ndarray) -> np.ndarray:
        scores = tables["part"].copy()
        scores[[HEAD_PART, CROSSED_PART]] += arcs
        return third_order.decode(scores)
