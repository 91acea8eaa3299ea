"""Enumerations for options that are given by name."""

from enum import StrEnum

from nonproj.errors import NonprojError, did_you_mean


class Option(StrEnum):
    """An option given by name; an unknown name raises a NonprojError that lists the known names."""

    @classmethod
    def _missing_(cls, value: object) -> None:
        names = ", ".join(cls) + did_you_mean(str(value), cls)
        raise NonprojError(f"{cls.__name__.lower()} {value!r}; expected one of {names}")


class Labels(Option):
    FULL = "full"
    UNIVERSAL = "universal"  # ignores the subtype after ':' (CoNLL 2017 and 2018 shared tasks)


class Punctuation(Option):
    INCLUDE = "include"
    EXCLUDE = "exclude"  # by form, as in the CoNLL-X scorer
    EXCLUDE_UPOS = "exclude-upos"  # words tagged PUNCT


class Grouping(Option):
    DEPREL = "deprel"
    UPOS = "upos"
    CONSTRUCTION = "construction"
