"""Errors for users: one line with place, value and expectation."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TypeVar

Choice = TypeVar("Choice", bound=str)


class NonprojError(Exception):
    """A failure that a user can fix; the command line prints it and exits with status 2.

    Each argument is a line of its own."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Ask about the most similar names, at the end of a message; "" if none is similar.

    A name that ends in the word counts as similar, since names of treebanks share prefixes."""
    names = sorted(names)
    close = [*(n for n in names if n.endswith(f"-{word}")), *get_close_matches(word, names)]
    hint = " or ".join(dict.fromkeys(close[:3]))
    return f"; did you mean {hint}?" if hint else ""


def one_of(choices: Iterable[Choice], name: str, what: str) -> Choice:
    """Return the choice of a name; raise NonprojError with all names if there is none."""
    known = {str(choice): choice for choice in choices}
    if name not in known:
        hint = did_you_mean(name, known)
        raise NonprojError(f"{what} {name!r}; expected one of {', '.join(known)}{hint}")
    return known[name]
