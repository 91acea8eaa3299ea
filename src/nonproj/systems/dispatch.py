"""One function for all systems, so that a loop over a corpus takes the system as a number.

Kernels of systems are joined into chains of tests, because numba does not cache code that takes a
function as an argument. Chains are inlined: nested calls would take three times as long."""

from importlib import import_module

from numba import njit

from nonproj.systems.configuration import BUFFER, STACK, node_at
from nonproj.systems.gold import LABEL
from nonproj.systems.moves import NO_LABEL, NO_MOVE
from nonproj.systems.table import ROWS

_ENDS_WITH_BUFFER = tuple(row.ends_with_buffer for row in ROWS)
_NEXT = tuple(STACK if row.next_on_stack else BUFFER for row in ROWS)
_MODULES = [import_module(row.module) for row in ROWS]
_ORACLES = [getattr(module, row.oracle) for module, row in zip(_MODULES, ROWS, strict=True)]


@njit(inline="always")
def _refuse(system, config, first=0, second=0):
    raise ValueError("not the number of a transition system")


def _chain(link, kernels):
    """Join kernels by `link` into a function that calls kernels[system]."""
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


_legal = _chain(_link_legal, [module.legal for module in _MODULES])
_apply = _chain(_link_apply, [module.apply for module in _MODULES])
_oracle = _chain(_link_oracle, _ORACLES)


@njit(cache=True)
def legal(system, config):
    """Return the mask of moves that may be applied, whatever the label; 0 iff all is done."""
    return _legal(system, config)


@njit(cache=True)
def apply(system, config, move, label):
    """Perform a legal transition; the label of a move without an arc is NO_LABEL."""
    _apply(system, config, move, label)


@njit(cache=True)
def is_final(system, config):
    """Check that the buffer is empty and that a stack to be emptied holds only node 0."""
    if config.state[BUFFER] > 0:
        return False
    return _ENDS_WITH_BUFFER[system] or config.state[STACK] == 1


@njit(cache=True)
def next_token(system, config):
    """Return the papers' first input token, whose tag divides training data.

    Nilsson's (2009, 2.3) arc-standard system links the top of the stack and this token, which are
    the two topmost words of the stack in the formulation of Kuhlmann & Nivre (2010), and here."""
    return node_at(config, _NEXT[system], 0)


@njit(cache=True)
def oracle(system, config, gold):
    """Return the gold transition (move, label) in a configuration that is not final.

    (NO_MOVE, NO_LABEL) means that the system's oracle predicts nothing: the tree is outside its
    class, and the derivation ends here."""
    move, dependent = _oracle(system, config, gold)
    if move == NO_MOVE or dependent == 0:
        return move, NO_LABEL
    return move, gold[dependent, LABEL]
