"""A table in which oracles look up properties of the gold tree; it is filled once per sentence.

The table has one row per node and is reused for all sentences. Columns that the current system does
not need keep the content of earlier sentences."""

import numpy as np
from numba import njit

from nonproj.systems.configuration import BUFFER, N_LEFT, N_RIGHT, NONE, representative
from nonproj.systems.moves import NO_MOVE, SHIFT
from nonproj.systems.registry import SYSTEM_ROWS
from nonproj.trees.planes import planes

# Columns. GOLD_ORDER is the projective order; COMPONENT is a node that represents the maximal
# projective component; GOLD_PLANE comes from `planes`. UNVISITED, PENDING and PILE are used only to
# compute GOLD_ORDER and COMPONENT; EXPECTED and AVAILABLE (a mask of planes) change with the
# configuration.
GOLD_HEAD, GOLD_LABEL, N_CHILDREN, FIRST_CHILD, NEXT_SIBLING, GOLD_ORDER, COMPONENT, GOLD_PLANE = (
    range(8)
)
UNVISITED, PENDING, PILE, EXPECTED, AVAILABLE = range(8, 13)

_NEEDS_ORDER = tuple(row.needs_order for row in SYSTEM_ROWS)
_NEEDS_COMPONENTS = tuple(row.needs_components for row in SYSTEM_ROWS)
_NEEDS_PLANES = tuple(row.needs_planes for row in SYSTEM_ROWS)


@njit(cache=True)
def new_gold(capacity):
    """Create a table for gold trees of up to `capacity` tokens."""
    return np.zeros((capacity + 1, 13), np.int32)


@njit(cache=True)
def prepare_gold(system, gold, heads, labels):
    """Fill the gold table from a tree, with slot 0, in O(n), or in O(n^2) with GOLD_PLANE."""
    n = len(heads) - 1
    for node in range(n + 1):
        gold[node, GOLD_HEAD] = heads[node]
        gold[node, GOLD_LABEL] = labels[node]
        gold[node, N_CHILDREN] = 0
        gold[node, FIRST_CHILD] = NONE
    for token in range(n, 0, -1):
        head = heads[token]
        gold[head, N_CHILDREN] += 1
        gold[token, NEXT_SIBLING] = gold[head, FIRST_CHILD]
        gold[head, FIRST_CHILD] = token
    if _NEEDS_ORDER[system]:
        _order_projectively(gold, n)
    if _NEEDS_COMPONENTS[system]:
        _find_components(gold, n)
    if _NEEDS_PLANES[system]:
        gold[: n + 1, GOLD_PLANE] = planes(heads)


@njit(cache=True)
def is_due(config, gold, head, dependent):
    """Check that head -> dependent is a gold arc and that the dependent has all its children.

    Tests 1-4 in Kuhlmann & Nivre (2010), fig. 3, have this form. All arcs in the configuration must
    be gold, so that it suffices to count the children. Return False if a node is missing."""
    if dependent <= 0 or gold[dependent, GOLD_HEAD] != head:
        return False
    n_children = config.nodes[dependent, N_LEFT] + config.nodes[dependent, N_RIGHT]
    return n_children == gold[dependent, N_CHILDREN]


@njit(cache=True)
def shift_or_stop(config):
    """Return (move, dependent): SHIFT if the buffer is not empty, else NO_MOVE."""
    return (SHIFT if config.state[BUFFER] > 0 else NO_MOVE), 0


@njit(cache=True)
def _order_projectively(gold, n):
    """Rank nodes by an in-order traversal that keeps the order of each head and its children.

    See Kuhlmann & Nivre (2010), 3.4."""
    for node in range(n + 1):
        gold[node, GOLD_ORDER] = NONE
        gold[node, UNVISITED] = gold[node, FIRST_CHILD]
    node, rank = 0, 0
    while node != NONE:
        child = gold[node, UNVISITED]
        if gold[node, GOLD_ORDER] == NONE and (child == NONE or child > node):
            gold[node, GOLD_ORDER] = rank
            rank += 1
        if child == NONE:
            node = gold[node, GOLD_HEAD]
        else:
            gold[node, UNVISITED] = gold[child, NEXT_SIBLING]
            node = child


@njit(cache=True)
def _find_components(gold, n):
    """Find the maximal projective components, i.e. the trees that tests 1, 2 and 6 build.

    See Nivre, Kuhlmann & Hall (2009)."""
    top = NONE
    for j in range(n + 1):
        gold[j, COMPONENT] = j
        gold[j, PENDING] = gold[j, N_CHILDREN]
        top += 1
        gold[top, PILE] = j
        while top > 0:
            left, right = gold[top - 1, PILE], gold[top, PILE]
            if gold[left, GOLD_HEAD] == right and gold[left, PENDING] == 0:
                gold[left, COMPONENT] = right
                gold[right, PENDING] -= 1
                gold[top - 1, PILE] = right
            elif gold[right, GOLD_HEAD] == left and gold[right, PENDING] == 0:
                gold[right, COMPONENT] = left
                gold[left, PENDING] -= 1
            else:
                break
            top -= 1
    for node in range(n + 1):
        gold[node, COMPONENT] = representative(gold, COMPONENT, node)
