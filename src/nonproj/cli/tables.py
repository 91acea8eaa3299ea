"""Tables on standard output: no name and no number is ever cut or broken.

In a file or a pipe, lines are as long as the table needs. On a narrower terminal, the columns are
spread over several tables, each with the names of the rows."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from nonproj.evaluation.scores import Attachment

UNBOUNDED = 1 << 20  # columns of a terminal
Column = Sequence[str]  # its head, "" for none, and a cell for each row


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows, each of which begins with its name."""
    from rich.console import Console

    console = Console(width=UNBOUNDED)
    width = Console().width if sys.stdout.isatty() else UNBOUNDED
    names, *columns = zip(heads, *rows, strict=True)
    for i, table in enumerate(_fitting(console, names, columns, width)):
        if i:
            console.print()
        console.print(table)


def _fitting(
    console: "Console", names: Column, columns: Sequence[Column], width: int
) -> Iterator["Table"]:
    """Tables of as many columns as fit, at least one."""
    while columns:
        count = len(columns)
        while count > 1 and console.measure(_table(names, columns[:count])).maximum > width:
            count -= 1
        yield _table(names, columns[:count])
        columns = columns[count:]


def _table(names: Column, columns: Sequence[Column]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    headed = any(column[0] for column in columns)
    table = Table(box=None, pad_edge=False, show_header=headed)
    table.add_column(Text(names[0]), no_wrap=True)
    for column in columns:
        table.add_column(Text(column[0]), justify="right", no_wrap=True)
    for cells in zip(names[1:], *(column[1:] for column in columns), strict=True):
        table.add_row(*map(Text, cells))
    return table


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
