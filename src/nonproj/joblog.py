"""The log of one job of the workflow: what ran on which versions, and all that it printed.

And what all jobs took, from their benchmark files."""

import csv
import io
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from nonproj.errors import NonprojError

MEASURED = ("s", "max_rss", "cpu_time")  # as Snakemake names seconds, MB and processor seconds
LIBRARIES = ("nonproj", "numpy", "numba", "scipy", "scikit-learn", "pandas", "jax", "snakemake")


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


def collect_times(folder: Path, files: Iterable[str]) -> str:
    """One tab-separated row per benchmark file of those below `folder`, the longest job first.

    A job that was not run, as its output came with the project, has none."""
    rows = []
    for path in sorted({Path(file) for file in files}):
        if job := _measured(path):
            name = path.relative_to(folder).with_suffix("").as_posix()
            rows.append([name, *(job[column] for column in MEASURED)])
    rows.sort(key=lambda row: -float(row[1]))
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(["job", "seconds", "megabytes", "cpu_seconds"])
    writer.writerows(rows)
    return text.getvalue()


def processor_seconds(benchmark: Path) -> float | None:
    """What a job took of all processors; None where it was not run or was too short to measure."""
    seconds = _measured(benchmark).get("cpu_time", "NA")
    return None if seconds == "NA" else float(seconds)


def _measured(benchmark: Path) -> dict[str, str]:
    """What Snakemake measured of a job; nothing where it was not run."""
    if not benchmark.exists():
        return {}
    with open(benchmark, encoding="utf-8", newline="") as file:
        return next(csv.DictReader(file, delimiter="\t"), {})
