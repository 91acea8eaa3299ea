"""The log of one job of the workflow: what ran on which versions, and all that it printed."""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from nonproj.errors import NonprojError

LIBRARIES = ("nonproj", "numpy", "numba", "scipy", "scikit-learn", "pandas", "snakemake")


def versions() -> dict[str, str]:
    """Python and the libraries that figures depend on."""
    return {"python": platform.python_version()} | {name: version(name) for name in LIBRARIES}


@contextmanager
def job_log(path: str, **facts: object) -> Iterator[None]:
    """Send standard output and error of the block to `path`; `facts` (the seed, say) come first.

    What ends the job is also said where the workflow runs: a NonprojError in its one line,
    anything else with the last line of its traceback and the place of the log."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    terminal = os.fdopen(os.dup(sys.stderr.fileno()), "w", encoding="utf-8")
    with open(path, "w", encoding="utf-8") as log, terminal:
        for name, value in {**versions(), **facts}.items():
            print(f"{name}: {value}", file=log)
        log.flush()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            os.dup2(log.fileno(), stream.fileno())
        try:
            yield
        except NonprojError as error:
            print(f"error: {error}", file=terminal)
            sys.exit(f"error: {error}")
        except Exception as error:
            print(f"error: {type(error).__name__}: {error} (traceback in {path})", file=terminal)
            raise
