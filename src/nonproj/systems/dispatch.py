"""Functions with which compiled code calls the kernels of a transition system, given its number.

The kernels are joined into chains of conditions, because numba does not cache code that takes a
function as an argument. These chains are inlined, since nested calls would take three times as
long."""

from importlib import import_module

from numba import njit

from nonproj.systems.configuration import BUFFER, STACK, node_at
from nonproj.systems.gold import GOLD_LABEL
from nonproj.systems.moves import NO_LABEL, NO_MOVE
from nonproj.systems.registry import SYSTEM_ROWS

_ENDS_WITH_BUFFER = tuple(row.ends_with_buffer for row in SYSTEM_ROWS)
_NEXT = tuple(STACK if row.next_on_stack else BUFFER for row in SYSTEM_ROWS)
_MODULES = [import_module(row.module) for row in SYSTEM_ROWS]
_ORACLES = [getattr(module, row.oracle) for module, row in zip(_MODULES, SYSTEM_ROWS, strict=True)]


@njit(inline="always")
def _no_costs(config, gold, out):
    raise ValueError("the transition system has no dynamic oracle")


_COSTS = [
    module.costs if row.explores else _no_costs
    for module, row in zip(_MODULES, SYSTEM_ROWS, strict=True)
]


@njit(inline="always")
def _refuse(system, config, first=0, second=0):
    raise ValueError("not the number of a transition system")


def _chain(link, kernels):
    """Join kernels with `link` into a function that calls kernels[system]."""
    chosen = _refuse
    for code, kernel in reversed([*enumerate(kernels)]):
        chosen = link(code, kernel, chosen)
    return chosen


def _link_legal(code, kernel, others):
    @njit(inline="always")
    def choose(system, config):
        return kernel(config) if system == code else others(system, config)

    return choose


def _link_apply(code, kernel, others):
    @njit(inline="always")
    def choose(system, config, move, label):
        if system == code:
            return kernel(config, move, label)
        return others(system, config, move, label)

    return choose


def _link_oracle(code, kernel, others):
    @njit(inline="always")
    def choose(system, config, gold):
        return kernel(config, gold) if system == code else others(system, config, gold)

    return choose


def _link_costs(code, kernel, others):
    @njit(inline="always")
    def choose(system, config, gold, out):
        if system == code:
            return kernel(config, gold, out)
        return others(system, config, gold, out)

    return choose


_legal = _chain(_link_legal, [module.legal for module in _MODULES])
_apply = _chain(_link_apply, [module.apply for module in _MODULES])
_oracle = _chain(_link_oracle, _ORACLES)
_costs = _chain(_link_costs, _COSTS)


@njit(cache=True)
def legal(system, config):
    """Return the mask of legal moves, which can have any label; 0 iff no move is left."""
    return _legal(system, config)


@njit(cache=True)
def apply(system, config, move, label):
    """Perform a legal transition; a move that adds no arc has the label NO_LABEL."""
    _apply(system, config, move, label)


@njit(cache=True)
def is_final(system, config):
    """Check that the buffer is empty and, if the system requires it, that only node 0 is left."""
    if config.state[BUFFER] > 0:
        return False
    return _ENDS_WITH_BUFFER[system] or config.state[STACK] == 1


@njit(cache=True)
def next_token(system, config):
    """Return the node that papers call the first input token; its tag may divide the training data.

    Nilsson's (2009, 2.3) arc-standard system links this token with the top of the stack. In the
    formulation of Kuhlmann & Nivre (2010), which is used here, the two tokens are s0 and s1."""
    return node_at(config, _NEXT[system], 0)


@njit(cache=True)
def oracle(system, config, gold):
    """Return the gold transition (move, label) for a configuration that is not final.

    (NO_MOVE, NO_LABEL) means that the oracle predicts nothing, because the tree is outside the
    system's class. The derivation then ends in this configuration."""
    move, dependent = _oracle(system, config, gold)
    if move == NO_MOVE or dependent == 0:
        return move, NO_LABEL
    return move, gold[dependent, GOLD_LABEL]


@njit(cache=True)
def costs(system, config, gold, out):
    """Write the columns COST and ATTACHED of out[move] for each legal move (a dynamic oracle).

    The loss is the smallest number of tokens that can end without an arc from their gold head; it
    includes tokens that end without a head, even if `finish` then attaches them to their gold head.
    The cost of a move is the loss after the move minus the loss before it, without regard to
    labels. The rows of illegal moves are undefined. Only systems with `explores` have costs; for
    projective systems, the tree must be projective. In the 2-planar system, an upper bound on the
    loss is used, and in `covington-non-monotonic`, a lower bound."""
    _costs(system, config, gold, out)
