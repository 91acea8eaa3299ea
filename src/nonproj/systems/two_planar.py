"""The 2-planar system: arcs are built on two stacks, one for each plane.

See Gómez-Rodríguez & Nivre (2010), sec. 4. SHIFT pushes b0 onto both stacks. LEFT_ARC b0 -> s0 and
RIGHT_ARC s0 -> b0 remove no node. REDUCE removes s0. SWITCH exchanges the active stack (STACK) with
the inactive stack (CONTEXT, without node 0) by copying both; two consecutive SWITCHes are not
legal. A derivation has at most 8n - 4 moves."""

from numba import njit

from nonproj.systems import covington
from nonproj.systems.configuration import (
    ACTIVE,
    BUFFER,
    CONTEXT,
    HEAD,
    LENGTH,
    NONE,
    STACK,
    SWAPPED,
    node_at,
    remove,
    shift,
)
from nonproj.systems.dynamic_oracle import COST, cost_of_arc, is_needed, write_cost
from nonproj.systems.gold import (
    AVAILABLE,
    EXPECTED,
    FIRST_CHILD,
    GOLD_HEAD,
    GOLD_PLANE,
    NEXT_SIBLING,
)
from nonproj.systems.moves import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, SWITCH

_BOTH = 1 | 2  # a mask of planes


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

    The oracle chooses the gold arc between s0 and b0 if it is in the active plane. If b0 must still
    be linked to a node further left, it chooses REDUCE for an arc in the active plane and SWITCH
    for an arc in the other plane. Otherwise, it chooses SHIFT. It is complete for 2-planar trees.
    On other trees, arcs in neither plane are lost."""
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
    return gold[dependent, GOLD_PLANE] == plane and config.nodes[dependent, HEAD] == NONE


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


@njit(cache=True)
def costs(config, gold, out):
    """For each legal move, write its cost and the dependent that it attaches.

    This works for any tree and takes O(n) time. Fernández-González & Gómez-Rodríguez (2018)
    describe the problem. Here, an arc is expected only in the plane that `planes` gives. If a lost
    arc is built in the other plane, the cost is lower by 1. The cost of SWITCH includes the cost of
    the cheapest move that can follow."""
    state = config.state
    if state[SWAPPED] > 0:
        out[:, COST] -= _write_costs(config, gold, out)
        return
    _switch(config)
    lowest = _write_costs(config, gold, out)
    _switch(config)
    state[SWAPPED] = 0
    _write_costs(config, gold, out)
    write_cost(out, SWITCH, lowest, 0)


@njit(cache=True)
def _write_costs(config, gold, out):
    """Write the costs of all moves except SWITCH, and return the lowest cost of a legal move."""
    s0, b0 = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    active, n = config.state[ACTIVE], config.state[LENGTH]
    _expect(config, gold, b0)
    write_cost(out, SHIFT, _cost_of_leaving(config, gold, b0, 0, b0 - 1, _BOTH), 0)
    write_cost(out, REDUCE, _cost_of_leaving(config, gold, s0, b0, n, active), 0)
    for move, head, dependent in ((LEFT_ARC, b0, s0), (RIGHT_ARC, s0, b0)):
        cost = 0
        if gold[dependent, EXPECTED] != head:
            is_gold = gold[dependent, GOLD_HEAD] == head
            cost = cost_of_arc(config, gold, head, dependent) - is_gold
        write_cost(out, move, cost, dependent)
    moves, lowest = legal(config), n
    for move in (SHIFT, REDUCE, LEFT_ARC, RIGHT_ARC):
        if moves >> move & 1:
            lowest = min(lowest, out[move, COST])
    return lowest


@njit(cache=True)
def _expect(config, gold, b0):
    """Write EXPECTED: an arc can be built in its plane until b0 passes its right end.

    Its left end must still be on the stack of this plane or in the buffer."""
    state, lists, nodes = config.state, config.lists, config.nodes
    gold[:b0, AVAILABLE] = 0
    gold[b0:, AVAILABLE] = gold[0, AVAILABLE] = _BOTH
    for place in range(state[STACK]):
        gold[lists[STACK, place], AVAILABLE] |= state[ACTIVE]
    for place in range(state[CONTEXT]):
        gold[lists[CONTEXT, place], AVAILABLE] |= _BOTH - state[ACTIVE]
    for node in range(state[LENGTH] + 1):
        gold[node, EXPECTED] = nodes[node, HEAD]
        low, high = min(node, gold[node, GOLD_HEAD]), max(node, gold[node, GOLD_HEAD])
        if (
            nodes[node, HEAD] == NONE
            and high >= b0
            and gold[low, AVAILABLE] & gold[node, GOLD_PLANE]
        ):
            gold[node, EXPECTED] = gold[node, GOLD_HEAD]


@njit(cache=True)
def _cost_of_leaving(config, gold, node, first, last, planes):
    """Return the cost of losing the node's expected arcs to and from first..last in these planes.

    Every arc costs 1, except that one arc that is not needed is free: two lost arcs of a cycle
    break the cycle only once."""
    n_arcs, n_needed = 0, 0
    for dependent in range(1, config.state[LENGTH] + 1):
        head = gold[dependent, EXPECTED]
        other = NONE
        if config.nodes[dependent, HEAD] == NONE and gold[dependent, GOLD_PLANE] & planes != 0:
            if dependent == node:
                other = head
            elif head == node:
                other = dependent
        if first <= other <= last:
            n_arcs += 1
            n_needed += is_needed(config, gold, dependent)
    return max(n_needed, n_arcs - 1)
