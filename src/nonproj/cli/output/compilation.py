"""Kernel compilation during a command: it is announced once and excluded from timings."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from traceback import walk_tb

from numba.core.event import Event, Listener, install_listener

from nonproj.cli.output.messages import say
from nonproj.cli.output.progress import Stopwatch
from nonproj.errors import NonprojError

CACHING = "numba.core.caching"  # the only module in which numba reads and writes its cache


class _Compilation(Listener):
    """Announce the first kernel compilation, and measure the time of all compilations."""

    def __init__(self) -> None:
        self.command = ""
        self.announced = False
        self.begun: list[float] = []

    def on_start(self, event: Event) -> None:
        if not self.announced:
            say(f"compiling kernels for {self.command} (once) …")
            self.announced = True
        self.begun.append(perf_counter())

    def on_end(self, event: Event) -> None:
        begin = self.begun.pop()
        if not self.begun:
            Stopwatch.compilation += perf_counter() - begin


_COMPILATION = _Compilation()


@contextmanager
def watched_compilation(command: str) -> Iterator[None]:
    """Announce compilation; raise NonprojError if compiled kernels cannot be read or saved."""
    _COMPILATION.command = command
    try:
        with install_listener("numba:compile", _COMPILATION):
            yield
    except Exception as error:
        if any(frame.f_globals["__name__"] == CACHING for frame, _ in walk_tb(error.__traceback__)):
            folder = os.environ.get("NUMBA_CACHE_DIR", "numba's cache")
            raise NonprojError(
                f"{folder}: compiled kernels cannot be read or saved ({error!r}); delete this "
                "folder, or set NUMBA_CACHE_DIR to a different one"
            ) from error
        raise
