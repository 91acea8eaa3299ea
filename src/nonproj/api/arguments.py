"""Checks of the arguments of public functions."""

from __future__ import annotations

import inspect
import os
import reprlib
from collections.abc import Callable, Collection, Iterable
from functools import wraps
from importlib import import_module
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.optional_libraries import needing

if TYPE_CHECKING:
    from nonproj.parsers.variants import Variant

P, R = ParamSpec("P"), TypeVar("R")
ARGUMENT_TYPES: dict[
    str, tuple[str, tuple[Any, ...]]
] = {  # the name of a type, and what belongs to it
    "Treebank": ("a Treebank", (Treebank,)),
    "str": ("a text", (str,)),
    "Path": ("a path", (os.PathLike,)),
    "bytes": ("bytes", (bytes,)),
    "int": ("a whole number", (Integral,)),
    "float": ("a number", (Real,)),
    "bool": ("True or False", (Integral, np.bool_)),
    "Iterable": ("a list", (Iterable,)),
    "Callable": ("a function", (Callable,)),
    "None": ("None", (type(None),)),
}
ALIASES = {"Literal": "str", "Progress": "Callable"}  # a choice is checked where it is used
MODEL = "ParserModel"  # not in ARGUMENT_TYPES: its module is imported when a model is given
ADVICE_ON_TYPES = {
    "Treebank": "; read the file with nonproj.read",
    MODEL: "; load the file with nonproj.load",
}
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 60


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function raise NonprojError if an argument has none of the types in its annotation."""
    signature = inspect.signature(function)
    accepted = {name: p.annotation.split(" | ") for name, p in signature.parameters.items()}

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for name, value in signature.bind(*args, **kwargs).arguments.items():
            if not any(_is_a(value, annotation) for annotation in accepted[name]):
                found = " ".join(SHORT.repr(value).split())
                place = f"{function.__name__}: {name} is {found}"
                raise NonprojError(f"{place}; expected {described(accepted[name])}")
        return function(*args, **kwargs)

    return call


def _divided(annotation: str) -> tuple[str, str]:
    """Divide one alternative of an annotation into a kind of value and the kind of its items."""
    kind, _, items = annotation.removesuffix("]").partition("[")
    return "str" if kind.endswith("Choice") else ALIASES.get(kind, kind), items


def _is_a(value: Any, annotation: str) -> bool:
    """Check a value against one alternative of an annotation."""
    kind, items = _divided(annotation)
    if kind == "Sequence":
        is_list = isinstance(value, Collection) and not isinstance(value, str | bytes)
        return is_list and all(_is_a(each, items) for each in value)
    if kind == MODEL:
        from nonproj.parsers.interface import ParserModel

        return isinstance(value, ParserModel)
    return isinstance(value, ARGUMENT_TYPES[kind][1])


def described(accepted: list[str]) -> str:
    """Describe the types that an annotation accepts, and how to make them from a file."""
    names, advice = [], {}
    for annotation in accepted:
        kind, items = _divided(annotation)
        one = _divided(items)[0] if kind == "Sequence" else kind
        name = "a model" if one == MODEL else ARGUMENT_TYPES[one][0]
        names.append(f"a list of {name.removeprefix('a ')}s" if kind == "Sequence" else name)
        advice[ADVICE_ON_TYPES.get(one, "")] = None
    return " or ".join(names) + "".join(advice)


def require_confidence(variant: Variant) -> None:
    """Raise NonprojError if the library is missing by which compiled code inverts matrices."""
    if variant.family == "graph":
        with needing(f"confidence of {variant.name}"):
            import_module("scipy")
