"""Content of YAML and JSON files as dataclasses, whose annotations say what each key may hold.

They are made of `str`, `int`, `float`, `bool`, `None`, `Any`, `Literal`, enumerations, `tuple`,
`dict`, dataclasses, named tuples, `Annotated` with `Limits` or `Pattern`, and unions whose members
take different kinds of content. A class with `DECLARED` is made from content of that type."""

import math
import re
import reprlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, reduce
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
    """Make a type from content; raise NonprojError with place, key, value and expectation."""
    try:
        return _reader(declared).read(content)
    except _MisfitError as misfit:
        raise NonprojError(f"{place}: {_line(str(misfit))}") from None


def as_content(value: Any) -> Any:
    """Return the content of a file from which `as_declared` makes the value again."""
    if is_dataclass(value):
        known = _fields(type(value))
        return {key: as_content(getattr(value, field.name)) for key, field in known.items()}
    if isinstance(value, dict):
        return {name: as_content(inside) for name, inside in value.items()}
    if isinstance(value, tuple | list):
        return [as_content(inside) for inside in value]
    return value.value if isinstance(value, Enum) else value


def reject_duplicates(names: Iterable[str], place: str) -> None:
    """Raise ValueError for the first name that occurs again."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{place}: {name!r} is there twice")
        seen.add(name)


def problem(key: str, value: object, expected: str) -> str:
    """Describe in one line a value that is not as expected."""
    return _line(f"{key}: {_shown(value)}; expected {expected}".removeprefix(": "))


def _line(message: str) -> str:
    """Return the beginning of a message; line ends and codes of terminals are escaped."""
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


class _Reader:
    """A type that is made from content of some kinds; here, the content itself."""

    def __init__(self, expected: str, *kinds: type):
        self.expected, self.kinds = expected, kinds

    def read(self, content: Any) -> Any:
        if _kind(content) not in self.kinds:
            raise self.misfit(content)
        return self.made(content)

    def made(self, content: Any) -> Any:
        return content

    def misfit(self, content: Any) -> _MisfitError:
        return _MisfitError(problem("", content, self.expected))


class _Anything(_Reader):
    def read(self, content: Any) -> Any:
        return content


class _Text(_Reader):
    def made(self, content: str) -> str:
        try:
            content.encode()
        except UnicodeEncodeError:  # half of a character, which JSON and Python can write
            raise _MisfitError(f"{_shown(content)} is no text that a file can hold") from None
        return content


class _Number(_Reader):
    def made(self, content: float) -> float:
        try:
            number = float(content)
        except OverflowError:  # a whole number beyond all floats
            number = math.inf
        if not math.isfinite(number):
            raise _MisfitError(problem("", content, "a finite number"))
        return number


class _Choice(_Reader):
    """One of the values, or what stands for it."""

    def __init__(self, choices: dict[Any, Any]):
        super().__init__(f"one of {', '.join(map(str, choices))}", *map(type, choices))
        self.choices = {(type(choice), choice): made for choice, made in choices.items()}

    def read(self, content: Any) -> Any:
        if type(content) not in self.kinds or (type(content), content) not in self.choices:
            raise self.misfit(content)
        return self.choices[type(content), content]


class _Union(_Reader):
    """The member that takes content of this kind."""

    def __init__(self, members: list[_Reader]):
        self.members = {kind: member for member in members for kind in member.kinds}
        super().__init__(" or ".join(member.expected for member in members), *self.members)

    def made(self, content: Any) -> Any:
        return self.members[_kind(content)].read(content)


class _Limited(_Reader):
    def __init__(self, inner: _Reader, limit: Limits | Pattern):
        super().__init__(limit.described(inner.expected), *inner.kinds)
        self.inner, self.limit = inner, limit

    def made(self, content: Any) -> Any:
        made = self.inner.read(content)
        if not self.limit.admit(made):
            raise self.misfit(content)
        return made


class _Constructed(_Reader):
    """What a function makes from another type."""

    def __init__(self, inner: _Reader, function: Callable[[Any], Any]):
        super().__init__(inner.expected, *inner.kinds)
        self.inner, self.function = inner, function

    def made(self, content: Any) -> Any:
        return self.function(self.inner.read(content))


class _Sequence(_Reader):
    """Items of one type, or one type for each."""

    def __init__(self, each: _Reader | None, items: list[_Reader]):
        super().__init__("a list" if each else f"a list of length {len(items)}", list)
        self.each, self.items = each, items

    def made(self, content: Sequence) -> tuple:
        items = [self.each] * len(content) if self.each else self.items
        if len(items) != len(content):
            raise self.misfit(content)
        made: list[Any] = []
        try:
            for reader, item in zip(items, content, strict=True):
                made.append(reader.read(item))
        except _MisfitError as misfit:
            raise misfit.inside(len(made)) from None
        return tuple(made)


class _Mapping(_Reader):
    def __init__(self, key: _Reader, value: _Reader):
        super().__init__("a mapping", dict)
        self.key, self.value = key, value

    def made(self, content: dict) -> dict:
        made = {}
        for key, value in content.items():
            try:
                name = self.key.read(key)
                made[name] = self.value.read(value)
            except _MisfitError as misfit:
                raise misfit.inside(key) from None
        return made


class _Dataclass(_Reader):
    def __init__(self, kind: type):
        super().__init__("a mapping", dict)
        self.kind, self.fields = kind, _fields(kind)

    def made(self, content: dict) -> Any:
        values = {}
        for key, field in self.fields.items():
            if key in content:
                try:
                    values[field.name] = field.reader.read(content[key])
                except _MisfitError as misfit:
                    raise misfit.inside(key) from None
        for key in sorted(map(str, content.keys() - self.fields)):
            hint = did_you_mean(key, self.fields)
            expected = f"one of {', '.join(self.fields)} instead of this key{hint}"
            raise _MisfitError(problem("", content.get(key), expected), key)
        for key, field in self.fields.items():
            if field.required and key not in content:
                raise _MisfitError(f"{key!r} is missing")
        try:
            return self.kind(**values)
        except ValueError as error:
            raise _MisfitError(str(error)) from None


class _Field(NamedTuple):
    name: str
    reader: _Reader
    required: bool


@cache
def _fields(kind: type) -> dict[str, _Field]:
    """Return the fields of a dataclass by the keys of its files."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for field in fields(kind):
        dashed = field.name.replace("_", "-") if issubclass(kind, Declared) else field.name
        required = field.default is MISSING and field.default_factory is MISSING
        key = field.metadata.get("key", dashed)
        found[key] = _Field(field.name, _reader(hints[field.name]), required)
    return found


