"""Declaration and loading of profiles of artificial languages (data/embedded/*.yaml)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from nonproj.data.declared import Limits, Name
from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError
from nonproj.synthesis.grammar import Grammar
from nonproj.synthesis.lexicon import Sounds, Word, WordClass, build_lexicon
from nonproj.synthesis.references import inconsistencies
from nonproj.synthesis.streams import Id


class ProfileError(NonprojError):
    """Raised for an invalid profile; each line of the message gives the file, key and value."""


class Declaration(Grammar, kw_only=True):
    """A profile as declared in its file; `references` checks that all names are defined."""

    title: Name
    description: Name
    lexicon_seed: Annotated[int, Limits(ge=0)]  # for words, frequencies and preferences
    sounds: Sounds
    words: dict[Id, Word]  # the word classes


@dataclass(frozen=True)
class Profile:
    """An artificial language; its title and description are shown in reports."""

    title: str
    description: str
    grammar: Grammar
    lexicon: Mapping[str, WordClass]


def load_profile(path: str | Path) -> Profile:
    """Load an artificial language from a YAML file; raise ProfileError with all defects found."""
    try:
        declared = read_declared(path, Declaration)
    except NonprojError as error:
        raise ProfileError(str(error)) from None
    problems = [f"{path}: {problem}" for problem in inconsistencies(declared)]
    if problems:
        raise ProfileError("\n".join(problems))
    try:
        lexicon = build_lexicon(
            declared.words, declared.sounds, declared.noise, declared.lexicon_seed
        )
    except NonprojError as error:
        raise ProfileError(f"{path}: {error}") from error
    return Profile(declared.title, declared.description, declared.completed, lexicon)
