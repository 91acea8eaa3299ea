"""A classifier's proposals: the best transitions with their full labels."""

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
) -> tuple[np.ndarray, np.ndarray]:
    """Return each instance's best (move, label) among the moves in its mask.

    Ties go to the first action. The move is NO_MOVE if none of these moves occurred in training.
    The refiner decides if the action leaves the head label of an encoded label open."""
    chosen, asked = _choose(classifier.scores(instances), masks, actions)
    fine = np.zeros((0, actions.full.shape[1]))
    if asked.any():
        fine = refiner.scores(instances[np.flatnonzero(asked)])
    return _transitions(chosen, asked, fine, actions)


@njit(cache=True)
def _choose(scores, masks, actions):
    """Return each instance's best action, and which labels must be refined."""
    chosen, asked = np.zeros(len(masks), np.int64), np.zeros(len(masks), np.bool_)
    for k in range(len(masks)):
        action = best_action(scores[k], masks[k], actions.begin)
        chosen[k] = action
        if action != NONE and actions.coarse[action] != NO_LABEL:
            asked[k] = actions.only[actions.coarse[action]] == NONE
    return chosen, asked


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
