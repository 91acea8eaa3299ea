"""Attardi's system, arc-standard with non-adjacent arcs (P2 in Kuhlmann & Nivre 2010, 3.3).

The additional moves are LEFT_ARC_2 s0 -> s2 and RIGHT_ARC_2 s2 -> s0. RIGHT_ARC_2 also moves s1
back to the buffer, as the paper's figure shows but its text does not say. DEVIATION: right-arc-2
At most n arcs are added, and at most n nodes return to the buffer, so there are O(n) moves."""

from numba import njit

from nonproj.systems import arc_standard
from nonproj.systems.configuration import (
    MULTIPLE,
    NONE,
    ROOT_MODE,
    STACK,
    attach,
    node_at,
    return_to_buffer,
)
from nonproj.systems.gold import is_due, shift_or_stop
from nonproj.systems.moves import LEFT_ARC_2, NO_MOVE, RIGHT_ARC_2


@njit(cache=True)
def legal(config):
    """Return the mask of legal moves; under SINGLE, only RIGHT_ARC can attach the root."""
    mask = arc_standard.legal(config)
    s2 = node_at(config, STACK, 2)
    if s2 > 0:
        mask |= 1 << LEFT_ARC_2 | 1 << RIGHT_ARC_2
    elif s2 != NONE and config.state[ROOT_MODE] == MULTIPLE:
        mask |= 1 << RIGHT_ARC_2
    return mask


@njit(cache=True)
def apply(config, move, label):
    """Perform a legal move."""
    if move == LEFT_ARC_2:
        attach(config, node_at(config, STACK, 0), 2, label)
    elif move == RIGHT_ARC_2:
        attach(config, node_at(config, STACK, 2), 0, label)
        return_to_buffer(config, 0)
    else:
        arc_standard.apply(config, move, label)


@njit(cache=True)
def oracle(config, gold):
    """Apply tests 1, 2, 3, 4 and 6 of Kuhlmann & Nivre (2010), fig. 3; return (move, dependent)."""
    move, dependent = arc_standard.due_arc(config, gold)
    if move != NO_MOVE:
        return move, dependent
    s0, s2 = node_at(config, STACK, 0), node_at(config, STACK, 2)
    if is_due(config, gold, s0, s2):
        return LEFT_ARC_2, s2
    if is_due(config, gold, s2, s0):
        return RIGHT_ARC_2, s0
    return shift_or_stop(config)
