"""Progress bars, shown only on a terminal, and the time that work takes."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from nonproj.cli.output.messages import duration

if TYPE_CHECKING:
    from nonproj.parsers.interface import Progress


@contextmanager
def bars() -> Iterator["Progress | None"]:
    """Yield a function that shows a bar for each stage; None if standard error is not a terminal.

    A bar pulses until the share completed is known, and is full when the stage ends."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich import console, progress

    text = progress.TextColumn("{task.description}")
    columns = (text, progress.BarColumn(), progress.TimeElapsedColumn())
    tasks = {}
    on_screen = sys.stdout is not None and sys.stdout.isatty()  # otherwise, lines go to a file
    place = {"console": console.Console(stderr=True), "redirect_stdout": on_screen}
    with progress.Progress(*columns, transient=True, **place) as shown:

        def show(stage: str, share: float) -> None:
            if stage not in tasks:
                for task in tasks.values():
                    shown.update(task, total=1.0, completed=1.0)
                tasks[stage] = shown.add_task(stage, total=None)
            if share:
                shown.update(tasks[stage], total=1.0, completed=share)

        yield show


class Stopwatch:
    """Measure wall-clock time, excluding compilation."""

    compilation = 0.0  # the seconds that all kernel compilations of this process have taken

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        begin, compiled = perf_counter(), Stopwatch.compilation
        yield
        self.seconds += perf_counter() - begin - (Stopwatch.compilation - compiled)

    def __str__(self) -> str:
        return duration(self.seconds)
