"""Safe reading of YAML files: time and memory are limited, and nothing is executed.

The rules are stricter than in YAML 1.1: keys must be text and must not occur twice, and tags like
`!!int` are rejected."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from nonproj.data.declared import Made, as_declared
from nonproj.errors import NonprojError

LARGEST = 10_000_000  # maximum number of bytes in a file
MOST_VALUES = 50_000  # the values of an alias are counted each time the alias is used
DEEPEST = 100
LONGEST_KEY = 200
LONGEST_NUMBER = 40
_PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN = yaml.SafeLoader("")  # determines what unquoted text stands for
_TEXT = _PLAIN.DEFAULT_SCALAR_TAG


def read_declared(path: Path | str, declared: type[Made]) -> Made:
    """Read a file and convert its content to the declared type."""
    return as_declared(read_yaml(path), declared, str(path))


def read_yaml(path: Path | str) -> Any:
    """Return the content of a YAML file; errors name the file, the line and the problem."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise NonprojError(f"more than {LARGEST} bytes")
        return _Document(data.decode()).content()
    except FileNotFoundError:
        raise NonprojError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError, yaml.YAMLError, NonprojError) as error:
        message = str(error).replace('in "<unicode string>", ', "at ")
        raise NonprojError(f"{path}: {' '.join(message.split())}") from None


class _Document:
    """A YAML text; its content is built from parser events, within the limits of this module.

    The event parser is not recursive, whereas the loaders of PyYAML recurse in C without any
    limit."""

    def __init__(self, text: str):
        self.events = yaml.parse(text, Loader=_PARSER)
        self.anchored: dict[str, Any] = {}
        self.values = 0

    def content(self) -> Any:
        next(self.events)  # the stream begins
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return None
        content = self._value(next(self.events), 0)
        next(self.events)  # the document ends
        event = next(self.events)
        if not isinstance(event, yaml.StreamEndEvent):
            raise _wrong(event, "a second document; expected one")
        return content

    def _value(self, event: yaml.Event, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, depth)
        self._count(event, depth)
        if event.tag:
            raise _wrong(event, f"tag {event.tag[:LONGEST_KEY]!r}; expected none")
        if isinstance(event, yaml.ScalarEvent):
            value = _scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            value = [
                self._value(inside, depth + 1) for inside in self._until(yaml.SequenceEndEvent)
            ]
        else:
            value = self._mapping(depth)
        if event.anchor:
            self.anchored[event.anchor] = value
        return value

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        while not isinstance(event := next(self.events), end):
            yield event

    def _mapping(self, depth: int) -> dict[str, Any]:
        value: dict[str, Any] = {}
        for event in self._until(yaml.MappingEndEvent):
            key = self._key(event)
            if key in value:
                raise _wrong(event, f"key {key!r} occurs twice")
            value[key] = self._value(next(self.events), depth + 1)
        return value

    def _key(self, event: yaml.Event) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise _wrong(event, "a key that is not text")
        if len(event.value) > LONGEST_KEY:
            raise _wrong(event, f"a key of more than {LONGEST_KEY} characters")
        key = self._value(event, 0)
        if not isinstance(key, str):
            raise _wrong(event, f"key {key!r} is not text; expected quotes")
        return key

    def _alias(self, event: yaml.AliasEvent, depth: int) -> Any:
        if event.anchor not in self.anchored:
            raise _wrong(event, f"alias {event.anchor[:LONGEST_KEY]!r}, which has not been defined")
        value = self.anchored[event.anchor]
        for below in _depths(value, depth):
            self._count(event, below)
        return value

    def _count(self, event: yaml.Event, depth: int) -> None:
        self.values += 1
        if self.values > MOST_VALUES:
            raise _wrong(event, f"more than {MOST_VALUES} values")
        if depth > DEEPEST:
            raise _wrong(event, f"nested more than {DEEPEST} levels deep")


def _depths(value: Any, depth: int) -> Iterator[int]:
    """Yield the depth of a value and of each value inside it."""
    yield depth
    inside = value.values() if isinstance(value, dict) else value
    for each in inside if isinstance(value, dict | list) else ():
        yield from _depths(each, depth + 1)


def _scalar(event: yaml.ScalarEvent) -> Any:
    """Return a scalar as YAML 1.1 defines it, but without final newlines in block text."""
    if event.style in ("|", ">"):
        return event.value.rstrip("\n")
    tag = _PLAIN.resolve(yaml.ScalarNode, event.value, event.implicit)
    if tag == _TEXT:
        return event.value
    if len(event.value) > LONGEST_NUMBER:
        raise _wrong(event, f"a number of more than {LONGEST_NUMBER} characters")
    try:
        return _PLAIN.construct_document(yaml.ScalarNode(tag, event.value))
    except (ValueError, yaml.YAMLError):
        raise _wrong(event, f"{event.value!r}; expected quotes around text") from None


def _wrong(event: yaml.Event, message: str) -> NonprojError:
    return NonprojError(f"line {event.start_mark.line + 1}: {message}")
