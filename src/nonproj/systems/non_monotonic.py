"""Covington's parser that can replace arcs (Fernández-González & Gómez-Rodríguez 2017).

As in `covington`, the parser decides on every pair of i = j - 1..0 and j, but an arc may be added
even if its dependent has a head, or if it closes a cycle. LEFT_ARC j -> i first removes the arc
into i and, if j is below i, the arc into j; RIGHT_ARC i -> j does the same with i and j exchanged.
An early error can therefore be corrected later."""

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
    node_at,
    remove_arc,
)
from nonproj.systems.covington import advance, oracle
from nonproj.systems.dynamic_oracle import write_cost
from nonproj.systems.gold import GOLD_HEAD
from nonproj.systems.moves import LEFT_ARC, NO_ARC, RIGHT_ARC


@njit(cache=True)
def legal(config):
    """Return the bit mask of moves that are legal in this configuration."""
    if config.state[BUFFER] == 0:
        return 0
    i = node_at(config, STACK, 0)
    if i != 0:
        return 1 << NO_ARC | 1 << LEFT_ARC | 1 << RIGHT_ARC
    root_is_free = config.state[ROOT_MODE] == MULTIPLE or config.nodes[0, RIGHTMOST] == NONE
    return 1 << NO_ARC | root_is_free << RIGHT_ARC


@njit(cache=True)
def apply(config, move, label):
    """Apply the decision on (i, j), and go to the next pair."""
    i, j = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    if move != NO_ARC:
        head, dependent = (j, i) if move == LEFT_ARC else (i, j)
        if _is_below(config, dependent, head):
            remove_arc(config, head)
        remove_arc(config, dependent)
        add_arc(config, head, dependent, label)
    advance(config, i, j)


@njit(cache=True)
def _is_below(config, node, other):
    """Check whether a path of arcs leads from `node` to `other`."""
    while other != NONE and other != node:
        other = config.nodes[other, HEAD]
    return other == node


@njit(cache=True)
def costs(config, gold, out):
    """For each legal move, write its cost and the dependent that it attaches.

    The loss is a lower bound: the number of gold arcs that are missing, and whose pair of nodes the
    parser has passed. It ignores that arcs which can each be added may form a cycle together."""
    i, j = node_at(config, STACK, 0), node_at(config, BUFFER, 0)
    heads = config.nodes[:, HEAD]
    gold_move, _ = oracle(config, gold)
    passed = int(gold_move != NO_ARC)
    write_cost(out, NO_ARC, passed, 0)
    for move, head, dependent in ((LEFT_ARC, j, i), (RIGHT_ARC, i, j)):
        cost = 0 if move == gold_move else passed
        cost += heads[dependent] == gold[dependent, GOLD_HEAD]
        if heads[head] == gold[head, GOLD_HEAD]:
            cost += _is_below(config, dependent, head)
        write_cost(out, move, cost, dependent)
