"""Scorers of transitions, which find the best derivation in the MH_k chart.

See Gómez-Rodríguez, Shi & Lee (2018), 4.1 and 4.2. The score of a reduction depends on s0 and b0;
in the hybrid, a score that depends on s1 and s0 is added. In a row, the sentinel comes after all
other positions.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.decoders import mhk_transitions
from nonproj.decoders.mhk_transitions import MH_SHIFT, TABLE, Scores, n_reductions
from nonproj.parsers.neural.device import jnp
from nonproj.parsers.neural.packing import Packed
from nonproj.parsers.neural.scorers.charts import ChartScorer, ChartTables
from nonproj.parsers.neural.scorers.interface import Each
from nonproj.parsers.neural.scorers.layers import bilinear, in_roles, new_bilinear, new_roles
from nonproj.parsers.neural.weights import Parameter, normal

N_BATCH_PARTS = 4  # a batch is divided into this many parts, which are searched in parallel


class Transitions(NamedTuple):
    """Scores of transitions, or derivatives with respect to these scores."""

    shift: np.ndarray  # [row, s0, b0]
    reduce: np.ndarray  # [row, rule, s0, b0]
    below: np.ndarray  # [row, rule, s1, s0]


class TransitionScorer(ChartScorer):
    """A scorer of transitions, given s0 (top of the stack) and b0 (first in the buffer)."""

    roles = ("s0", "b0")
    k = 4

    def parameters(self) -> dict:
        return {
            **new_roles(self.roles, self.settings),
            "sentinel": Parameter((self.settings.arc,), normal),
            "shift": new_bilinear(self.settings.arc, 1),
            "reduce": new_bilinear(self.settings.arc, n_reductions(self.k)),
        }

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

    def places(self, at: int, size: int, width: int) -> np.ndarray:
        return np.append(np.arange(at, at + size), width)

    def best_tree(self, tables: ChartTables, arcs: np.ndarray) -> np.ndarray:
        costs = np.zeros_like(tables["shift"])
        costs[:-1, :-1] = arcs  # the sentinel, the last node, has no arcs
        below = tables.get("below")
        found = mhk_transitions.decode(tables["shift"], tables["reduce"], costs, self.k, below)
        return found.heads

    def search(
        self, tables: ChartTables, packed: Packed, treebank: Treebank, each: Each = map
    ) -> tuple[float, ChartTables]:
        tables = {name: np.asarray(table) for name, table in tables.items()}
        slopes = {name: np.zeros_like(table) for name, table in tables.items()}
        where = [_with_below(given) for given in (tables, slopes)]
        members, rules = np.array(packed.members), TABLE[: n_reductions(self.k)]

        def searched(part: int) -> float:
            return _search(
                *where, members[part::N_BATCH_PARTS], treebank.start, treebank.head, rules
            )

        return sum(each(searched, range(N_BATCH_PARTS))), slopes


def _with_below(tables: ChartTables) -> Transitions:
    """Return the tables, adding a table of zeros for `below` if there is none."""
    return Transitions(**{"below": np.zeros_like(tables["reduce"]), **tables})


class Mh3(TransitionScorer):
    """A scorer of transitions that finds the best projective tree."""

    k = 3


class Mh4Hybrid(TransitionScorer):
    """A scorer of transitions in which a reduction's score also depends on s1."""

    roles = ("s0", "b0", "s1")

    def parameters(self) -> dict:
        below = new_bilinear(self.settings.arc, n_reductions(self.k))
        return {"reduce below": below, **super().parameters()}  # weights are drawn in this order

    def _tables(self, weights, vectors, key):
        s0, b0, s1 = self._in_roles(weights, vectors, key)
        below = bilinear(weights["reduce below"], s1, s0)
        return {**self._first_two(weights, s0, b0), "below": below}


@njit(cache=True, nogil=True)
def _search(tables, slopes, members, start, head, rules):
    """Return the structured hinge loss of these sentences; add its derivatives to `slopes`."""
    loss = 0.0
    for member in range(len(members)):
        sentence, row, at = members[member]
        heads = head[start[sentence] : start[sentence + 1]]
        places = np.arange(at, at + len(heads) + 1)
        places[-1] = tables.shift.shape[-1] - 1
        scores = _of_sentence(tables, row, places, heads, rules)
        loss += _add_best(scores, slopes, row, places, 1)
        for dependent in range(1, len(heads)):
            scores.arc[:, dependent] = -np.inf
            scores.arc[heads[dependent], dependent] = 0.0
        loss -= _add_best(scores, slopes, row, places, -1)
    return loss


@njit(cache=True, nogil=True)
def _of_sentence(tables, row, places, heads, rules):
    """Return the scores for a sentence, with a cost of 1 added for each wrong arc."""
    size = len(places)
    shift, arc = np.empty((size, size)), np.full((size, size), -np.inf)
    reduce = np.empty((len(rules), size, size))
    below = np.empty_like(reduce)
    for first in range(size):
        for second in range(size):
            where = places[first], places[second]
            shift[first, second] = tables.shift[row, where[0], where[1]]
            for rule in range(len(rules)):
                reduce[rule, first, second] = tables.reduce[row, rule, where[0], where[1]]
                below[rule, first, second] = tables.below[row, rule, where[0], where[1]]
    arc[:-1, 1:-1] = 1.0
    for dependent in range(1, len(heads)):
        arc[heads[dependent], dependent] = 0.0
    return Scores(shift, reduce, below, arc, rules)


@njit(cache=True, nogil=True)
def _add_best(scores, slopes, row, places, sign):
    """Add `sign` to the derivative of each score in the best derivation; return the total score."""
    n = len(places) - 2
    steps = np.full((2 * n, 5), -1, np.int32)
    score = mhk_transitions.derive(scores, np.empty(n + 1, np.int32), steps)
    for step in range(len(steps) if np.isfinite(score) else 0):
        rule, _, s1, s0, b0 = steps[step]
        if rule == MH_SHIFT:
            slopes.shift[row, places[s0], places[b0]] += sign
        else:
            slopes.reduce[row, rule, places[s0], places[b0]] += sign
            slopes.below[row, rule, places[s1], places[s0]] += sign
    return score
