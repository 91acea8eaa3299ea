"""Content of YAML and JSON files as dataclasses, whose annotations say what each key may hold.

They are made of `str`, `int`, `float`, `bool`, `None`, `Any`, `Literal`, enumerations, `tuple`,
`dict`, dataclasses, named tuples, `Annotated` with `Limits` or `Pattern`, and unions whose members
take different kinds of content. A class with `DECLARED` is made from content of that type."""

import math
import re
import reprlib
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from nonproj.errors import NonprojError, did_you_mean

Made = TypeVar("Made")
SHOWN = 60  # characters of a value or a key in a message
LONGEST_MESSAGE = 2000
NAMES = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    NoneType: "null",
    dict: "a mapping",
    list: "a list",
}


@dataclass_transform(frozen_default=True)
class Declared:
    """One level of a file, as a frozen dataclass; `published_only` is the key `published-only`.

    A subclass checks several fields together in `__post_init__`, with a ValueError. The keys of
    any other dataclass are the names of its fields."""

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        dataclass(frozen=True, kw_only=kw_only)(cls)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Bounds of a number, or the least length of a text, list or mapping."""

    ge: float = -math.inf
    gt: float = -math.inf
    le: float = math.inf
    lt: float = math.inf
    min_length: int = 0

    def admit(self, value: Any) -> bool:
        if not isinstance(value, int | float):
            return len(value) >= self.min_length
        return self.ge <= value <= self.le and self.gt < value < self.lt

    def described(self, kind: str) -> str:
        bounds = ((">=", self.ge), (">", self.gt), ("<=", self.le), ("<", self.lt))
        given = [f"{sign} {bound}" for sign, bound in bounds if math.isfinite(bound)]
        given += [f"of length >= {self.min_length}"] if self.min_length else []
        return f"{kind} {' and '.join(given)}"


@dataclass(frozen=True)
class Pattern:
    """A regular expression that the whole text matches."""

    pattern: str

    def admit(self, text: str) -> bool:
        return bool(re.fullmatch(self.pattern, text))

    def described(self, kind: str) -> str:
        return f"{kind} that matches {self.pattern}"


Name = Annotated[str, Limits(min_length=1)]


def as_declared(content: Any, declared: type[Made], place: str) -> Made:
    """The content as the type; NonprojError names place, key, value and what was expected."""
    try:
        return _made(content, declared)
    except _MisfitError as misfit:
        raise NonprojError(f"{place}: {_line(str(misfit))}") from None


def as_content(value: Any) -> Any:
    """The content of a file from which `as_declared` makes the value again."""
    if is_dataclass(value):
        known = _fields(type(value))
        return {key: as_content(getattr(value, field.name)) for key, field in known.items()}
    if isinstance(value, dict):
        return {name: as_content(inside) for name, inside in value.items()}
    if isinstance(value, tuple | list):
        return [as_content(inside) for inside in value]
    return value.value if isinstance(value, Enum) else value


def reject_duplicates(names: Iterable[str], place: str) -> None:
    """ValueError for the first name that occurs again."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{place}: {name!r} is there twice")
        seen.add(name)


def problem(key: str, value: object, expected: str) -> str:
    """One line about a value that is not as expected."""
    return _line(f"{key}: {_shown(value)}; expected {expected}".removeprefix(": "))


def _line(message: str) -> str:
    """The beginning of a message, without line ends and codes of terminals."""
    message = message[:LONGEST_MESSAGE]
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)


def _shown(value: object) -> str:
    shown = _short.repr(value)
    return shown if len(shown) <= SHOWN else shown[: SHOWN - 3] + "..."


_short = reprlib.Repr()
_short.maxstring = _short.maxother = SHOWN + 1


class _MisfitError(Exception):
    """What is wrong with a part of the content, and the keys that lead to it."""

    def __init__(self, message: str, *keys: str | int):
        self.message, self.keys = message, keys

    def inside(self, key: str | int) -> "_MisfitError":
        return _MisfitError(self.message, key, *self.keys)

    def __str__(self) -> str:
        key = ".".join(str(key)[:SHOWN] for key in self.keys)
        return f"{key}: {self.message}".removeprefix(": ")


class _Field(NamedTuple):
    name: str
    type: Any
    required: bool


