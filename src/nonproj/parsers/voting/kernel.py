"""The vote on the next transition (Nilsson 2009, 7.1: combination at the transition level)."""

import numpy as np
from numba import njit

from nonproj.systems.moves import NO_MOVE, NONE


@njit(cache=True)
def winning_members(moves, labels, masks, weights, tie_breaker):
    """Return the member whose proposal wins in each configuration; NONE if no proposal is legal.

    moves[i, k] and labels[i, k] are the best transition for configuration k according to member i,
    legal or not. If the move is not in masks[k], member i casts no vote. The score of a proposal
    (t, l) is the sum of weights[i, l + 1] over the members i that make it; index 0 is for moves
    without a label. Ties go to the tie-breaker's proposal if it is among the best, otherwise to the
    earliest member. O(m^2) for m members."""
    n_members, n = moves.shape
    winners = np.full(n, NONE)
    for k in range(n):
        best = -1
        for turn in range(n_members):
            # The tie-breaker comes first, so later proposals have to be better to win.
            i = tie_breaker if turn == 0 else turn - 1 if turn <= tie_breaker else turn
            move, label = moves[i, k], labels[i, k]
            if move == NO_MOVE or not masks[k] >> move & 1:
                continue
            score = 0
            for j in range(n_members):
                if moves[j, k] == move and labels[j, k] == label:
                    score += weights[j, label + 1]
            if score > best:
                best, winners[k] = score, i
    return winners


def share_of_votes(
    moves: np.ndarray, labels: np.ndarray, weights: np.ndarray, chosen: np.ndarray
) -> np.ndarray:
    """Return the share of votes that each chosen move got, with any label; 0 without votes."""
    votes = np.take_along_axis(weights, labels + 1, axis=1)
    for_chosen = np.where(moves == chosen, votes, 0).sum(axis=0)
    return for_chosen / np.maximum(votes.sum(axis=0), 1)
