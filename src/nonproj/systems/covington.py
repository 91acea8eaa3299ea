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
from nonproj.systems.gold import HEAD as GOLD_HEAD
from nonproj.systems.gold import n_free_roots, n_waiting, write_cost
from nonproj.systems.moves import LEFT_ARC, NO_ARC, RIGHT_ARC

_PARENT, _SIZE = range(2)


@njit(cache=True)
def legal(config):
    """Return the bit mask of moves that are legal in this configuration."""
    return 1 << NO_ARC | arcs(config) if config.state[BUFFER] > 0 else 0


@njit(cache=True)
def arcs(config):
    """Return the bit mask of arcs between i and j that keep single heads and close no cycle.

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
    _advance(config, node_at(config, STACK, 0), node_at(config, BUFFER, 0))


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
def _advance(config, i, j):
    """Go to the next pair whose potential arcs have degree <= d (def. 3), in O(1) per pair.

    OPEN holds this degree: the number of nodes between i and j whose head is missing or outside
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
    """Write the cost of each legal move and its dependent, for any tree but no bound on degrees.

    See Gómez-Rodríguez & Fernández-González (2015), sec. 4. The arcs that were built and the gold
    arcs that can still be built give each node at most one head. The loss is the number of nodes
    without their gold head in this graph, plus the number of its cycles, since each cycle lacks one
    arc in the end. O(n)."""
    i, j = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    write_cost(out, LEFT_ARC, _cost_of_arc(config, gold, j, i), i)
    write_cost(out, RIGHT_ARC, _cost_of_arc(config, gold, i, j), j)
    _, dependent = oracle(config, gold)
    write_cost(out, NO_ARC, _is_needed(config, gold, dependent), 0)


@njit(cache=True)
def _cost_of_arc(config, gold, head, dependent):
    """Return the cost of a legal arc between i and j; gold arcs have none.

    The dependent loses its gold head. The arc may also close a cycle of expected arcs, or leave no
    child of node 0 for gold roots. A cycle with a gold arc dependent -> head costs as much as the
    loss of this arc, which is no longer possible."""
    if gold[dependent, GOLD_HEAD] == head:
        return 0
    cost = int(_is_needed(config, gold, dependent))
    if head == 0:
        return cost + (n_waiting(config, gold, BUFFER, 0) >= n_free_roots(config))
    return cost + _leads(config, gold, head, dependent)


@njit(cache=True)
def _is_needed(config, gold, dependent):
    """Check whether a missing gold arc can still be built and closes no cycle of expected arcs."""
    if config.nodes[dependent, HEAD] != NONE:
        return False
    head = _expected_head(config, gold, dependent)
    if head == 0:
        return n_waiting(config, gold, BUFFER, 0) <= n_free_roots(config)
    return head != NONE and not _leads(config, gold, head, dependent)


@njit(cache=True)
def _leads(config, gold, node, goal):
    """Check whether the goal is the node or above it in the graph of expected heads."""
    for _ in range(config.state[LENGTH]):
        if node in (goal, NONE):
            break
        node = _expected_head(config, gold, node)
    return node == goal


@njit(cache=True)
def _expected_head(config, gold, node):
    """Return the node's head, or else its gold head if the pair is still to be decided on."""
    if config.nodes[node, HEAD] != NONE:
        return config.nodes[node, HEAD]
    head, j = gold[node, GOLD_HEAD], node_at(config, BUFFER, 0)
    low, high = min(node, head), max(node, head)
    is_open = high > j or (high == j and low <= node_at(config, STACK, 0))
    return head if is_open else NONE
