"""Progress bars, shown only on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonproj.parsers.interface import Progress


@contextmanager
def bars() -> Iterator["Progress | None"]:
    """Yield a function that shows a bar for each stage; None if standard error is not a terminal.

    A bar pulses until the share completed is known, and is full when the stage ends."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    tasks = {}
    on_screen = sys.stdout is not None and sys.stdout.isatty()  # otherwise, lines go to a file
    place = {"console": Console(stderr=True), "redirect_stdout": on_screen}
    with Progress(*columns, transient=True, **place) as progress:

        def show(stage: str, share: float) -> None:
            if stage not in tasks:
                for task in tasks.values():
                    progress.update(task, total=1.0, completed=1.0)
                tasks[stage] = progress.add_task(stage, total=None)
            if share:
                progress.update(tasks[stage], total=1.0, completed=share)

        yield show
