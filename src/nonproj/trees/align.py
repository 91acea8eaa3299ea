"""Checks that treebanks contain the same text and that every word has a head."""

from collections.abc import Callable
from itertools import zip_longest
from unicodedata import normalize

import numpy as np

from nonproj.data.treebank import MISSING_HEAD, Treebank
from nonproj.errors import NonprojError
from nonproj.trees.columns import position_of

END = ""  # no form is empty


def require_same_text(first: Treebank, *others: Treebank) -> None:
    """Raise NonprojError at the first place where the treebanks' sentences or forms differ."""
    for other in others:
        if not _same_text(first, other):
            raise NonprojError(_first_difference(first, other))


def require_heads(*treebanks: Treebank) -> None:
    """Raise NonprojError unless every word has a head."""
    for treebank in treebanks:
        missing = treebank.head == MISSING_HEAD
        if missing.any():
            where = position_of(treebank.start, int(missing.argmax()))
            raise NonprojError(f"{treebank.name}: {where}: no head, expected a parse")


def _same_text(first: Treebank, other: Treebank) -> bool:
    return np.array_equal(first.start, other.start) and np.array_equal(
        first.form.codes, other.form.recoded(first.form.values)
    )


def _first_difference(first: Treebank, other: Treebank) -> str:
    """Describe the first difference; forms are None at sentence ends and END after the text."""
    names = f"{first.name} and {other.name} contain different texts"
    pairs = zip_longest(first.form.strings(), other.form.strings(), fillvalue=END)
    slot, (a, b) = next((slot, pair) for slot, pair in enumerate(pairs) if pair[0] != pair[1])
    if {a, b} == {None, END}:
        return f"{names}: {first.n_sentences} and {other.n_sentences} sentences"
    holder = other if a in (None, END) else first
    alike = a and b and normalize("NFC", a) == normalize("NFC", b)
    shown = " and ".join(_quoted(form, ascii if alike else repr) for form in (a, b))
    return f"{names}: {position_of(holder.start, slot)}: {shown}"


def _quoted(form: str | None, quote: Callable[[str], str]) -> str:
    return "the end of the sentence" if form in (None, END) else quote(form)
