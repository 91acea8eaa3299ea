"""Errors for users: each is one line with the place, the value and the expected value."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TypeVar

Choice = TypeVar("Choice", bound=str)


class NonprojError(ValueError):
    """An error that the user can fix; the command line prints it and exits with status 2.

    Each argument is printed on its own line."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a hint that lists similar names, to append to a message; "" if no name is similar.

    A name that ends in -WORD also counts as similar, because treebank names share prefixes."""
    names = sorted(names)
    close = [*(n for n in names if n.endswith(f"-{word}")), *get_close_matches(word, names)]
    hint = " or ".join(dict.fromkeys(close[:3]))
    return f"; did you mean {hint}?" if hint else ""


def one_of(choices: Iterable[Choice], name: str, what: str) -> Choice:
    """Return the choice with this name; if there is none, raise an error that lists all names."""
    known = {str(choice): choice for choice in choices}
    if name not in known:
        hint = did_you_mean(name, known)
        raise NonprojError(f"{what} {name!r}; expected one of {', '.join(known)}{hint}")
    return known[name]
