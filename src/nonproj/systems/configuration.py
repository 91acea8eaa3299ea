"""The configuration that all transition systems share: lists of nodes and a partial graph.

One tuple of arrays is reused for all sentences, and no step allocates memory. Nodes are numbered
0..n, and NONE stands for a missing node. A list and a depth address a node, and columns of `nodes`
address its head and children. Feature addresses can therefore be stored as data: `lc(s0)` is row
STACK, depth 0, column LEFTMOST."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.systems.moves import MULTIPLE, NONE, SINGLE

# Rows of `lists`; the last node in a row is its top (depth 0), even in the buffer.
STACK, BUFFER, CONTEXT, SWAPPED = range(4)
# Entries of `state`; the first four entries are the sizes of the lists.
LENGTH, ROOT_MODE, DEGREE, OPEN, ACTIVE = range(4, 9)
# Columns of `nodes`.
HEAD, LABEL, LEFTMOST, SECOND_LEFTMOST, RIGHTMOST, SECOND_RIGHTMOST, N_LEFT, N_RIGHT = range(8)


class Configuration(NamedTuple):
    """A configuration (stack, buffer, arcs), with additions that individual systems need.

    lists: STACK and BUFFER; CONTEXT, the headless nodes between Covington's i and j, with the
    node nearest to i on top; SWAPPED, the last node that SWAP moved back, if any. In Covington's
    system, i is the top of STACK and j is the top of BUFFER, so i - 1 is s1 and j + 1 is b1. In the
    2-planar system, CONTEXT is the inactive stack without node 0, SWAPPED is the former top of the
    active stack directly after SWITCH, and ACTIVE is the number of the active plane (1 or 2).
    nodes: HEAD and LABEL of the arc into the node, NONE if there is no such arc; the outermost and
    second outermost children on either side; the numbers of children on either side.
    component: a union-find structure (parent, size) for Covington's and the 2-planar system."""

    state: np.ndarray  # int32[9]
    lists: np.ndarray  # int32[4, capacity + 1]
    nodes: np.ndarray  # int32[capacity + 1, 8]
    component: np.ndarray  # int32[capacity + 1, 2]


@njit(cache=True)
def new_configuration(capacity):
    """Create a configuration for sentences of up to `capacity` tokens."""
    return Configuration(
        np.zeros(9, np.int32),
        np.zeros((4, capacity + 1), np.int32),
        np.zeros((capacity + 1, 8), np.int32),
        np.zeros((capacity + 1, 2), np.int32),
    )


@njit(cache=True)
def initial(config, n, degree, root_mode):
    """Reset the configuration to stack [0], buffer [1..n] and no arcs.

    `degree` is the maximum degree of arcs in Covington's system. With root_mode SINGLE, node 0
    takes only one child in any system."""
    state, lists, nodes, component = config
    state[STACK], state[BUFFER], state[CONTEXT], state[SWAPPED] = 1, n, 0, 0
    state[LENGTH], state[ROOT_MODE], state[DEGREE], state[OPEN] = n, root_mode, degree, 0
    state[ACTIVE] = 1
    for node in range(n + 1):
        lists[STACK, node] = node
        lists[BUFFER, node] = n - node
        for column in range(8):
            nodes[node, column] = 0 if column >= N_LEFT else NONE
        component[node, 0] = node
        component[node, 1] = 1


@njit(cache=True)
def node_at(config, row, depth):
    """Return the node at this depth of a list; NONE if the list is too short."""
    size = config.state[row]
    return config.lists[row, size - 1 - depth] if depth < size else NONE


