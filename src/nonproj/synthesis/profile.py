"""Profiles of artificial languages (data/embedded/*.yaml): their fields, and reading them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from nonproj.data.declared import Declared, Limits, Name
from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError
from nonproj.synthesis.grammar import (
    COORDINATION,
    Coordination,
    Grammar,
    Length,
    Movement,
    Noise,
    Phrase,
    Rate,
    Slot,
    confusion,
    whole,
)
from nonproj.synthesis.lexicon import Sounds, Word, WordClass, build_lexicon
from nonproj.synthesis.references import inconsistencies
from nonproj.synthesis.streams import Choice, Id


class ProfileError(NonprojError):
    """A file that is not a profile; one line per problem with file, key and value."""


class Declaration(Declared):
    """A profile as its file declares it; `references` checks that every name used is defined."""

    title: Name
    description: Name
    lexicon_seed: Annotated[int, Limits(ge=0)]  # words, their frequencies and preferences
    length: Length
    fading: Rate  # factor on the rate of an optional dependent for each level of depth
    noise: Noise
    sounds: Sounds
    words: dict[Id, Word]  # the word classes
    coordination: Coordination
    movements: tuple[Movement, ...]  # a phrase makes the first that it can
    start: Choice  # the phrase of a whole sentence
    comma: Id  # the phrase of a comma
    phrases: dict[Id, Phrase]
    slot_groups: dict[Id, tuple[Slot, ...]] = field(default_factory=dict)  # used by name

    @property
    def grammar(self) -> Grammar:
        phrases = {name: whole(phrase, self.slot_groups) for name, phrase in self.phrases.items()}
        return Grammar(
            start=self.start,
            phrases=phrases | {COORDINATION: self.coordination.phrase},
            coordination=self.coordination,
            movements=self.movements,
            comma=self.comma,
            length=self.length,
            fading=self.fading,
            confusions={
                label: confusion(label, wrong) for label, wrong in self.noise.labels.items()
            },
        )


@dataclass(frozen=True)
class Profile:
    """An artificial language; title and description are shown in reports."""

    title: str
    description: str
    grammar: Grammar
    lexicon: Mapping[str, WordClass]


def load_profile(path: str | Path) -> Profile:
    """The language described by a YAML file; ProfileError names what is wrong in it."""
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
    return Profile(declared.title, declared.description, declared.grammar, lexicon)
