"""Online reordering: arc-standard with SWAP (P3 in Kuhlmann & Nivre 2010, 3.4, fig. 2).

SWAP moves s1 back to the buffer if 0 < s1 < s0. No two words are swapped twice, so a derivation has
O(n^2) moves."""

from numba import njit

from nonproj.systems import arc_standard
from nonproj.systems.configuration import BUFFER, NONE, STACK, SWAPPED, node_at, return_to_buffer
from nonproj.systems.gold import COMPONENT, GOLD_ORDER, shift_or_stop
from nonproj.systems.moves import NO_MOVE, SWAP


@njit(cache=True)
def legal(config):
    """Return the bit mask of moves that are legal in this configuration."""
    mask = arc_standard.legal(config)
    if 0 < node_at(config, STACK, 1) < node_at(config, STACK, 0):
        mask |= 1 << SWAP
    return mask


@njit(cache=True)
def apply(config, move, label):
    """Perform a legal move."""
    if move == SWAP:
        config.lists[SWAPPED, 0] = node_at(config, STACK, 1)
        config.state[SWAPPED] = 1
        return_to_buffer(config, 1)
    else:
        arc_standard.apply(config, move, label)


@njit(cache=True)
def eager_oracle(config, gold):
    """Apply tests 1, 2, 5 and 6 of Kuhlmann & Nivre (2010), fig. 3; return (move, dependent).

    The oracle is complete for all trees."""
    return _oracle(config, gold, False)


@njit(cache=True)
def lazy_oracle(config, gold):
    """Apply the tests of `eager_oracle`, but do not SWAP if s0 and b0 are in the same component.

    This allows the nodes of a maximal projective component to be joined before they are swapped, so
    that they are swapped as a unit (Nivre, Kuhlmann & Hall 2009)."""
    return _oracle(config, gold, True)


@njit(cache=True)
def _oracle(config, gold, lazy):
    move, dependent = arc_standard.due_arc(config, gold)
    if move != NO_MOVE:
        return move, dependent
    s0, s1 = node_at(config, STACK, 0), node_at(config, STACK, 1)
    b0 = node_at(config, BUFFER, 0)
    if s1 != NONE and gold[s0, GOLD_ORDER] < gold[s1, GOLD_ORDER]:
        may_wait = lazy and b0 != NONE and gold[s0, COMPONENT] == gold[b0, COMPONENT]
        if not may_wait:
            return SWAP, 0
    return shift_or_stop(config)
