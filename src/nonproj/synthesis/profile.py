"""Loading of profiles of artificial languages (data/embedded/*.yaml)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError
from nonproj.synthesis.grammar import Grammar
from nonproj.synthesis.lexicon import WordClass, build_lexicon
from nonproj.synthesis.references import Declaration, inconsistencies


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
