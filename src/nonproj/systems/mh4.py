"""The transition system MH4: arc-hybrid with additional arcs among s2, s1, s0 and b0.

See Gómez-Rodríguez, Shi & Lee (2018), 3.2. The moves are LEFT_ARC b0 -> s0, RIGHT_ARC s1 -> s0,
LEFT_ARC_PRIME s0 -> s1, RIGHT_ARC_PRIME s2 -> s1, LEFT_ARC_2 b0 -> s1, RIGHT_ARC_2 s2 -> s0 and
SHIFT. These transitions derive more trees than the MH4 chart. A derivation has 2n moves."""

from numba import njit

from nonproj.systems import arc_hybrid
from nonproj.systems.configuration import BUFFER, MULTIPLE, ROOT_MODE, STACK, attach, node_at
from nonproj.systems.gold import is_due, shift_or_stop
from nonproj.systems.moves import LEFT_ARC_2, LEFT_ARC_PRIME, NO_MOVE, RIGHT_ARC_2, RIGHT_ARC_PRIME


@njit(cache=True)
def legal(config):
    """Return the mask of legal moves; under SINGLE, only RIGHT_ARC can attach the root."""
    mask = arc_hybrid.legal(config)
    if config.state[STACK] > 2:
        mask |= 1 << LEFT_ARC_PRIME
        if config.state[BUFFER] > 0:
            mask |= 1 << LEFT_ARC_2
        if config.state[STACK] > 3 or config.state[ROOT_MODE] == MULTIPLE:
            mask |= 1 << RIGHT_ARC_PRIME | 1 << RIGHT_ARC_2
    return mask


@njit(cache=True)
def apply(config, move, label):
    """Perform a legal move."""
    s0, s2 = node_at(config, STACK, 0), node_at(config, STACK, 2)
    if move == RIGHT_ARC_2:
        attach(config, s2, 0, label)
    elif move == LEFT_ARC_PRIME:
        attach(config, s0, 1, label)
    elif move == RIGHT_ARC_PRIME:
        attach(config, s2, 1, label)
    elif move == LEFT_ARC_2:
        attach(config, node_at(config, BUFFER, 0), 1, label)
    else:
        arc_hybrid.apply(config, move, label)


@njit(cache=True)
def oracle(config, gold):
    """Return (move, dependent) for a gold arc whose dependent is complete, else SHIFT.

    The oracle finds a derivation if there is one. It never helps to delay such an arc: its
    dependent takes part in no later arc, and removing the dependent never moves other nodes further
    apart or away from the top."""
    move, dependent = arc_hybrid.due_arc(config, gold)
    if move != NO_MOVE:
        return move, dependent
    s0, s1 = node_at(config, STACK, 0), node_at(config, STACK, 1)
    s2, b0 = node_at(config, STACK, 2), node_at(config, BUFFER, 0)
    if is_due(config, gold, s0, s1):
        return LEFT_ARC_PRIME, s1
    if is_due(config, gold, s2, s1):
        return RIGHT_ARC_PRIME, s1
    if is_due(config, gold, b0, s1):
        return LEFT_ARC_2, s1
    if is_due(config, gold, s2, s0):
        return RIGHT_ARC_2, s0
    return shift_or_stop(config)
