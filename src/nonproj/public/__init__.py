"""The names of the library that other programs import, by the question that they answer.

The modules of this folder say where each name is defined, in imports that only editors and type
checkers follow. When a name is first used, the module that defines it is imported, and no other."""

import ast
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class Definition(NamedTuple):
    """Where a public name is defined, and its name there."""

    module: str
    name: str


@cache
def definitions(module: str) -> dict[str, Definition]:
    """Map the names of a public module to their definitions; {} for all other modules."""
    if not module.startswith(f"{__name__}."):
        return {}
    spec = find_spec(module)
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    found = {}
    for block in (node.body for node in tree.body if isinstance(node, ast.If)):
        for statement in block:
            for each in statement.names:
                found[each.asname or each.name] = Definition(statement.module, each.name)
    return found


def on_demand(module: str) -> Callable[[str], object]:
    """Return the `__getattr__` of a public module."""

    def imported(name: str) -> object:
        if name not in definitions(module):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        definition = definitions(module)[name]
        return getattr(__import__(definition.module, fromlist=[definition.name]), definition.name)

    return imported
