"""One entry for all systems, so that a loop over a corpus takes the system as a number.

Compiled code cannot be kept on disk when functions are passed to it; a chain of tests can."""

from numba import njit

from nonproj.systems import (
    arc_eager,
    arc_hybrid,
    arc_standard,
    attardi,
    covington,
    mh4,
    swap,
)
from nonproj.systems.configuration import BUFFER, STACK
from nonproj.systems.gold import LABEL
from nonproj.systems.moves import NO_LABEL, NO_MOVE
from nonproj.systems.table import (
    ARC_EAGER,
    ARC_HYBRID,
    ARC_STANDARD,
    ATTARDI,
    COVINGTON,
    SWAP_EAGER,
    SWAP_LAZY,
)


@njit(cache=True)
def legal(system, config):
    """Mask of the moves that may be applied, whatever the label; 0 iff the configuration is
    final."""
    if system == ARC_STANDARD:
        return arc_standard.legal(config)
    if system == ARC_EAGER:
        return arc_eager.legal(config)
    if system == ARC_HYBRID:
        return arc_hybrid.legal(config)
    if system == ATTARDI:
        return attardi.legal(config)
    if system in (SWAP_EAGER, SWAP_LAZY):
        return swap.legal(config)
    if system == COVINGTON:
        return covington.legal(config)
    return mh4.legal(config)


@njit(cache=True)
def apply(system, config, move, label):
    """Perform a legal transition; `label` is NO_LABEL for a move without arc."""
    if system == ARC_STANDARD:
        arc_standard.apply(config, move, label)
    elif system == ARC_EAGER:
        arc_eager.apply(config, move, label)
    elif system == ARC_HYBRID:
        arc_hybrid.apply(config, move, label)
    elif system == ATTARDI:
        attardi.apply(config, move, label)
    elif system in (SWAP_EAGER, SWAP_LAZY):
        swap.apply(config, move, label)
    elif system == COVINGTON:
        covington.apply(config, move, label)
    else:
        mh4.apply(config, move, label)


@njit(cache=True)
def is_final(system, config):
    """Whether the buffer is empty and, where a stack is to be emptied, only node 0 is on it."""
    if config.state[BUFFER] > 0:
        return False
    return system in (ARC_EAGER, COVINGTON) or config.state[STACK] == 1


@njit(cache=True)
def oracle(system, config, gold):
    """The gold transition (move, label) in a configuration that is not final.

    (NO_MOVE, NO_LABEL) where the system's oracle predicts nothing: the tree is outside its class,
    and the derivation ends here."""
    if system == ARC_STANDARD:
        move, dependent = arc_standard.oracle(config, gold)
    elif system == ARC_EAGER:
        move, dependent = arc_eager.oracle(config, gold)
    elif system == ARC_HYBRID:
        move, dependent = arc_hybrid.oracle(config, gold)
    elif system == ATTARDI:
        move, dependent = attardi.oracle(config, gold)
    elif system in (SWAP_EAGER, SWAP_LAZY):
        move, dependent = swap.oracle(config, gold, system == SWAP_LAZY)
    elif system == COVINGTON:
        move, dependent = covington.oracle(config, gold)
    else:
        move, dependent = mh4.oracle(config, gold)
    if move == NO_MOVE or dependent == 0:
        return move, NO_LABEL
    return move, gold[dependent, LABEL]
