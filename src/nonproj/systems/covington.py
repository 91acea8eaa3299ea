"""Covington's incremental parser with a bound on the degree of arcs (Nivre 2007, 3).

For j = 1..n and i = j - 1..0, the parser chooses LEFT_ARC j -> i, RIGHT_ARC i -> j or NO_ARC if
both potential arcs have degree at most d in the partial graph. It decides on every such pair, even
if only NO_ARC is legal. i is the top of the stack [0..i], and j is the top of the buffer [j..n]."""

from numba import njit

from nonproj.systems.configuration import (
    BUFFER,
    CONTEXT,
    DEGREE,
    HEAD,
    LENGTH,
    MULTIPLE,
    N_RIGHT,
    NONE,
    OPEN,
    RIGHTMOST,
    ROOT_MODE,
    STACK,
    add_arc,
    node_at,
    representative,
)
from nonproj.systems.dynamic_oracle import cost_of_arc, is_needed, write_cost
from nonproj.systems.gold import EXPECTED, GOLD_HEAD
from nonproj.systems.moves import LEFT_ARC, NO_ARC, RIGHT_ARC

_PARENT, _SIZE = range(2)


@njit(cache=True)
def legal(config):
    """Return the bit mask of moves that are legal in this configuration."""
    return 1 << NO_ARC | arcs(config) if config.state[BUFFER] > 0 else 0


@njit(cache=True)
def arcs(config):
    """Return the bit mask of arcs between i and j that add no second head and close no cycle.

    An arc inside a component would close a cycle, since the dependent has no head and is therefore
    the component's root."""
    mask = 0
    i, j = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    component, nodes = config.component, config.nodes
    if representative(component, _PARENT, i) == representative(component, _PARENT, j):
        return mask
    if i != 0 and nodes[i, HEAD] == NONE:
        mask |= 1 << LEFT_ARC
    root_is_free = config.state[ROOT_MODE] == MULTIPLE or nodes[0, RIGHTMOST] == NONE
    if nodes[j, HEAD] == NONE and (i != 0 or root_is_free):
        mask |= 1 << RIGHT_ARC
    return mask


@njit(cache=True)
def apply(config, move, label):
    """Apply the decision on (i, j), and go to the next permissible pair."""
    if move != NO_ARC:
        link(config, move, label)
    advance(config, node_at(config, STACK, 0), node_at(config, BUFFER, 0))


@njit(cache=True)
def link(config, move, label):
    """Add the arc between i and j, and unite their components."""
    i, j = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    head, dependent = (j, i) if move == LEFT_ARC else (i, j)
    add_arc(config, head, dependent, label)
    component = config.component
    a, b = representative(component, _PARENT, i), representative(component, _PARENT, j)
    if component[a, _SIZE] < component[b, _SIZE]:
        a, b = b, a
    component[b, _PARENT] = a
    component[a, _SIZE] += component[b, _SIZE]


@njit(cache=True)
def advance(config, i, j):
    """Go to the next pair whose potential arcs have degree <= d (def. 3), in O(1) per pair.

    OPEN is this degree: the number of nodes between i and j whose head is missing or outside
    [i, j]. Such a head can only be on the left, since j is the rightmost node with arcs. As i moves
    left, the old i is added to the count unless its head is on the right, and the children of the
    new i are subtracted. CONTEXT holds the nodes without any head. DEVIATION: context-stack"""
    state, lists, nodes = config.state, config.lists, config.nodes
    while i > 0:
        if nodes[i, HEAD] == NONE:
            lists[CONTEXT, state[CONTEXT]] = i
            state[CONTEXT] += 1
        if nodes[i, HEAD] < i:
            state[OPEN] += 1
        i -= 1
        state[OPEN] -= nodes[i, N_RIGHT]
        if state[OPEN] <= state[DEGREE]:
            state[STACK] = i + 1
            return
    state[STACK] = j + 1
    state[BUFFER] -= 1
    state[CONTEXT] = 0
    state[OPEN] = 0


@njit(cache=True)
def oracle(config, gold):
    """Return (move, dependent) for the gold arc between i and j; NO_ARC if there is none.

    The oracle is complete for trees of degree at most d."""
    i, j = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    if gold[i, GOLD_HEAD] == j:
        return LEFT_ARC, i
    if gold[j, GOLD_HEAD] == i:
        return RIGHT_ARC, j
    return NO_ARC, 0


@njit(cache=True)
def costs(config, gold, out):
    """For each legal move, write its cost and the dependent that it attaches.

    Any tree is allowed, but there must be no bound on the degree of non-projectivity. An arc can
    still be built if the parser has not yet gone past its two nodes. This takes O(n) time."""
    i, j = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    for node in range(config.state[LENGTH] + 1):
        gold[node, EXPECTED] = head = config.nodes[node, HEAD]
        if head == NONE:
            low, high = min(node, gold[node, GOLD_HEAD]), max(node, gold[node, GOLD_HEAD])
            if high > j or (high == j and low <= i):
                gold[node, EXPECTED] = gold[node, GOLD_HEAD]
    gold_move, dependent = oracle(config, gold)
    write_cost(out, NO_ARC, is_needed(config, gold, dependent), 0)
    write_cost(out, LEFT_ARC, cost_of_arc(config, gold, j, i), i)
    write_cost(out, RIGHT_ARC, cost_of_arc(config, gold, i, j), j)
    if gold_move != NO_ARC:
        write_cost(out, gold_move, 0, dependent)
