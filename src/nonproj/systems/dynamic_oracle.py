"""Functions that dynamic oracles share; `dispatch.costs` defines the cost of a move.

In Covington's and the 2-planar system, the losses of arcs depend on each other: several arcs may
form a cycle although each can be built on its own, and one of them is then lost in the end. These
systems write each node's expected head to the column EXPECTED of `gold`: the current head, or the
gold head if the arc from it can still be built, else NONE. The loss is the number of nodes whose
gold head is not expected, plus the number of cycles of expected arcs, as in Gómez-Rodríguez &
Fernández-González (2015)."""

from numba import njit

from nonproj.systems.configuration import HEAD, LENGTH, MULTIPLE, NONE, RIGHTMOST, ROOT_MODE, STACK
from nonproj.systems.gold import EXPECTED, GOLD_HEAD

COST, ATTACHED = range(2)  # columns of a table of costs with one row per move


@njit(cache=True)
def write_cost(out, move, cost, dependent):
    """Write the row of a move: its cost, and the node that it attaches (0 if it adds no arc)."""
    out[move, COST], out[move, ATTACHED] = cost, dependent


@njit(cache=True)
def n_waiting(config, gold, row, head):
    """Count, in O(n), the gold children of a node that are on this list and have no head."""
    count = 0
    for place in range(config.state[row]):
        node = config.lists[row, place]
        if gold[node, GOLD_HEAD] == head and config.nodes[node, HEAD] == NONE:
            count += 1
    return count


@njit(cache=True)
def n_free_roots(config):
    """Return the number of further children that node 0 may take."""
    if config.state[ROOT_MODE] == MULTIPLE:
        return config.state[LENGTH]
    return 1 if config.nodes[0, RIGHTMOST] == NONE else 0


@njit(cache=True)
def is_within_reach(config, head, roots):
    """Check whether the head is on the stack, so that an arc from it to a token can be lost.

    An arc from node 0 is lost only if node 0 may take all gold `roots` that wait for it."""
    if head == 0:
        return roots <= n_free_roots(config)
    return head in config.lists[STACK, : config.state[STACK]]


@njit(cache=True)
def cost_of_arc(config, gold, head, dependent):
    """Return the cost of a legal arc that is not in the gold tree, given EXPECTED.

    The dependent loses its gold head. The arc may also close a cycle of expected arcs, or take the
    place of a gold root."""
    cost = int(is_needed(config, gold, dependent))
    if head == 0:
        return cost + (_n_roots(config, gold) >= n_free_roots(config))
    return cost + is_above(config, gold, dependent, head)


@njit(cache=True)
def is_needed(config, gold, dependent):
    """Check that a missing arc is expected, closes no cycle and cannot be replaced by another arc.

    Arcs from node 0 may replace each other if there are too many."""
    head = gold[dependent, EXPECTED]
    if config.nodes[dependent, HEAD] != NONE or head == NONE:
        return False
    if head == 0:
        return _n_roots(config, gold) <= n_free_roots(config)
    return not is_above(config, gold, dependent, head)


@njit(cache=True)
def is_above(config, gold, node, other):
    """Check whether a path of expected arcs leads from `node` to `other`."""
    for _ in range(config.state[LENGTH]):
        if other in (node, NONE):
            break
        other = gold[other, EXPECTED]
    return node == other


@njit(cache=True)
def _n_roots(config, gold):
    count = 0
    for node in range(1, config.state[LENGTH] + 1):
        if gold[node, EXPECTED] == 0 and config.nodes[node, HEAD] == NONE:
            count += 1
    return count
