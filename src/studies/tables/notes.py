"""Notes on printed numbers, each attached to the whole table, to a column or to cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase


@dataclass(frozen=True)
class Note:
    mark: str  # empty if the note is about all figures of the table
    text: str


def marked(columns: Sequence, rows: Sequence) -> tuple[list, list, list[Note]]:
    """Add the marks of notes to columns and rows; also return the notes.

    If all printed numbers of the table or of a column share a note, the note is attached to the
    table or column instead of the cells."""
    common = _shared(cell for row in rows for cell in row.cells)
    if common:
        return list(columns), list(rows), [Note("", common)]
    marks: dict[str, str] = {}
    shared = [_shared(row.cells[i] for row in rows) for i in range(len(columns))]
    columns = [replace(c, mark=_mark(note, marks)) for c, note in zip(columns, shared, strict=True)]
    marked_rows = []
    for row in rows:
        pairs = zip(row.cells, shared, strict=True)
        cells = (replace(c, mark="" if c.note == n else _mark(c.note, marks)) for c, n in pairs)
        marked_rows.append(replace(row, cells=tuple(cells)))
    return columns, marked_rows, [Note(mark, text) for text, mark in marks.items()]


def _shared(cells: Iterable) -> str:
    """Return the note that all cells with a printed number share; empty if their notes differ."""
    notes = {cell.note for cell in cells if cell.published is not None}
    return notes.pop() if len(notes) == 1 else ""


def _mark(note: str, marks: dict[str, str]) -> str:
    """Return the mark of a note: a, b, ... z, aa, ab, ... in order of first use."""
    if not note:
        return ""
    count = len(marks)
    letters = ascii_lowercase[count % 26]
    if count >= 26:
        letters = ascii_lowercase[count // 26 - 1] + letters
    return marks.setdefault(note, letters)
