"""Safe reading of YAML files: time and memory are limited, and nothing is executed.

The rules are stricter than in YAML 1.1: keys must be text and must not occur twice, and tags like
`!!int` are rejected."""

from pathlib import Path
from typing import Any

import yaml
from yaml.composer import Composer
from yaml.constructor import SafeConstructor
from yaml.resolver import Resolver

from nonproj.data.declared import Declarable, as_declared, one_line, shown
from nonproj.errors import NonprojError

LARGEST_YAML = 10_000_000  # maximum number of bytes in a file
MOST_VALUES = 50_000  # the values of an alias are counted each time the alias is used
DEEPEST = 100
LONGEST_KEY = 200
LONGEST_NUMBER = 40
_NAMES = "tag:yaml.org,2002:"  # begins the names of types
_EVENTS = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_declared(path: Path | str, declared: type[Declarable]) -> Declarable:
    """Read a file and convert its content to the declared type."""
    return as_declared(read_yaml(path), declared, str(path))


def read_yaml(path: Path | str) -> Any:
    """Return the content of a YAML file; errors name the file, the line and the problem."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_YAML + 1)
        if len(data) > LARGEST_YAML:
            raise NonprojError(f"more than {LARGEST_YAML} bytes")
        return _Document(data.decode()).content()
    except FileNotFoundError:
        raise NonprojError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError, yaml.YAMLError, NonprojError) as error:
        message = " ".join(str(error).replace('in "<unicode string>", ', "at ").split())
        raise NonprojError(f"{path}: {one_line(message)}") from None


class _Document(Composer, SafeConstructor, Resolver):
    """A YAML text, read by the parts of PyYAML's safe loader, within the limits of this module.

    The loaders in C are not used as a whole, because they recurse without limit and crash."""

    def __init__(self, text: str):
        for part in (Composer, SafeConstructor, Resolver):
            part.__init__(self)
        events = _EVENTS(text)
        self.check_event, self.get_event = events.check_event, events.get_event
        self.peek_event = events.peek_event
        self.depth = self.values = 0

    def content(self) -> Any:
        node = self.get_single_node()
        self.values = 0
        return None if node is None else self.value(node, 0)

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node:
        event = self.peek_event()
        if getattr(event, "tag", None):
            raise _error(event, f"tag {shown(event.tag)}; expected none")
        self.count(event, self.depth)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def count(self, place: yaml.Event | yaml.Node, depth: int) -> None:
        self.values += 1
        if self.values > MOST_VALUES:
            raise _error(place, f"more than {MOST_VALUES} values")
        if depth > DEEPEST:
            raise _error(place, f"nested more than {DEEPEST} levels deep")

    def value(self, node: yaml.Node, depth: int) -> Any:
        """Return the content of a node; a node with an alias is read again each time."""
        self.count(node, depth)
        if isinstance(node, yaml.ScalarNode):
            return self.scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(inside, depth + 1) for inside in node.value]
        content = {}
        for key_node, inside in node.value:
            key = self.value(key_node, depth + 1)
            if not isinstance(key, str) or len(key) > LONGEST_KEY:
                expected = f"text of at most {LONGEST_KEY} characters, in quotes"
                raise _error(key_node, f"key {shown(key)}; expected {expected}")
            if key in content:
                raise _error(key_node, f"key {key!r} occurs twice")
            content[key] = self.value(inside, depth + 1)
        return content

    def scalar(self, node: yaml.ScalarNode) -> Any:
        """Return a scalar as YAML 1.1 defines it, but without final newlines in block text."""
        kind = node.tag.removeprefix(_NAMES)
        if kind == "str":
            return node.value.rstrip("\n") if node.style in ("|", ">") else node.value
        if len(node.value) > LONGEST_NUMBER:
            raise _error(node, f"a number of more than {LONGEST_NUMBER} characters")
        try:
            if kind in ("int", "float", "bool", "null"):
                return self.construct_object(node)
        except ValueError:
            pass
        raise _error(node, f"{node.value!r}; expected quotes around text")


def _error(place: yaml.Event | yaml.Node, message: str) -> NonprojError:
    return NonprojError(f"line {place.start_mark.line + 1}: {message}")
