"""YAML files whose fields are declared once, as types that refuse unknown keys (msgspec)."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
import yaml

from nonproj.errors import NonprojError, did_you_mean

Declared = TypeVar("Declared")
Name = Annotated[str, msgspec.Meta(min_length=1)]


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The fields of one level of a file; `published_only` is `published-only` there.

    A subclass checks several fields together in `__post_init__`, with a ValueError. Patterns are
    checked there, too (`require`): msgspec 0.22 corrupts memory where types have patterns."""


def require(pattern: str, *texts: str | None) -> None:
    """ValueError for a text that does not match as a whole; None is nothing to check."""
    for text in texts:
        if text is not None and not re.fullmatch(pattern, text):
            raise ValueError(f"{text!r}; expected text that matches {pattern}")


def reject_duplicates(names: Iterable[str], place: str) -> None:
    """ValueError for the first name that occurs again."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{place}: {name!r} is there twice")
        seen.add(name)


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Keys are strings that occur once; folded and literal text ends without a newline."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        seen: set[str] = set()
        for key_node, _ in node.value:
            key, line = self.construct_object(key_node, deep=True), key_node.start_mark.line + 1
            if not isinstance(key, str):
                raise NonprojError(f"line {line}: key {key!r} is not text; expected quotes")
            if key in seen:
                raise NonprojError(f"line {line}: key {key!r} occurs twice")
            seen.add(key)
        return super().construct_mapping(node, deep)

    def construct_scalar(self, node: yaml.ScalarNode) -> str:
        text = super().construct_scalar(node)
        return text.rstrip("\n") if node.style in ("|", ">") else text


def read_yaml(path: Path | str) -> Any:
    """The content of a file; NonprojError names the file and what is wrong in it."""
    try:
        return yaml.load(Path(path).read_text(encoding="utf-8"), Loader=_Loader)
    except FileNotFoundError:
        raise NonprojError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError, yaml.YAMLError, NonprojError) as error:
        problem = str(error).replace('in "<unicode string>", ', "at ")
        raise NonprojError(f"{path}: {' '.join(problem.split())}") from None


def read_declared(path: Path | str, declared: type[Declared]) -> Declared:
    """The content of a file as the type that declares its fields."""
    return as_declared(read_yaml(path), declared, str(path))


def as_declared(content: Any, declared: type[Declared], place: str) -> Declared:
    """The content as the type; NonprojError names place, key, value and what was expected."""
    try:
        return _convert(content, declared)
    except msgspec.ValidationError as error:
        raise NonprojError(f"{place}: {_problem(content, declared, '', error)}") from None


def _convert(content: Any, declared: type[Declared]) -> Declared:
    try:
        return msgspec.convert(content, declared, dec_hook=_made)
    except UnicodeEncodeError as error:  # YAML can write half of a character
        message = f"{error.object!r} is no text that a file can hold"
        raise msgspec.ValidationError(message) from None


def _made(kind: Any, content: Any) -> Any:
    """An object of a class that is made from content of the type `DECLARED`."""
    return kind(msgspec.convert(content, kind.DECLARED))


def problem(key: str, value: object, expected: str) -> str:
    """One line about a value that is not as expected."""
    shown = repr(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    return f"{key}: {shown}; expected {expected}".removeprefix(": ")


def _problem(content: Any, declared: Any, key: str, error: Exception) -> str:
    """The innermost part of the content that does not fit; msgspec names no keys of mappings."""
    for name, part, kind in _parts(content, declared):
        try:
            _convert(part, kind)
        except msgspec.ValidationError as inner:
            return _problem(part, kind, f"{key}.{name}".lstrip("."), inner)
    for kind in _alternatives(declared):
        if isinstance(content, dict) and _is_model(kind):
            known = [field.encode_name for field in msgspec.structs.fields(kind)]
            for name in content.keys() - known:
                hint = did_you_mean(str(name), known)
                expected = f"one of {', '.join(known)} instead of this key{hint}"
                return problem(f"{key}.{name}".lstrip("."), content[name], expected)
    message = re.sub(r" - at `.*`$", "", str(error))
    if message.startswith("Object missing required field"):
        return f"{key}: {message.split('`')[1]!r} is missing".removeprefix(": ")
    if message.startswith("Invalid enum value"):
        return problem(key, content, f"one of {', '.join(_choices(declared))}")
    if message.startswith("Expected"):
        return problem(key, content, message.removeprefix("Expected ").replace("`", ""))
    return f"{key}: {message}".removeprefix(": ")


def _parts(content: Any, declared: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """Name, value and declared type of everything directly inside the content."""
    for kind in _alternatives(declared):
        arguments = get_args(kind)
        if isinstance(content, dict) and _is_model(kind):
            for field in msgspec.structs.fields(kind):
                if field.encode_name in content:
                    yield field.encode_name, content[field.encode_name], field.type
        elif isinstance(content, dict) and get_origin(kind) is dict:
            for name, value in content.items():
                yield name, name, arguments[0]
                yield name, value, arguments[1]
        elif isinstance(content, list) and get_origin(kind) is tuple:
            kinds = [arguments[0]] * len(content) if arguments[-1] is ... else arguments
            for index, (value, of) in enumerate(zip(content, kinds, strict=False)):
                yield index, value, of


def _alternatives(declared: Any) -> list[Any]:
    """The members of a union; a type without constraints is its only one."""
    if get_origin(declared) is Annotated:
        return _alternatives(get_args(declared)[0])
    if get_origin(declared) in (Union, UnionType):
        return [kind for member in get_args(declared) for kind in _alternatives(member)]
    if hasattr(declared, "DECLARED"):
        return _alternatives(declared.DECLARED)
    return [declared]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _choices(declared: Any) -> list[str]:
    choices: list[str] = []
    for kind in _alternatives(declared):
        if get_origin(kind) is Literal:
            choices += map(str, get_args(kind))
        elif isinstance(kind, type) and issubclass(kind, Enum):
            choices += [str(member.value) for member in kind]
    return choices
