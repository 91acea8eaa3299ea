"""Conversion of YAML and JSON to dataclasses by pydantic; annotations say what a key may contain.

`Annotated[int, Field(ge=0)]` limits a number, and `Annotated[str, whole("[a-z]+")]` a text."""

import json
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from types import NoneType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import Field, TypeAdapter, ValidationError

from nonproj.errors import NonprojError, did_you_mean

Declarable = TypeVar("Declarable")
SHOWN = 60  # how many characters of a value or key a message shows
LONGEST_MESSAGE = 2000
Name = Annotated[str, Field(min_length=1)]


@dataclass_transform(frozen_default=True)
class Declared:
    """A frozen dataclass for one level of a file.

    Keys in the file have `-` where fields have `_`, except if `dashed` is false, and may be set by
    `field(metadata={"key": KEY})`. To check several fields together, a subclass raises ValueError
    in `__post_init__`."""

    keys: ClassVar[dict[str, str]]  # name of a field -> key in the file

    def __init_subclass__(cls, kw_only: bool = False, dashed: bool = True) -> None:
        dataclass(frozen=True, kw_only=kw_only)(cls)
        sign = "-" if dashed else "_"
        cls.keys = {f.name: f.metadata.get("key", f.name.replace("_", sign)) for f in fields(cls)}
        cls.__pydantic_config__ = {"alias_generator": cls.keys.get, "allow_inf_nan": False}


class Stored(NamedTuple):
    """The content of a model file: a header and arrays."""

    content: Declared
    arrays: dict[str, Any]


def whole(expression: str) -> Any:
    """Return the constraint that a regular expression matches the whole text."""
    return Field(pattern=f"^({expression})$")


def as_declared(content: Any, declared: type[Declarable], place: str) -> Declarable:
    """Convert content to a type; errors name the place, key and value, and what was expected."""
    try:
        # In strict mode, only JSON may have lists for tuples, and mappings for dataclasses.
        text = json.dumps(content, ensure_ascii=False, default=str).encode()
        return _adapter(declared).validate_json(text, strict=True, extra="forbid")
    except ValidationError as wrong:
        errors = wrong.errors(include_url=False)
        message = _message(min(errors, key=lambda error: error["type"] == "missing"), declared)
    except UnicodeEncodeError as error:  # a lone surrogate
        near = error.object[max(0, error.start - SHOWN) : error.end]
        message = f"{near!r} cannot be encoded in UTF-8"
    except RecursionError:
        message = "nested too deeply"
    raise NonprojError(f"{place}: {one_line(message)}")


def as_content(value: Any) -> Any:
    """Convert a value to content from which `as_declared` can restore it."""
    return _adapter(type(value)).dump_python(value, mode="json", by_alias=True)


@cache
def _adapter(kind: Any) -> TypeAdapter:
    return TypeAdapter(kind)


def _message(error: Mapping[str, Any], declared: Any) -> str:
    """Describe an error of pydantic, beginning with the path to the content."""
    keys = [key for key in error["loc"] if key != "[key]"]
    message = error["msg"].replace("Input should be", "expected")
    if error["type"] == "unexpected_keyword_argument":
        known = _keys(declared, keys[:-1])
        hint = did_you_mean(str(keys[-1]), known)
        message = f"expected one of {', '.join(known)} instead of this key{hint}"
    if error["type"] == "missing":
        message = f"{keys.pop()!r} is missing"
    elif error["type"] == "value_error":
        message = str(error["ctx"]["error"])
    else:
        message = f"{shown(error['input'])}; {message}"
    return f"{'.'.join(str(key)[:SHOWN] for key in keys)}: {message}".removeprefix(": ")


def _keys(kind: Any, path: Sequence[str | int]) -> list[str]:
    """List the keys of the dataclass at a path in a type."""
    arguments = get_args(kind)
    if get_origin(kind) is Annotated or NoneType in arguments:
        return _keys(arguments[0], path)
    if not path:
        return [*kind.keys.values()]
    if arguments:
        return _keys(arguments[get_origin(kind) is dict], path[1:])
    types = get_type_hints(kind, include_extras=True)
    return _keys(next(types[name] for name in types if kind.keys.get(name) == path[0]), path[1:])


def reject_duplicates(names: Iterable[str], place: str) -> None:
    """Raise NonprojError for the first name that occurs twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise NonprojError(f"{place}: {name!r} occurs twice")
        seen.add(name)


def one_line(message: str) -> str:
    """Shorten a message, and escape line ends and terminal control codes in it."""
    message = message[:LONGEST_MESSAGE]
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)


def shown(value: object) -> str:
    """Return the beginning of a value's representation, for a message."""
    text = _short.repr(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


_short = reprlib.Repr()
_short.maxstring = _short.maxother = SHOWN + 1
