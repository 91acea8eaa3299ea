"""Tables on standard output, in which names and numbers are never truncated or wrapped.

In a file or a pipe, lines are as long as the table needs. If the terminal is narrower, the columns
are spread over several tables, and each table repeats the row names."""

import math
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nonproj.errors import NonprojError

if TYPE_CHECKING:
    from nonproj.results.scores import Attachment

GAP = "  "  # between columns


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows, each starting with its name; omit the header line if all headers are empty."""
    from rich.cells import cell_len  # counts wide characters as a terminal shows them

    limit = _terminal_width()
    lines = [heads, *rows] if any(heads) else rows
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    begin = 1
    while begin < len(widths):
        end = begin + 1
        while end < len(widths) and sum(widths[begin : end + 1], widths[0]) <= (
            limit - len(GAP) * (end + 1 - begin)
        ):
            end += 1
        if begin > 1:
            print()
        for line in lines:
            spaces = [" " * (w - cell_len(cell)) for w, cell in zip(widths, line, strict=True)]
            cells = (spaces[i] + line[i] for i in range(begin, end))
            print(GAP.join([line[0] + spaces[0], *cells]).rstrip())
        begin = end


def _terminal_width() -> float:
    """Return the terminal's width in columns; a file or a pipe has no limit."""
    if sys.stdout is None:
        raise NonprojError("standard output is closed")
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else math.inf


def distinct_names(paths: Sequence[str]) -> list[str]:
    """Return the shortest path endings that distinguish the paths."""
    parts = [Path(path).parts for path in paths]
    names = []
    for own in parts:
        shown = 1
        while shown < len(own) and any(o != own and o[-shown:] == own[-shown:] for o in parts):
            shown += 1
        names.append(str(Path(*own[-shown:])))
    return names


def percent(score: "Attachment") -> str:
    """Format a score in percent with two decimals, or as a dash if nothing was counted."""
    return f"{100 * score.correct / score.total:.2f} %" if score.total else "–"