@njit(cache=True)
def add_arc(config, head, dependent, label):
    """Add the arc head -> dependent, in O(1).

    Whether a child is on the left or the right depends only on its position in the sentence."""
    nodes = config.nodes
    nodes[dependent, HEAD] = head
    nodes[dependent, LABEL] = label
    if dependent < head:
        nodes[head, N_LEFT] += 1
        if nodes[head, LEFTMOST] == NONE or dependent < nodes[head, LEFTMOST]:
            nodes[head, SECOND_LEFTMOST] = nodes[head, LEFTMOST]
            nodes[head, LEFTMOST] = dependent
        elif nodes[head, SECOND_LEFTMOST] == NONE or dependent < nodes[head, SECOND_LEFTMOST]:
            nodes[head, SECOND_LEFTMOST] = dependent
    else:
        nodes[head, N_RIGHT] += 1
        if dependent > nodes[head, RIGHTMOST]:
            nodes[head, SECOND_RIGHTMOST] = nodes[head, RIGHTMOST]
            nodes[head, RIGHTMOST] = dependent
        elif dependent > nodes[head, SECOND_RIGHTMOST]:
            nodes[head, SECOND_RIGHTMOST] = dependent


@njit(cache=True)
def remove_arc(config, dependent):
    """Remove the arc into a node, if there is one, in O(n)."""
    nodes, head = config.nodes, config.nodes[dependent, HEAD]
    if head == NONE:
        return
    nodes[dependent, HEAD] = nodes[dependent, LABEL] = NONE
    for column in range(LEFTMOST, N_RIGHT + 1):
        nodes[head, column] = 0 if column >= N_LEFT else NONE
    for node in range(1, config.state[LENGTH] + 1):
        if nodes[node, HEAD] == head:
            add_arc(config, head, node, nodes[node, LABEL])


@njit(cache=True)
def representative(table, column, node):
    """Return the node that represents the set of a node (union-find with path halving).

    The links are stored in a column of `table`."""
    while table[node, column] != node:
        table[node, column] = table[table[node, column], column]
        node = table[node, column]
    return node


@njit(cache=True)
def shift(config):
    """Move the first node of the buffer to the stack."""
    state, lists = config.state, config.lists
    lists[STACK, state[STACK]] = lists[BUFFER, state[BUFFER] - 1]
    state[STACK] += 1
    state[BUFFER] -= 1


@njit(cache=True)
def remove(config, depth):
    """Remove the node at this depth from the stack."""
    state, lists = config.state, config.lists
    for place in range(state[STACK] - 1 - depth, state[STACK] - 1):
        lists[STACK, place] = lists[STACK, place + 1]
    state[STACK] -= 1


@njit(cache=True)
def attach(config, head, depth, label):
    """Add an arc into the node at this depth of the stack, and remove the node."""
    add_arc(config, head, node_at(config, STACK, depth), label)
    remove(config, depth)


@njit(cache=True)
def return_to_buffer(config, depth):
    """Move the node at this depth of the stack to the front of the buffer."""
    state, lists = config.state, config.lists
    lists[BUFFER, state[BUFFER]] = lists[STACK, state[STACK] - 1 - depth]
    state[BUFFER] += 1
    remove(config, depth)


@njit(cache=True)
def may_take_root(config):
    """Check whether node 0 may take a child.

    Under MULTIPLE, it always may. Under SINGLE, it may only if that child is the last token, so
    that the single root dominates all other tokens."""
    state = config.state
    return state[ROOT_MODE] == MULTIPLE or (state[BUFFER] == 0 and state[STACK] == 2)


@njit(cache=True)
def finish(config, root_mode, root_label, other_label):
    """Attach headless tokens so that the graph becomes a tree; return the number of such tokens.

    Under MULTIPLE, these tokens attach to node 0 with root_label, as in Nilsson (2009, 2.3) and
    Nivre (2007, 3); so do tokens that a stuck Attardi oracle leaves. Under SINGLE, the leftmost
    token becomes the root with root_label unless there already is a root; all others attach to the
    root with other_label. This takes O(n) time. DEVIATION: leftover-label"""
    nodes, n = config.nodes, config.state[LENGTH]
    root = nodes[0, RIGHTMOST] if root_mode == SINGLE else 0
    n_headless = 0
    for token in range(1, n + 1):
        if nodes[token, HEAD] != NONE:
            continue
        n_headless += 1
        if root_mode == SINGLE and root == NONE:
            add_arc(config, 0, token, root_label)
            root = token
        else:
            add_arc(config, root, token, root_label if root == 0 else other_label)
    return n_headless
