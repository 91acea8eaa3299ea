"""Structured training: an averaged perceptron that compares whole derivations found by beam search.

For each training sentence, the search goes on to the end or until the gold derivation falls out of
the beam. Unless the gold derivation is then the best, its actions up to this point are rewarded,
and those of the best derivation are punished (early update, Collins & Roark 2004; Zhang & Clark
2008). Features and pairs of features are chosen by the learner of the greedy parser."""

from collections.abc import Callable

import numpy as np
from numba import njit

from nonproj.parsers.transition.beam import derivation, new_beam, new_history, perform, search
from nonproj.parsers.transition.loops import (
    features_of,
    is_forced,
    make_forced_moves,
    new_workspaces,
)
from nonproj.parsers.transition.online import action_of, pairs_of, reward
from nonproj.systems.configuration import initial, new_configuration
from nonproj.systems.dispatch import apply, is_final, legal, oracle
from nonproj.systems.gold import new_gold, prepare_gold
from nonproj.systems.moves import NO_MOVE


def beam_epoch(beam_width: int) -> Callable[..., int]:
    """Return the function that `train_online` calls in each epoch."""

    def epoch(parser, sums, symbols, width, trees, order, _number, now):
        return _epoch(parser, sums, symbols, width, trees, order, beam_width, now)

    return epoch


@njit(cache=True, nogil=True)
def _epoch(parser, sums, symbols, width, trees, order, beam_width, now):
    """Visit the sentences in this order; return the number of the next sentence in training.

    Sentences whose trees the system cannot build are left out."""
    start, head, label = trees
    longest = np.diff(start).max()
    beam, history = new_beam(beam_width, longest), new_history(beam_width)
    config, gold_tree = new_configuration(longest), new_gold(longest)
    workspace = new_workspaces(parser, width)
    for s in order:
        first, n = start[s], start[s + 1] - start[s] - 1
        prepare_gold(
            parser.code.system, gold_tree, head[first : first + n + 1], label[first : first + n + 1]
        )
        gold = _gold_derivation(parser, config, gold_tree, n)
        if len(gold) > 0:
            history, t, _, _, place = search(
                parser, beam, history, symbols, first, n, gold, workspace
            )
            if place != 0:
                found = derivation(history, t)
                seen = gold[:t]
                for chosen, other, step in ((seen, found, 1), (found, seen, -1)):
                    _update(
                        parser, sums, config, symbols, first, n, chosen, other, now, step, workspace
                    )
        now += 1
    return now


@njit(cache=True, nogil=True)
def _gold_derivation(parser, config, gold_tree, n):
    """Return the oracle's actions without forced moves, or no actions if the oracle fails."""
    code, actions = parser.code, parser.actions
    found, size = np.empty(64, np.int64), 0
    initial(config, n, code.degree, code.root_mode)
    while not is_final(code.system, config):
        move, label = oracle(code.system, config, gold_tree)
        if move == NO_MOVE:
            return found[:0]
        mask = legal(code.system, config)
        if not is_forced(mask):
            if size == len(found):
                found = np.concatenate((found, found))
            found[size] = action_of(actions, move, label)
            size += 1
        apply(code.system, config, move, label)
    return found[:size]


@njit(cache=True, nogil=True)
def _update(parser, sums, config, symbols, first, n, chosen, other, now, step, workspace):
    """Add `step` to the weights of the actions in `chosen` from where `other` starts to differ."""
    code, scorer = parser.code, parser.scorer
    same = True
    initial(config, n, code.degree, code.root_mode)
    for t in range(len(chosen)):
        make_forced_moves(code, parser.actions, config, workspace.counts)
        action = chosen[t]
        same = same and t < len(other) and other[t] == action
        if not same:
            m = features_of(parser, symbols, config, first, workspace)
            ids = workspace.ids[:m]
            pairs = pairs_of(scorer, ids, workspace)
            reward(scorer, sums, ids, pairs, action, step, now)
        perform(parser, config, action)
