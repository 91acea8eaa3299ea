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

    A NonprojError ends the job with its one line, anything else with its traceback."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8") as log:
        for name, value in {**versions(), **facts}.items():
            print(f"{name}: {value}", file=log)
        log.flush()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            os.dup2(log.fileno(), stream.fileno())
        try:
            yield
        except NonprojError as error:
            sys.exit(f"error: {error}")
