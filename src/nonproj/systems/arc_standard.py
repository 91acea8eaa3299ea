"""The arc-standard system, bottom-up and projective (P0 in Kuhlmann & Nivre 2010, 3.1, fig. 2).

The moves are LEFT_ARC s0 -> s1, RIGHT_ARC s1 -> s0 and SHIFT. Nilsson (2009, 2.3) calls s1, s0 and
b0 top, next and first lookahead; both formulations build the same trees."""

from numba import njit

from nonproj.systems.configuration import BUFFER, STACK, attach, may_take_root, node_at, shift
from nonproj.systems.gold import is_due, shift_or_stop
from nonproj.systems.moves import LEFT_ARC, NO_MOVE, RIGHT_ARC, SHIFT


@njit(cache=True)
def legal(config):
    """Return the bit mask of moves that are legal in this configuration."""
    mask = 0
    if config.state[BUFFER] > 0:
        mask |= 1 << SHIFT
    if config.state[STACK] > 1:
        if node_at(config, STACK, 1) != 0:
            mask |= 1 << LEFT_ARC | 1 << RIGHT_ARC
        elif may_take_root(config):
            mask |= 1 << RIGHT_ARC
    return mask


@njit(cache=True)
def apply(config, move, label):
    """Perform a legal move."""
    if move == SHIFT:
        shift(config)
    elif move == LEFT_ARC:
        attach(config, node_at(config, STACK, 0), 1, label)
    else:
        attach(config, node_at(config, STACK, 1), 0, label)


@njit(cache=True)
def due_arc(config, gold):
    """Apply tests 1 and 2 of Kuhlmann & Nivre (2010), fig. 3; return (move, dependent)."""
    s0, s1 = node_at(config, STACK, 0), node_at(config, STACK, 1)
    if is_due(config, gold, s0, s1):
        return LEFT_ARC, s1
    if is_due(config, gold, s1, s0):
        return RIGHT_ARC, s0
    return NO_MOVE, 0


@njit(cache=True)
def oracle(config, gold):
    """Apply tests 1, 2 and 6 of Kuhlmann & Nivre (2010), fig. 3; return (move, dependent).

    The oracle is complete for projective trees."""
    move, dependent = due_arc(config, gold)
    return (move, dependent) if move != NO_MOVE else shift_or_stop(config)
