"""Profiles of artificial languages: reading, validation, and what they are compiled into."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from nonproj.errors import NonprojError
from nonproj.fingerprint import PACKAGE
from nonproj.synthesis.grammar import Grammar
from nonproj.synthesis.lexicon import WordClass, build_lexicon
from nonproj.synthesis.references import Problem, inconsistencies

SCHEMA = PACKAGE.parent.parent / "workflow" / "schemas" / "profile.schema.yaml"


class ProfileError(NonprojError):
    """A file that is not a profile; one line per problem with file, key and value."""


@dataclass(frozen=True)
class Profile:
    """An artificial language; title and description are shown in reports."""

    title: str
    description: str
    grammar: Grammar
    lexicon: Mapping[str, WordClass]


def load_profile(path: str | Path) -> Profile:
    """The language described by a YAML file; ProfileError names every unknown key or bad value."""
    raw = _read(Path(path))
    validator = Draft202012Validator(_read(SCHEMA))
    errors = sorted(validator.iter_errors(raw), key=lambda error: error.json_path)
    _raise_if_any(path, (problem for error in errors for problem in _problems(error)))
    _raise_if_any(path, inconsistencies(raw))
    try:
        lexicon = build_lexicon(raw)
    except NonprojError as error:
        raise ProfileError(f"{path}: {error}") from error
    return Profile(raw["title"], raw["description"], Grammar.of(raw), lexicon)


def _raise_if_any(path: str | Path, problems: Iterable[Problem | str]) -> None:
    lines = [f"{path}: {problem}" for problem in problems]
    if lines:
        raise ProfileError("\n".join(lines))


def _problems(error: ValidationError) -> Iterator[Problem | str]:
    """Unknown keys one by one with their values; other errors in the words of the validator,
    which begin with the value."""
    place = ".".join(str(part) for part in error.absolute_path)
    if error.validator != "additionalProperties":
        yield f"{place}: {error.message}" if place else error.message
        return
    known = error.schema.get("properties", {})
    patterns = [*error.schema.get("patternProperties", {})]
    for key, value in error.instance.items():
        if key not in known and not any(re.search(pattern, key) for pattern in patterns):
            expected = f"one of {', '.join([*known, *patterns])}"
            yield Problem(f"{place}.{key}".lstrip("."), value, f"{expected} instead of this key")


class _Loader(yaml.SafeLoader):
    """YAML in which every key is a string and occurs once, so that nothing is dropped silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for index, key in enumerate(keys):
            line = node.value[index][0].start_mark.line + 1
            if not isinstance(key, str):
                raise ProfileError(f"line {line}: key {key!r} is not text; expected quotes")
            if key in keys[:index]:
                raise ProfileError(f"line {line}: key {key!r} occurs twice")
        return super().construct_mapping(node, deep)


def _read(path: Path) -> Any:
    try:
        return yaml.load(path.read_text("utf-8"), Loader=_Loader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ProfileError) as error:
        raise ProfileError(f"{path}: {error}") from error
