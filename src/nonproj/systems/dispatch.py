"""One entry for all systems, so that a loop over a corpus takes the system as a number.

Compiled code cannot be kept on disk when functions are passed to it; a chain of tests can. The
chains are written from the rows of the table, and end in an error."""

from importlib import import_module

from numba import njit

from nonproj.systems.configuration import BUFFER, STACK, node_at
from nonproj.systems.gold import LABEL
from nonproj.systems.moves import NO_LABEL, NO_MOVE
from nonproj.systems.table import ROWS

_ENDS_WITH_BUFFER = tuple(row.ends_with_buffer for row in ROWS)
_NEXT = tuple(STACK if row.next_on_stack else BUFFER for row in ROWS)


def _chain(name: str, arguments: str, kernels: list):
    """The compiled function name(system, arguments) that calls kernels[system]."""
    lines = [f"def {name}(system, {arguments}):"]
    for code in range(len(kernels)):
        lines += [f"    if system == {code}:", f"        return kernel{code}({arguments})"]
    lines.append("    raise ValueError('a number of no transition system')")
    namespace = {f"kernel{code}": kernel for code, kernel in enumerate(kernels)}
    namespace["__name__"] = __name__
    # Under the name of this file, which numba needs in order to keep it on disk.
    exec(compile("\n".join(lines), __file__, "exec"), namespace)
    return njit(cache=True)(namespace[name])


_MODULES = [import_module(row.module) for row in ROWS]
_oracle = _chain(
    "_oracle",
    "config, gold",
    [getattr(module, row.oracle) for module, row in zip(_MODULES, ROWS, strict=True)],
)

# legal(system, config): mask of the moves that may be applied, whatever the label; 0 iff the
# configuration is final.
legal = _chain("legal", "config", [module.legal for module in _MODULES])
# apply(system, config, move, label): perform a legal transition; NO_LABEL for a move without arc.
apply = _chain("apply", "config, move, label", [module.apply for module in _MODULES])


@njit(cache=True)
def is_final(system, config):
    """The buffer is empty and, where a stack is to be emptied, only node 0 is on it."""
    if config.state[BUFFER] > 0:
        return False
    return _ENDS_WITH_BUFFER[system] or config.state[STACK] == 1


@njit(cache=True)
def next_token(system, config):
    """The papers' first input token, by whose tag they divide training data.

    Nilsson's (2009, 2.3) arc-standard system links the top of the stack and this token, which are
    the two topmost words of the stack in the formulation of Kuhlmann & Nivre (2010), and here."""
    return node_at(config, _NEXT[system], 0)


@njit(cache=True)
def oracle(system, config, gold):
    """The gold transition (move, label) in a configuration that is not final.

    (NO_MOVE, NO_LABEL) where the system's oracle predicts nothing: the tree is outside its class,
    and the derivation ends here."""
    move, dependent = _oracle(system, config, gold)
    if move == NO_MOVE or dependent == 0:
        return move, NO_LABEL
    return move, gold[dependent, LABEL]
