"""The log of a workflow job: versions, output, time and memory.

Wall-clock time comes from Snakemake's benchmark files. Jobs measure their own processor time and
memory, because Snakemake takes its last sample up to 30 seconds before a job ends."""

import csv
import gc
import os
import platform
import resource
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from nonproj.public.errors import NonprojError
from nonproj.public.files import as_csv
from nonproj.public.machine import extras, most_memory

CLOCK = "s"  # Snakemake's name for seconds
PROCESSOR, MEMORY, DEVICE = "processor seconds", "megabytes", "device"  # names in logs


def versions() -> dict[str, str]:
    """Return the versions of Python, this package and the installed libraries that it uses."""
    found = {"python": platform.python_version()}
    for library in ("nonproj", *extras()):
        with suppress(PackageNotFoundError):
            found[library] = version(library)
    return found


@contextmanager
def job_log(path: str, **facts: object) -> Iterator[None]:
    """Write `facts`, such as the seed, to `path`, followed by the output and errors of the block.

    An error that ends the job is also printed on the workflow's terminal. For errors other than
    NonprojError, the last line of the traceback and the path of the log are printed."""
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
        gc.freeze()  # the process is ending, so a last garbage collection would waste time


def _used() -> dict[str, float]:
    """Return the processor time and memory used by this process and its finished children."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    unit = 1 if sys.platform == "darwin" else 1024  # bytes per unit of `ru_maxrss`
    return {
        PROCESSOR: sum(one.ru_utime + one.ru_stime for one in (own, others)),
        MEMORY: max(most_memory(), unit * others.ru_maxrss) / 2**20,
    }


def collect_times(work: Path, names: Iterable[str]) -> str:
    """Return one tab-separated row for each job on these treebanks or suites, longest job first.

    Jobs are found by benchmark files, RULE/NAME-....tsv, where NAME is a treebank or suite."""
    rows = []
    for benchmark in sorted(work.glob("benchmarks/*/*.tsv")):
        clock = _clock(benchmark)
        if clock and any(f"{benchmark.stem}-".startswith(f"{name}-") for name in names):
            name = benchmark.relative_to(work / "benchmarks").with_suffix("").as_posix()
            said = facts_of(work / "logs" / f"{name}.log")
            rows.append([name, clock, said.get(MEMORY, "NA"), said.get(PROCESSOR, "NA")])
    rows.sort(key=lambda row: -float(row[1]))
    return as_csv(("job", "seconds", "megabytes", "cpu_seconds"), rows, delimiter="\t")


def processor_seconds(log: Path) -> float | None:
    """Return a job's processor seconds; None if the job was not run or used an accelerator."""
    said = facts_of(log)
    if PROCESSOR not in said or said.get(DEVICE, "cpu") != "cpu":
        return None
    return float(said[PROCESSOR])


def _clock(benchmark: Path) -> str | None:
    """Return a job's wall-clock seconds; None if the benchmark file has no row."""
    with open(benchmark, encoding="utf-8", newline="") as file:
        return next(csv.DictReader(file, delimiter="\t"), {}).get(CLOCK)


def facts_of(log: Path) -> dict[str, str]:
    """Read what a job's log says of its run: versions, facts, processor time and memory."""
    if not log.exists():
        return {}
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = (line.rstrip("\n").partition(": ") for line in file)
        return {name: said for name, colon, said in lines if colon}