@cache
def _fields(kind: type) -> dict[str, _Field]:
    """The fields of a dataclass by the keys of its files."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for field in fields(kind):
        dashed = field.name.replace("_", "-") if issubclass(kind, Declared) else field.name
        required = field.default is MISSING and field.default_factory is MISSING
        key = field.metadata.get("key", dashed)
        found[key] = _Field(field.name, hints[field.name], required)
    return found


def _made(content: Any, kind: Any) -> Any:
    """The content as a type; the one place that knows all kinds of annotations."""
    if kind is Any:
        return content
    if hasattr(kind, "DECLARED"):
        return kind(_made(content, kind.DECLARED))
    if not _taken(content, kind):
        raise _MisfitError(problem("", content, _expected(kind)))
    if isinstance(content, str) and not _is_unicode(content):
        raise _MisfitError(f"{_shown(content)} is no text that a file can hold")
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        made = _made(content, arguments[0])
        if not all(limit.admit(made) for limit in arguments[1:]):
            raise _MisfitError(problem("", content, _expected(kind)))
        return made
    if origin in (Union, UnionType):
        return _made(content, next(member for member in arguments if _taken(content, member)))
    if origin is dict:
        return dict(_pairs(content, *arguments))
    if origin is tuple:
        return tuple(_items(content, arguments))
    if is_dataclass(kind):
        return _dataclass(content, kind)
    if isinstance(kind, type) and issubclass(kind, tuple):
        hints = get_type_hints(kind, include_extras=True)
        return kind(*_items(content, tuple(hints[name] for name in kind._fields)))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(content)
    return float(content) if kind is float else content


def _pairs(content: dict, key_type: Any, value_type: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in content.items():
        try:
            yield _made(key, key_type), _made(value, value_type)
        except _MisfitError as misfit:
            raise misfit.inside(key) from None


def _items(content: list, types: tuple) -> Iterator[Any]:
    if types[-1] is ...:
        types = types[:1] * len(content)
    if len(types) != len(content):
        raise _MisfitError(problem("", content, f"a list of length {len(types)}"))
    for index, (value, kind) in enumerate(zip(content, types, strict=True)):
        try:
            yield _made(value, kind)
        except _MisfitError as misfit:
            raise misfit.inside(index) from None


def _dataclass(content: dict, kind: type) -> Any:
    known, values = _fields(kind), {}
    for key, field in known.items():
        if key in content:
            try:
                values[field.name] = _made(content[key], field.type)
            except _MisfitError as misfit:
                raise misfit.inside(key) from None
    for key in sorted(map(str, content.keys() - known)):
        hint = did_you_mean(key, known)
        expected = f"one of {', '.join(known)} instead of this key{hint}"
        raise _MisfitError(problem("", content.get(key), expected), key)
    for key, field in known.items():
        if field.required and key not in content:
            raise _MisfitError(f"{key!r} is missing")
    try:
        return kind(**values)
    except ValueError as error:
        raise _MisfitError(str(error)) from None


def _taken(content: Any, kind: Any) -> bool:
    """True where content of this kind can be what the type says, whatever is inside it."""
    origin, arguments = get_origin(kind), get_args(kind)
    if hasattr(kind, "DECLARED"):
        return _taken(content, kind.DECLARED)
    if origin is Annotated:
        return _taken(content, arguments[0])
    if origin in (Union, UnionType):
        return any(_taken(content, member) for member in arguments)
    choices = _choices(kind)
    if choices:
        return any(type(content) is type(choice) and content == choice for choice in choices)
    if kind in (str, int, bool, NoneType):
        return type(content) is kind
    if kind is float:
        return type(content) in (int, float) and _is_finite(content)
    if origin is dict or is_dataclass(kind):
        return isinstance(content, dict)
    return kind is Any or isinstance(content, list | tuple)


def _choices(kind: Any) -> tuple:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(member.value for member in kind)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _expected(kind: Any) -> str:
    origin, arguments = get_origin(kind), get_args(kind)
    if hasattr(kind, "DECLARED"):
        return _expected(kind.DECLARED)
    if origin is Annotated:
        described = _expected(arguments[0])
        for limit in arguments[1:]:
            described = limit.described(described)
        return described
    if origin in (Union, UnionType):
        return " or ".join(map(_expected, arguments))
    if choices := _choices(kind):
        return f"one of {', '.join(map(str, choices))}"
    if origin is dict or is_dataclass(kind):
        return NAMES[dict]
    return NAMES.get(kind, NAMES[list])


def _is_unicode(text: str) -> bool:
    """False for text with half of a character, which JSON and Python can write."""
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number beyond all floats
        return False
