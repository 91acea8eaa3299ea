"""Online training of weights, one decision or derivation at a time, with averaging at the end."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
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
from nonproj.parsers.transition.symbols import Symbols, max_features
from nonproj.systems.moves import NONE

EPOCHS = 12


class Sums(NamedTuple):
    """For each weight, the sum of its updates, each multiplied by the step at which it was made."""

    bias: np.ndarray
    single: np.ndarray
    pair: np.ndarray


def train_online(
    classifier: LinearModel,
    code: SystemCode,
    features: Features,
    actions: Actions,
    treebank: Treebank,
    symbols: Symbols,
    epoch: Callable[..., int],
    seed: int,
    progress: Callable[[float], None],
) -> LinearModel:
    """Train weights for the features and feature pairs that `classifier` uses.

    `epoch(parser, sums, symbols, width, trees, order, number, now)` visits the sentences in the
    given order and returns the number of the next step."""
    parser = LinearParser(code, features, actions, _without_weights(classifier), EMPTY_SCORER)
    sums = Sums(*map(np.zeros_like, (parser.scorer.bias, parser.scorer.single, parser.scorer.pair)))
    width = max(1, max_features(features.templates, symbols))
    trees = treebank.start, treebank.head, treebank.deprel.codes
    rng, now = np.random.default_rng(seed), 1
    for number in range(EPOCHS):
        order = rng.permutation(treebank.n_sentences)
        now = epoch(parser, sums, symbols, width, trees, order, number, now)
        progress((number + 1) / EPOCHS)
    return _averaged(classifier, parser.scorer, sums, now)


def _without_weights(classifier: LinearModel) -> LinearScorer:
    """Return a scorer with floating-point weights that are all zero.

    As in a rounded scorer, the weights of pairs are divided by FINENESS before they are stored."""
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
    return LinearScorer(bias[0], single, classifier.scorer.table, pair, no_groups, top, grouped)


def _averaged(classifier: LinearModel, scorer: LinearScorer, sums: Sums, now: int) -> LinearModel:
    """Return the average of the weights over the steps before `now`, rounded."""
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
