"""Weights that are learnt online, one decision or derivation at a time, and averaged at the end."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.learners.linear import (
    EMPTY_SCORER,
    FINENESS,
    LANES,
    Block,
    Groups,
    LinearModel,
    LinearScorer,
    rounded,
)
from nonproj.learners.pairs import find_rows
from nonproj.parsers.transition.actions import Actions
from nonproj.parsers.transition.loops import Features, LinearParser, SystemCode
from nonproj.systems.moves import NONE


class Sums(NamedTuple):
    """For each weight, the sum of its updates times the numbers of the steps that make them."""

    bias: np.ndarray
    single: np.ndarray
    pair: np.ndarray


def untrained(
    classifier: LinearModel, code: SystemCode, features: Features, actions: Actions
) -> tuple[LinearParser, Sums]:
    """Return a parser with a classifier's features and pairs, whose weights are all zero.

    The weights are floating-point numbers. As in a rounded scorer, those of pairs are stored
    divided by FINENESS."""
    n = classifier.n_actions
    n_columns = -(-n // LANES) * LANES
    bias, single, pair = (
        np.zeros((rows, n_columns), np.float32)
        for rows in (1, len(classifier.scorer.single), len(classifier.keys))
    )
    no_groups = Groups(
        *(np.zeros((0, *size), np.float32) for size in ((LANES,), (0, LANES), (0, LANES)))
    )
    top, grouped = np.arange(n, dtype=np.int32), np.zeros((0, LANES), np.int32)
    scorer = LinearScorer(bias[0], single, classifier.scorer.table, pair, no_groups, top, grouped)
    sums = Sums(*(np.zeros_like(part) for part in (bias[0], single, pair)))
    return LinearParser(code, features, actions, scorer, EMPTY_SCORER), sums


def averaged(classifier: LinearModel, parser: LinearParser, sums: Sums, now: int) -> LinearModel:
    """Return the average of a parser's weights over the steps before `now`, rounded."""
    scorer = parser.scorer
    average = Block(
        scorer.bias - sums.bias / now,
        scorer.single - sums.single / now,
        FINENESS * (scorer.pair - sums.pair / now),
        np.arange(len(scorer.pair), dtype=np.int32),
    )
    with ThreadPoolExecutor(1) as pool:
        return rounded([average], classifier.keys, np.arange(classifier.n_actions), pool)


@njit(cache=True, nogil=True)
def action_of(actions, move, label):
    """Return the action with this move and label; NONE if it did not occur in training."""
    for action in range(actions.begin[move], actions.begin[move + 1]):
        if actions.coarse[action] == label:
            return action
    return NONE


@njit(cache=True, nogil=True)
def pairs_of(scorer, ids, workspace):
    """Return the rows of all known pairs of the features `ids`."""
    n = 0
    if len(scorer.pair) > 0:
        mixes, keys, words, rows = workspace.coarse[:4]
        n = find_rows(scorer.table, ids, mixes, keys, words, rows)
    return workspace.coarse.rows[:n]


@njit(cache=True, nogil=True)
def reward(scorer, sums, ids, pairs, action, step, now):
    """Add `step` to an action's weights for these features and pairs."""
    scorer.bias[action] += step
    sums.bias[action] += step * now
    _add(scorer.single, sums.single, ids, action, np.float32(step), now)
    _add(scorer.pair, sums.pair, pairs, action, np.float32(step / FINENESS), now)


@njit(cache=True, nogil=True)
def _add(weights, sums, rows, action, step, now):
    for row in rows:
        weights[row, action] += step
        sums[row, action] += step * now
