"""Greedy parsers trained online, with or without exploration (Goldberg & Nivre 2012).

An averaged perceptron sees one configuration after another. The learner `online` follows the gold
derivation. The learner `explore` follows its own choices after the first epoch; in each
configuration, a dynamic oracle tells which transitions lose the fewest gold arcs."""

from collections.abc import Callable

import numpy as np
from numba import njit

from nonproj.learners.linear import score
from nonproj.parsers.transition.beam import perform
from nonproj.parsers.transition.loops import (
    best_action,
    features_of,
    make_forced_moves,
    new_workspaces,
)
from nonproj.parsers.transition.online import action_of, pairs_of, reward
from nonproj.systems.configuration import initial, new_configuration
from nonproj.systems.dispatch import costs, oracle
from nonproj.systems.dynamic_oracle import ATTACHED, COST
from nonproj.systems.gold import GOLD_LABEL, new_gold, prepare_gold
from nonproj.systems.moves import N_MOVES, NO_LABEL, NO_MOVE, NONE


def online_epoch(explores: bool) -> Callable[..., int]:
    """Return the function that `train_online` calls in each epoch."""

    def epoch(parser, sums, symbols, width, trees, order, number, now):
        follows = explores and number > 0
        return _epoch(parser, sums, symbols, width, trees, order, explores, follows, now)

    return epoch


@njit(cache=True, nogil=True)
def _epoch(parser, sums, symbols, width, trees, order, explores, follows, now):
    """Visit the sentences in this order; return the number of the next decision in training.

    After an error, the parser continues with its own choice if `follows` is true, otherwise with
    the best correct one."""
    start, head, label = trees
    code, actions, longest = parser.code, parser.actions, np.diff(start).max()
    config, gold = new_configuration(longest), new_gold(longest)
    table, workspace = np.zeros((N_MOVES, 2), np.int64), new_workspaces(parser, width)
    for s in order:
        first, n = start[s], start[s + 1] - start[s] - 1
        initial(config, n, code.degree, code.root_mode)
        prepare_gold(code.system, gold, head[first : first + n + 1], label[first : first + n + 1])
        mask = make_forced_moves(code, actions, config, workspace.counts)
        while mask != 0:
            m = features_of(parser, symbols, config, first, workspace)
            ids = workspace.ids[:m]
            score(parser.scorer, ids, workspace.coarse)
            scores = workspace.coarse.scores
            if explores:
                costs(code.system, config, gold, table)
                correct = _best_correct(scores, mask, actions, table, gold)
            else:
                correct = _gold_action(code, config, gold, actions)
            if correct == NONE:
                break
            chosen = best_action(scores, mask, actions.begin)
            right = chosen == correct
            if explores and not right:
                right = _is_correct(chosen, mask, actions, table, gold)
            if not right:
                pairs = pairs_of(parser.scorer, ids, workspace)
                reward(parser.scorer, sums, ids, pairs, correct, 1, now)
                reward(parser.scorer, sums, ids, pairs, chosen, -1, now)
            now += 1
            perform(parser, config, chosen if follows or right else correct)
            mask = make_forced_moves(code, actions, config, workspace.counts)
    return now


@njit(cache=True, nogil=True)
def _gold_action(code, config, gold, actions):
    """Return the static oracle's action; NONE if the oracle stops."""
    move, label = oracle(code.system, config, gold)
    return NONE if move == NO_MOVE else action_of(actions, move, label)


@njit(cache=True, nogil=True)
def _best_correct(scores, mask, actions, table, gold):
    """Return the best correct action, or NONE; ties go to the first."""
    best = NONE
    for action in range(len(actions.move)):
        better = best == NONE or scores[action] > scores[best]
        if better and _is_correct(action, mask, actions, table, gold):
            best = action
    return best


@njit(cache=True, nogil=True)
def _is_correct(action, mask, actions, table, gold):
    """Return whether an action has the lowest cost and, if it adds an arc, the gold label."""
    move = actions.move[action]
    if not mask >> move & 1:
        return False
    for other in range(N_MOVES):
        if mask >> other & 1 and table[other, COST] < table[move, COST]:
            return False
    dependent = table[move, ATTACHED]
    return actions.coarse[action] == (NO_LABEL if dependent == 0 else gold[dependent, GOLD_LABEL])