def _kind(content: Any) -> type:
    """Return what YAML and JSON tell apart: `dict`, `list`, or the type of a scalar."""
    if isinstance(content, dict):
        return dict
    return list if isinstance(content, list | tuple) else type(content)


@cache
def _reader(kind: Any) -> _Reader:
    """Build the reader of an annotation."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in SCALARS:
        return SCALARS[kind]
    if hasattr(kind, "DECLARED"):
        return _Constructed(_reader(kind.DECLARED), kind)
    if origin is Annotated:
        return reduce(_Limited, arguments[1:], _reader(arguments[0]))
    if origin in (Union, UnionType):
        return _Union([_reader(member) for member in arguments])
    if origin is Literal:
        return _Choice({choice: choice for choice in arguments})
    if origin is dict:
        return _Mapping(*map(_reader, arguments))
    if origin is tuple and arguments[-1] is ...:
        return _Sequence(_reader(arguments[0]), [])
    if origin is tuple:
        return _Sequence(None, [_reader(item) for item in arguments])
    if is_dataclass(kind):
        return _Dataclass(kind)
    if issubclass(kind, tuple):
        hints = get_type_hints(kind, include_extras=True)
        items = [_reader(hints[name]) for name in kind._fields]
        return _Constructed(_Sequence(None, items), kind._make)
    return _Choice({member.value: member for member in kind})


SCALARS = {
    Any: _Anything("anything"),
    str: _Text("text", str),
    int: _Reader("a whole number", int),
    float: _Number("a number", int, float),
    bool: _Reader("true or false", bool),
    NoneType: _Reader("null", NoneType),
}
