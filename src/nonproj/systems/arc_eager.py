"""The arc-eager system: right dependents are attached before they are complete (Nilsson 2009, 2.3).

The moves are LEFT_ARC b0 -> s0, RIGHT_ARC s0 -> b0, REDUCE and SHIFT. A derivation ends when the
buffer is empty, so some tokens may lack a head. A derivation has at most 2n moves."""

from numba import njit

from nonproj.systems.configuration import (
    BUFFER,
    HEAD,
    MULTIPLE,
    NONE,
    RIGHTMOST,
    ROOT_MODE,
    STACK,
    add_arc,
    attach,
    node_at,
    remove,
    shift,
)
from nonproj.systems.dynamic_oracle import is_within_reach, n_free_roots, n_waiting, write_cost
from nonproj.systems.gold import FIRST_CHILD, GOLD_HEAD
from nonproj.systems.moves import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT


@njit(cache=True)
def legal(config):
    """Return the bit mask of moves that are legal in this configuration."""
    if config.state[BUFFER] == 0:
        return 0
    s0 = node_at(config, STACK, 0)
    mask = 1 << SHIFT
    if s0 == 0:
        if config.state[ROOT_MODE] == MULTIPLE or config.nodes[0, RIGHTMOST] == NONE:
            mask |= 1 << RIGHT_ARC
    elif config.nodes[s0, HEAD] == NONE:
        mask |= 1 << RIGHT_ARC | 1 << LEFT_ARC
    else:
        mask |= 1 << RIGHT_ARC | 1 << REDUCE
    return mask


@njit(cache=True)
def apply(config, move, label):
    """Perform a legal move."""
    if move == LEFT_ARC:
        attach(config, node_at(config, BUFFER, 0), 0, label)
    elif move == REDUCE:
        remove(config, 0)
    else:
        if move == RIGHT_ARC:
            add_arc(config, node_at(config, STACK, 0), node_at(config, BUFFER, 0), label)
        shift(config)


@njit(cache=True)
def oracle(config, gold):
    """Return (move, dependent) according to the greedy static oracle of Nivre (2003).

    The oracle chooses a gold arc between s0 and b0 if there is one. Otherwise, it chooses REDUCE if
    s0 has a head and b0 must still be linked to a node further left, and SHIFT if not. The oracle
    is complete for projective trees. On non-projective trees (condition None in Nilsson 2009), arcs
    that have become unreachable are lost, and the oracle continues without them."""
    s0, b0 = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    if gold[s0, GOLD_HEAD] == b0:
        return LEFT_ARC, s0
    if gold[b0, GOLD_HEAD] == s0:
        return RIGHT_ARC, b0
    if config.nodes[s0, HEAD] != NONE:
        first_child = gold[b0, FIRST_CHILD]
        if gold[b0, GOLD_HEAD] < s0 or (first_child != NONE and first_child < s0):
            return REDUCE, 0
    return SHIFT, 0


@njit(cache=True)
def costs(config, gold, out):
    """For each legal move, write its cost and the dependent that it attaches.

    The tree must be projective. See Goldberg & Nivre (2012). s0 loses its gold head and children in
    the buffer when it leaves the stack. b0 loses its gold head and headless gold children on the
    stack when it leaves the buffer. After RIGHT_ARC, b0 also loses its gold head in the buffer."""
    s0, b0 = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    after_s0 = n_waiting(config, gold, BUFFER, s0)
    before_b0 = n_waiting(config, gold, STACK, b0)
    roots, free = n_waiting(config, gold, BUFFER, 0), n_free_roots(config)
    head = gold[b0, GOLD_HEAD]
    left = head < b0 and is_within_reach(config, head, roots)
    write_cost(out, SHIFT, before_b0 + left, 0)
    write_cost(out, REDUCE, after_s0, 0)
    write_cost(out, LEFT_ARC, after_s0 + (gold[s0, GOLD_HEAD] > b0), s0)
    if head != s0:
        before_b0 += head > b0 or left
        before_b0 += s0 == 0 and roots >= free
    write_cost(out, RIGHT_ARC, before_b0, b0)
