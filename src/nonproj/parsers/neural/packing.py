"""Sentences packed into rows of equal width, so that the network is compiled for few shapes.

A row holds several sentences, or the characters of several forms, and the LSTM resets its state
between them. A row has room for 64 tokens or, if a sentence is longer, for the smallest power of
two that is large enough. The code calls a position in a row a place."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.vocabulary import LONGEST_FORM, EncodedText

MOST_REFUSED = 10  # a shard is closed once this many sentences did not fit


class Shard(NamedTuple):
    """Sentences that are processed together; most arrays are indexed by position, [width, rows]."""

    slot: np.ndarray  # the slot in the treebank; -1 for an empty position
    sentence: np.ndarray  # the number of the sentence in the shard; -1 for an empty position
    begin: np.ndarray  # the position in the row of the sentence's node 0
    form: np.ndarray  # the number of the form in the shard
    characters: np.ndarray  # [LONGEST_FORM, character rows]
    first: np.ndarray  # bool, shaped like `characters`: a form begins here
    last: np.ndarray  # the same: a form ends here
    from_: np.ndarray  # [width * rows]: where each form begins in `characters`, flattened
    to: np.ndarray  # the same: where each form ends


class PackedRows:
    """Rows that are filled from the left; each piece goes into the first row with enough room."""

    def __init__(self, rows: int, width: int) -> None:
        self.free = [width] * rows
        self.width = width

    def place(self, size: int) -> tuple[int, int] | None:
        """Reserve room for a piece of this size; return (row, position), or None if none fits."""
        for row, free in enumerate(self.free):
            if size <= free:
                self.free[row] -= size
                return row, self.width - free
        return None


class Builder:
    """A shard under construction."""

    def __init__(self, text: EncodedText, width: int, rows: int, character_rows: int) -> None:
        self.text, self.width = text, width
        self.rows, self.character_rows = (
            PackedRows(rows, width),
            PackedRows(character_rows, LONGEST_FORM),
        )
        shape, characters = (width, rows), (LONGEST_FORM, character_rows)
        self.slot, self.sentence = np.full((2, *shape), -1, np.int32)
        self.begin, self.form = np.zeros((2, *shape), np.int32)
        self.characters = np.zeros(characters, np.int32)
        self.first, self.last = np.ones((2, *characters), bool)
        self.ends = np.zeros((2, width * rows), np.int32)
        self.forms: dict[int, int] = {}
        self.members: list[tuple[int, int, int]] = []

    def add(self, sentence: int) -> bool:
        """Add a sentence if its words and forms fit into the rows; return whether it was added."""
        slots = np.arange(*self.text.start[sentence : sentence + 2])
        before = list(self.character_rows.free)
        new = [f for f in dict.fromkeys(self.text.form[slots].tolist()) if f not in self.forms]
        found = [self.character_rows.place(int(self.text.n_characters[f])) for f in new]
        place = None if None in found else self.rows.place(len(slots))
        if place is None:
            self.character_rows.free = before
            return False
        for form, (row, at) in zip(new, found, strict=True):
            self._spell(form, row, at)
        row, at = place
        where = slice(at, at + len(slots)), row
        self.slot[where] = slots
        self.sentence[where] = len(self.members)
        self.begin[where] = at
        self.form[where] = [self.forms[f] for f in self.text.form[slots].tolist()]
        self.members.append((sentence, row, at))
        return True

    def _spell(self, form: int, row: int, at: int) -> None:
        size = int(self.text.n_characters[form])
        number = self.forms[form] = len(self.forms)
        self.characters[at : at + size, row] = self.text.characters[form, :size]
        self.first[at + 1 : at + size, row] = self.last[at : at + size - 1, row] = False
        n_rows = self.characters.shape[1]
        self.ends[:, number] = at * n_rows + row, (at + size - 1) * n_rows + row

    def shard(self) -> Shard:
        arrays = (self.slot, self.sentence, self.begin, self.form)
        return Shard(*arrays, self.characters, self.first, self.last, *self.ends)


class Packed(NamedTuple):
    """A shard, and where each of its sentences is, as (sentence, row, position of node 0)."""

    shard: Shard
    members: list[tuple[int, int, int]]


def pack(
    text: EncodedText, sentences: Sequence[int], settings: NeuralSettings, character_rows: int
) -> Iterator[Packed]:
    """Pack sentences into shards and yield the shards; keep the order as far as widths allow.

    A wider shard has fewer rows, so that its size stays the same if possible."""
    of_width: dict[int, list[int]] = {}
    for sentence in sentences:
        size = int(text.start[sentence + 1] - text.start[sentence])
        of_width.setdefault(width_of(size, settings.width), []).append(sentence)
    for width in sorted(of_width):
        waiting = of_width[width]
        while waiting:
            builder = _builder(text, width, settings, character_rows)
            left = _fill(builder, waiting)
            if not builder.members:  # a sentence with many long forms
                builder = _builder(text, width, settings, width)
                left = _fill(builder, waiting[:1]) + waiting[1:]
            waiting = left
            yield Packed(builder.shard(), builder.members)


def _fill(builder: Builder, sentences: list[int]) -> list[int]:
    """Add sentences until MOST_REFUSED have failed to fit; return those not added, in order."""
    refused = []
    for number, sentence in enumerate(sentences):
        if not builder.add(sentence):
            refused.append(sentence)
            if len(refused) == MOST_REFUSED:
                return refused + sentences[number + 1 :]
    return refused


def width_of(size: int, width: int) -> int:
    while width < size:
        width *= 2
    return width


def _builder(
    text: EncodedText, width: int, settings: NeuralSettings, character_rows: int
) -> Builder:
    rows = max(1, settings.rows * settings.width // width)
    return Builder(text, width, rows, character_rows)


def character_rows(text: EncodedText, settings: NeuralSettings) -> int:
    """Return the number of rows for a shard's characters, a multiple of 8.

    For every ten positions in the shard, the rows have room for nine forms of mean length."""
    lengths = text.n_characters[text.form]
    needed = 0.9 * settings.width * settings.rows * float(lengths.mean()) / LONGEST_FORM
    return 8 * max(1, int(np.ceil(needed / 8)))
