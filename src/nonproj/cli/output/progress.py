"""Progress on a terminal; nothing elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank
    from nonproj.parsers.interface import Fill, ParserModel, Progress

PARTS = 50  # of a text, after each of which the bar moves


def is_watched() -> bool:
    """Check whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def bars() -> Iterator["Progress"]:
    """Show a bar per stage; it pulses until its share is known, and fills when the stage ends."""
    if not is_watched():
        yield lambda stage, share: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    tasks = {}
    with Progress(*columns, transient=True, console=Console(stderr=True)) as progress:

        def show(stage: str, share: float) -> None:
            if stage not in tasks:
                for task in tasks.values():
                    progress.update(task, total=1.0, completed=1.0)
                tasks[stage] = progress.add_task(stage, total=None)
            if share:
                progress.update(tasks[stage], total=1.0, completed=share)

        yield show


def parse_showing(
    model: "ParserModel", text: "Treebank", threads: int, tags: "Fill", show: "Progress"
) -> "Treebank":
    """Parse a text, in parts if a terminal shows progress; sentences are parsed independently."""
    from nonproj.parsers.parts import parse_in_parts

    if not is_watched():
        return model.parse(text, threads, tags).treebank
    return parse_in_parts(model, text, threads, tags, PARTS, show)
