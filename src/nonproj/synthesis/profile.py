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


class Declaration(Grammar, kw_only=True):
    """A profile as declared in its file; `references` checks that all names are defined."""

    title: Name
    description: Name
    lexicon_seed: Annotated[int, Limits(ge=0)]  # for words, frequencies and preferences
    sounds: Sounds
    words: dict[Id, Word]  # the word classes


@dataclass(frozen=True)
class Profile:
    """An artificial language; messages show its title."""

    title: str
    grammar: Grammar
    lexicon: Mapping[str, WordClass]


def load_profile(path: str | Path) -> Profile:
    """Load an artificial language from a YAML file; raise NonprojError with all defects found."""
    declared = read_declared(path, Declaration)
    problems = [f"{path}: {problem}" for problem in inconsistencies(declared)]
    if problems:
        raise NonprojError("\n".join(problems))
    try:
        lexicon = build_lexicon(
            declared.words, declared.sounds, declared.noise, declared.lexicon_seed
        )
    except NonprojError as error:
        raise NonprojError(f"{path}: {error}") from error
    return Profile(declared.title, declared.completed, lexicon)
