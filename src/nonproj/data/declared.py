"""Conversion of YAML and JSON to dataclasses; type annotations say what a key may contain.

An annotation may consist of `str`, `int`, `float`, `bool`, `None`, `Any`, `Literal`, enumerations,
`tuple`, `dict`, dataclasses, named tuples, `Annotated` with `Limits` or `Pattern`, and unions of
types that accept different kinds of content. If a class has the attribute `DECLARED`, this
attribute names a type, and the class is called with a value of that type."""

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
SHOWN = 60  # how many characters of a value or key a message shows
LONGEST_MESSAGE = 2000


@dataclass_transform(frozen_default=True)
class Declared:
    """A frozen dataclass for one level of a file; keys in the file have `-` where fields have `_`.

    To check several fields together, a subclass raises ValueError or NonprojError in
    `__post_init__`. For any other dataclass, the keys in the file are the field names
    themselves."""

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        dataclass(frozen=True, kw_only=kw_only)(cls)


class Stored(NamedTuple):
    """The content of a model file: a header and arrays."""

    content: Declared
    arrays: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The bounds of a number, or the minimum length of a text, list or mapping."""

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
    """A regular expression that the whole text must match."""

    pattern: str

    def admit(self, text: str) -> bool:
        return bool(re.fullmatch(self.pattern, text))

    def described(self, kind: str) -> str:
        return f"{kind} that matches {self.pattern}"


Name = Annotated[str, Limits(min_length=1)]


def as_declared(content: Any, declared: type[Made], place: str) -> Made:
    """Convert content to a type; errors name the place, key and value, and what was expected."""
    try:
        return _reader(declared).read(content)
    except _MisfitError as misfit:
        raise NonprojError(f"{place}: {_line(str(misfit))}") from None


def as_content(value: Any) -> Any:
    """Convert a value to content from which `as_declared` can restore it."""
    if is_dataclass(value):
        known = _fields(type(value))
        return {key: as_content(getattr(value, field.name)) for key, field in known.items()}
    if isinstance(value, dict):
        return {name: as_content(inside) for name, inside in value.items()}
    if isinstance(value, tuple | list):
        return [as_content(inside) for inside in value]
    return value.value if isinstance(value, Enum) else value


def reject_duplicates(names: Iterable[str], place: str) -> None:
    """Raise NonprojError for the first name that occurs twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise NonprojError(f"{place}: {name!r} occurs twice")
        seen.add(name)


def problem(key: str, value: object, expected: str) -> str:
    """Describe an unexpected value and what was expected instead, in one line."""
    return _line(f"{key}: {_shown(value)}; expected {expected}".removeprefix(": "))


def _line(message: str) -> str:
    """Shorten a message, and escape line ends and terminal control codes in it."""
    message = message[:LONGEST_MESSAGE]
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)


def _shown(value: object) -> str:
    shown = _short.repr(value)
    return shown if len(shown) <= SHOWN else shown[: SHOWN - 3] + "..."


_short = reprlib.Repr()
_short.maxstring = _short.maxother = SHOWN + 1


class _MisfitError(Exception):
    """An error for content that does not match its type; `keys` is the path to this content."""

    def __init__(self, message: str, *keys: str | int):
        self.message, self.keys = message, [*keys]

    def __str__(self) -> str:
        key = ".".join(str(key)[:SHOWN] for key in self.keys)
        return f"{key}: {self.message}".removeprefix(": ")


class _Reader(NamedTuple):
    """A conversion from content to a type; `make` is called only if `kinds` lists its kind."""

    expected: str
    kinds: tuple[type, ...]  # if empty, any kind is accepted
    make: Callable[[Any], Any]

    def read(self, content: Any) -> Any:
        if self.kinds and _kind(content) not in self.kinds:
            raise self.misfit(content)
        return self.make(content)

    def read_at(self, key: str | int, content: Any) -> Any:
        """Read the content of a key; if the content does not fit, add the key to the error."""
        try:
            return self.read(content)
        except _MisfitError as misfit:
            misfit.keys.insert(0, key)
            raise

    def misfit(self, content: Any) -> _MisfitError:
        return _MisfitError(problem("", content, self.expected))


def _text(content: str) -> str:
    try:
        content.encode()
    except UnicodeEncodeError:  # a lone surrogate, which JSON and Python allow
        raise _MisfitError(f"{_shown(content)} cannot be encoded in UTF-8") from None
    return content


def _finite(content: float) -> float:
    try:
        number = float(content)
    except OverflowError:  # a whole number too large for any float
        number = math.inf
    if not math.isfinite(number):
        raise _MisfitError(problem("", content, "a finite number"))
    return number


def _choice(choices: dict[Any, Any]) -> _Reader:
    """Return a reader that accepts the keys of `choices` and returns the corresponding values."""
    known = {(type(choice), choice): made for choice, made in choices.items()}

    def make(content: Any) -> Any:
        if (type(content), content) not in known:
            raise reader.misfit(content)
        return known[type(content), content]

    expected = f"one of {', '.join(map(str, choices))}"
    reader = _Reader(expected, tuple(map(type, choices)), make)
    return reader


