"""Tables on standard output: no name and no number is ever cut or broken.

In a file or a pipe, lines are as long as the table needs. On a narrower terminal, the columns are
spread over several tables, each with the names of the rows."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nonproj.errors import NonprojError

if TYPE_CHECKING:
    from nonproj.evaluation.scores import Attachment

GAP = "  "  # between columns
Column = Sequence[str]  # its head, "" for none, and a cell for each row


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows, each of which begins with its name; no heads where all are empty."""
    names, *columns = zip(*([heads] if any(heads) else []), *rows, strict=True)
    for i, part in enumerate(_fitting(names, columns, _terminal_width())):
        if i:
            print()
        for cells in zip(*part, strict=True):
            print(GAP.join(cells).rstrip())


def _terminal_width() -> int | None:
    """None in a file or a pipe."""
    if sys.stdout is None:
        raise NonprojError("standard output is closed")
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _fitting(
    names: Column, columns: Sequence[Column], width: int | None
) -> Iterator[list[list[str]]]:
    """The padded names with as many padded columns as fit, at least one; again for the others."""
    padded = [_padded(names, left=True), *(_padded(column, left=False) for column in columns)]
    first, *waiting = padded
    while waiting:
        count = len(waiting)
        while width and count > 1 and _width([first, *waiting[:count]]) > width:
            count -= 1
        yield [first, *waiting[:count]]
        waiting = waiting[count:]


def _padded(column: Column, left: bool) -> list[str]:
    from rich.cells import cell_len  # counts what a terminal shows of wide characters

    width = max(map(cell_len, column))
    spaces = [" " * (width - cell_len(cell)) for cell in column]
    pairs = zip(column, spaces, strict=True)
    return [cell + space if left else space + cell for cell, space in pairs]


def _width(columns: Sequence[Sequence[str]]) -> int:
    from rich.cells import cell_len

    return cell_len(GAP.join(column[0] for column in columns))


def distinct_names(paths: Sequence[str]) -> list[str]:
    """The shortest ends of paths that tell them apart."""
    parts = [Path(path).parts for path in paths]
    names = []
    for own in parts:
        shown = 1
        while shown < len(own) and any(o != own and o[-shown:] == own[-shown:] for o in parts):
            shown += 1
        names.append(str(Path(*own[-shown:])))
    return names


def percent(score: "Attachment") -> str:
    """Two decimals; a dash where nothing was counted."""
    return f"{100 * score.correct / score.total:.2f} %" if score.total else "–"
