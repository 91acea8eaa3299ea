"""The 2-planar system: arcs are built on two stacks, one for each plane.

See Gómez-Rodríguez & Nivre (2010), sec. 4. The moves are SHIFT to both stacks, LEFT_ARC b0 -> s0
and RIGHT_ARC s0 -> b0, which remove no node, REDUCE of s0, and SWITCH, which exchanges the active
stack (STACK) with the inactive one (CONTEXT, where node 0 is left out). Two consecutive SWITCHes
are not legal. A derivation has at most 8n - 4 moves; SWITCH copies both stacks."""

from numba import njit

from nonproj.systems import covington
from nonproj.systems.configuration import (
    ACTIVE,
    BUFFER,
    CONTEXT,
    HEAD,
    NONE,
    STACK,
    SWAPPED,
    node_at,
    remove,
    shift,
)
from nonproj.systems.gold import FIRST_CHILD, NEXT_SIBLING, PLANE
from nonproj.systems.gold import HEAD as GOLD_HEAD
from nonproj.systems.moves import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, SWITCH


@njit(cache=True)
def legal(config):
    """Return the bit mask of moves that are legal in this configuration."""
    if config.state[BUFFER] == 0:
        return 0
    mask = 1 << SHIFT | covington.arcs(config)
    if config.state[STACK] > 1:
        mask |= 1 << REDUCE
    if config.state[SWAPPED] == 0:
        mask |= 1 << SWITCH
    return mask


@njit(cache=True)
def apply(config, move, label):
    """Perform a legal move."""
    state = config.state
    state[SWAPPED] = 0
    if move == SWITCH:
        _switch(config)
    elif move == REDUCE:
        remove(config, 0)
    elif move == SHIFT:
        config.lists[CONTEXT, state[CONTEXT]] = node_at(config, BUFFER, 0)
        state[CONTEXT] += 1
        shift(config)
    else:
        covington.link(config, move, label)


@njit(cache=True)
def _switch(config):
    state, lists = config.state, config.lists
    lists[SWAPPED, 0] = node_at(config, STACK, 0)
    state[SWAPPED] = 1
    for place in range(max(state[STACK] - 1, state[CONTEXT])):
        active = lists[STACK, place + 1]
        lists[STACK, place + 1] = lists[CONTEXT, place]
        lists[CONTEXT, place] = active
    active = state[STACK]
    state[STACK] = state[CONTEXT] + 1
    state[CONTEXT] = active - 1
    state[ACTIVE] = 3 - state[ACTIVE]


@njit(cache=True)
def oracle(config, gold):
    """Return (move, dependent); the planes of gold arcs are given by `planes`.

    The oracle chooses the gold arc between s0 and b0 if it is in the active plane. Otherwise, it
    chooses REDUCE if b0 must still be linked to a node further left in the active plane, SWITCH if
    in the other plane, and SHIFT if not at all. It is complete for 2-planar trees. On other trees,
    the arcs in neither plane are lost."""
    s0, b0 = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    active = config.state[ACTIVE]
    if gold[s0, GOLD_HEAD] == b0 and _is_missing(config, gold, s0, active):
        return LEFT_ARC, s0
    if gold[b0, GOLD_HEAD] == s0 and _is_missing(config, gold, b0, active):
        return RIGHT_ARC, b0
    if _is_awaited(config, gold, b0, active):
        return REDUCE, 0
    if _is_awaited(config, gold, b0, 3 - active):
        return SWITCH, 0
    return SHIFT, 0


@njit(cache=True)
def _is_missing(config, gold, dependent, plane):
    """Check whether the arc into this node is in the plane and has not been built yet."""
    return gold[dependent, PLANE] == plane and config.nodes[dependent, HEAD] == NONE


@njit(cache=True)
def _is_awaited(config, gold, b0, plane):
    """Check whether b0 must still be linked to a node further left in this plane."""
    if gold[b0, GOLD_HEAD] < b0 and _is_missing(config, gold, b0, plane):
        return True
    child = gold[b0, FIRST_CHILD]
    while child != NONE and child < b0:
        if _is_missing(config, gold, child, plane):
            return True
        child = gold[child, NEXT_SIBLING]
    return False
