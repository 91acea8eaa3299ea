"""The log of one job of the workflow: versions, output, time and memory.

Snakemake's benchmark files have wall-clock time. Their processor time and memory come from the last
sample, up to 30 seconds before the end, so that jobs measure themselves."""

import csv
import gc
import io
import os
import platform
import resource
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from nonproj.errors import NonprojError
from nonproj.extras import extras
from nonproj.memory import most_memory

CLOCK = "s"  # as Snakemake names seconds
PROCESSOR, MEMORY, DEVICE = "processor seconds", "megabytes", "device"  # names in logs


def versions() -> dict[str, str]:
    """Return the versions of Python, of the package, and of all its libraries that are here."""
    found = {"python": platform.python_version()}
    for library in ("nonproj", *extras()):
        with suppress(PackageNotFoundError):
            found[library] = version(library)
    return found


@contextmanager
def job_log(path: str, **facts: object) -> Iterator[None]:
    """Send standard output and error of the block to `path`, after `facts` such as the seed.

    The error that ends a job is also printed where the workflow runs: a NonprojError as its one
    line, anything else as the last line of its traceback with the path of the log."""
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
        for name, amount in _used().items():
            print(f"{name}: {amount:.2f}", flush=True)
        gc.freeze()  # the process ends, and need not look for garbage in all modules once more


def _used() -> dict[str, float]:
    """Return what this process and its finished children have used so far."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    unit = 1 if sys.platform == "darwin" else 1024  # of `ru_maxrss`
    return {
        PROCESSOR: sum(one.ru_utime + one.ru_stime for one in (own, others)),
        MEMORY: max(most_memory(), unit * others.ru_maxrss) / 2**20,
    }


def collect_times(work: Path, names: Iterable[str]) -> str:
    """Return one tab-separated row per job on treebanks or suites, the longest job first.

    Jobs are named by their benchmark files, RULE/NAME-....tsv."""
    rows = []
    for benchmark in sorted(work.glob("benchmarks/*/*.tsv")):
        clock = _clock(benchmark)
        if clock and any(f"{benchmark.stem}-".startswith(f"{name}-") for name in names):
            name = benchmark.relative_to(work / "benchmarks").with_suffix("").as_posix()
            said = _said(work / "logs" / f"{name}.log")
            rows.append([name, clock, said.get(MEMORY, "NA"), said.get(PROCESSOR, "NA")])
    rows.sort(key=lambda row: -float(row[1]))
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(["job", "seconds", "megabytes", "cpu_seconds"])
    writer.writerows(rows)
    return text.getvalue()


def processor_seconds(log: Path) -> float | None:
    """Return a job's processor seconds; None if it was not run, or used an accelerator."""
    said = _said(log)
    if PROCESSOR not in said or said.get(DEVICE, "cpu") != "cpu":
        return None
    return float(said[PROCESSOR])


def _clock(benchmark: Path) -> str | None:
    """Return the wall-clock seconds of a job that ended."""
    with open(benchmark, encoding="utf-8", newline="") as file:
        return next(csv.DictReader(file, delimiter="\t"), {}).get(CLOCK)


def _said(log: Path) -> dict[str, str]:
    """Read device, processor time and memory from the job's own log."""
    if not log.exists():
        return {}
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = (line.rstrip("\n").partition(": ") for line in file)
        return {name: said for name, _, said in lines if name in (DEVICE, PROCESSOR, MEMORY)}
