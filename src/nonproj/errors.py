"""What users see when something is wrong: one line with place, value and expectation."""

from collections.abc import Iterable
from difflib import get_close_matches


class NonprojError(Exception):
    """Any failure that a user can act on; the command line prints it and exits with status 2."""


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """A question about the most similar names, to end a message with; "" where none is similar.

    A name that ends in the word counts as similar, since names of treebanks share prefixes."""
    names = sorted(names)
    close = [*(n for n in names if n.endswith(f"-{word}")), *get_close_matches(word, names)]
    hint = " or ".join(dict.fromkeys(close[:3]))
    return f"; did you mean {hint}?" if hint else ""