def _union(members: list[_Reader]) -> _Reader:
    """Return a reader that selects a member of the union by the kind of the content."""
    of_kind = {kind: member for member in members for kind in member.kinds}
    expected = " or ".join(member.expected for member in members)
    return _Reader(expected, tuple(of_kind), lambda content: of_kind[_kind(content)].make(content))


def _limited(inner: _Reader, limit: Limits | Pattern) -> _Reader:
    def make(content: Any) -> Any:
        made = inner.make(content)
        if not limit.admit(made):
            raise reader.misfit(content)
        return made

    reader = _Reader(limit.described(inner.expected), inner.kinds, make)
    return reader


def _constructed(inner: _Reader, function: Callable[[Any], Any]) -> _Reader:
    """Return a reader that applies a function to the result of the inner reader."""
    return inner._replace(make=lambda content: function(inner.make(content)))


def _sequence(expected: str, items: Callable[[int], list[_Reader]]) -> _Reader:
    """Return a reader for tuples; `items` maps the number of items to one reader per item."""

    def make(content: Sequence) -> tuple:
        readers = items(len(content))
        if len(readers) != len(content):
            raise reader.misfit(content)
        pairs = enumerate(zip(readers, content, strict=True))
        return tuple(item.read_at(place, inside) for place, (item, inside) in pairs)

    reader = _Reader(expected, (list,), make)
    return reader


def _fixed(items: list[_Reader]) -> _Reader:
    return _sequence(f"a list of length {len(items)}", lambda _: items)


def _mapping(key: _Reader, value: _Reader) -> _Reader:
    def make(content: dict) -> dict:
        return {key.read_at(k, k): value.read_at(k, inside) for k, inside in content.items()}

    return _Reader("a mapping", (dict,), make)


def _dataclass(kind: type) -> _Reader:
    known = _fields(kind)

    def make(content: dict) -> Any:
        given = {key: field for key, field in known.items() if key in content}
        values = {field.name: field.reader.read_at(k, content[k]) for k, field in given.items()}
        for key in sorted(map(str, content.keys() - known)):
            expected = f"one of {', '.join(known)} instead of this key{did_you_mean(key, known)}"
            raise _MisfitError(problem("", content.get(key), expected), key)
        for key, field in known.items():
            if field.required and key not in content:
                raise _MisfitError(f"{key!r} is missing")
        try:
            return kind(**values)
        except (ValueError, NonprojError) as error:
            raise _MisfitError(str(error)) from None

    return _Reader("a mapping", (dict,), make)


class _Field(NamedTuple):
    name: str
    reader: _Reader
    required: bool


@cache
def _fields(kind: type) -> dict[str, _Field]:
    """Map the keys in a file to the fields of a dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for field in fields(kind):
        dashed = field.name.replace("_", "-") if issubclass(kind, Declared) else field.name
        required = field.default is MISSING and field.default_factory is MISSING
        key = field.metadata.get("key", dashed)
        found[key] = _Field(field.name, _reader(hints[field.name]), required)
    return found


def _kind(content: Any) -> type:
    """Return the kind of a value: `dict`, `list`, or the type of a scalar."""
    if isinstance(content, dict):
        return dict
    return list if isinstance(content, list | tuple) else type(content)


@cache
def _reader(kind: Any) -> _Reader:
    """Build the reader for an annotation."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in SCALARS:
        return SCALARS[kind]
    if hasattr(kind, "DECLARED"):
        return _constructed(_reader(kind.DECLARED), kind)
    if origin is Annotated:
        return reduce(_limited, arguments[1:], _reader(arguments[0]))
    if origin in (Union, UnionType):
        return _union([_reader(member) for member in arguments])
    if origin is Literal:
        return _choice({choice: choice for choice in arguments})
    if origin is dict:
        return _mapping(*map(_reader, arguments))
    if origin is tuple and arguments[-1] is ...:
        each = _reader(arguments[0])
        return _sequence("a list", lambda length: [each] * length)
    if origin is tuple:
        return _fixed([_reader(item) for item in arguments])
    if is_dataclass(kind):
        return _dataclass(kind)
    if issubclass(kind, tuple):
        hints = get_type_hints(kind, include_extras=True)
        return _constructed(_fixed([_reader(hints[name]) for name in kind._fields]), kind._make)
    return _choice({member.value: member for member in kind})


def _same(content: Any) -> Any:
    return content


SCALARS = {
    Any: _Reader("anything", (), _same),
    str: _Reader("text", (str,), _text),
    int: _Reader("a whole number", (int,), _same),
    float: _Reader("a number", (int, float), _finite),
    bool: _Reader("true or false", (bool,), _same),
    NoneType: _Reader("null", (NoneType,), _same),
}
