"""Options are types at the edge: a name that is none raises at once."""

from enum import StrEnum

from nonproj.errors import NonprojError


class Option(StrEnum):
    """A choice by name; NonprojError lists the names where there is no such choice."""

    @classmethod
    def _missing_(cls, value: object) -> None:
        names = ", ".join(cls)
        raise NonprojError(f"{cls.__name__.lower()} {value!r}; expected one of {names}")
