"""A classifier's proposals: the best transition with its full label, and a confidence."""

import numpy as np
from numba import njit

from nonproj.learners.interface import ClassifierModel, Instances
from nonproj.parsers.transition.actions import Actions
from nonproj.parsers.transition.loops import best_action, best_label
from nonproj.systems.moves import N_MOVES, NO_LABEL, NO_MOVE, NONE

EVERY_MOVE = (1 << N_MOVES) - 1


def propose(
    classifier: ClassifierModel,
    refiner: ClassifierModel | None,
    actions: Actions,
    instances: Instances,
    masks: np.ndarray,
    unit: float = 1.0,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return each instance's best legal (move, label), and the confidence in the move.

    Ties go to the first move; if no legal move occurred in training, the result is NO_MOVE. The
    confidence is 1 / (1 + exp(-lead)), where the lead is the score of the move minus the score of
    the best other move, in units. If the action leaves open the head label in an encoded label, the
    refiner chooses it."""
    chosen, asked, lead = _choose(classifier.scores(instances), masks, actions)
    fine = np.zeros((0, actions.full.shape[1]))
    if asked.any():
        fine = refiner.scores(instances[np.flatnonzero(asked)])
    return *_transitions(chosen, asked, fine, actions), 1 / (1 + np.exp(-lead / unit))


@njit(cache=True)
def _choose(scores, masks, actions):
    """Return each instance's best action, whether the action's label must be refined, and the lead.

    The lead is the action's score minus the best score for a different move. It is infinite if
    there is no other move, and 0 if there is no action."""
    chosen, asked = np.zeros(len(masks), np.int64), np.zeros(len(masks), np.bool_)
    lead = np.zeros(len(masks))
    for k in range(len(masks)):
        action = best_action(scores[k], masks[k], actions.begin)
        chosen[k] = action
        if action != NONE and actions.coarse[action] != NO_LABEL:
            asked[k] = actions.only[actions.coarse[action]] == NONE
        if action != NONE:
            others = masks[k] & ~(np.int64(1) << actions.move[action])
            second = best_action(scores[k], others, actions.begin)
            if second == NONE or scores[k, second] == -np.inf:
                lead[k] = np.inf
            else:
                lead[k] = scores[k, action] - scores[k, second]
    return chosen, asked, lead


@njit(cache=True)
def _transitions(chosen, asked, fine, actions):
    moves, labels = np.full(len(chosen), NO_MOVE), np.full(len(chosen), NO_LABEL)
    n_asked = 0
    for k in range(len(chosen)):
        action = chosen[k]
        if action == NONE:
            continue
        moves[k] = actions.move[action]
        if actions.coarse[action] != NO_LABEL:
            labels[k] = actions.only[actions.coarse[action]]
        if asked[k]:
            labels[k] = best_label(fine[n_asked], actions.full[actions.coarse[action]])
            n_asked += 1
    return moves, labels
