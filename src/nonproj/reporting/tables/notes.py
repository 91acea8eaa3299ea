"""Notes on printed figures, each written once at the widest level it covers: table to cell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase


@dataclass(frozen=True)
class Note:
    mark: str  # empty where the note is on all figures of the table
    text: str


def marked(columns: Sequence, parts: Sequence[Sequence]) -> tuple[list, list[list], list[Note]]:
    """Add marks to columns and to the rows of every part; return the notes, too.

    A note that all printed figures of the table or of a column share is on that, not on the cells.
    """
    rows = [row for part in parts for row in part]
    common = _shared(cell for row in rows for cell in row.cells)
    if common:
        return list(columns), [list(part) for part in parts], [Note("", common)]
    marks: dict[str, str] = {}
    shared = [_shared(row.cells[i] for row in rows) for i in range(len(columns))]
    columns = [replace(c, mark=_mark(note, marks)) for c, note in zip(columns, shared, strict=True)]
    parts = [[_marked_row(row, shared, marks) for row in part] for part in parts]
    return columns, parts, [Note(mark, text) for text, mark in marks.items()]


def _marked_row(row, shared: Sequence[str], marks: dict[str, str]):
    cells = (
        replace(cell, mark="" if cell.note == note else _mark(cell.note, marks))
        for cell, note in zip(row.cells, shared, strict=True)
    )
    return replace(row, cells=tuple(cells))


def _shared(cells: Iterable) -> str:
    """Return the note of all cells with a printed figure; empty if they differ."""
    notes = {cell.note for cell in cells if cell.published is not None}
    return notes.pop() if len(notes) == 1 else ""


def _mark(note: str, marks: dict[str, str]) -> str:
    """Return a, b, ... z, aa, ab, ... in the order of first need."""
    if not note:
        return ""
    count = len(marks)
    letters = ascii_lowercase[count % 26]
    if count >= 26:
        letters = ascii_lowercase[count // 26 - 1] + letters
    return marks.setdefault(note, letters)
