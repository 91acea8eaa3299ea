"""Parsing times in seconds, measured repeatedly on one core: the median and the spread.

Times differ between runs and between machines. They are used only for verdicts on claims about
seconds, and these verdicts are shown next to the times."""

import platform
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from statistics import median

from nonproj.data.conll import read_treebank
from nonproj.data.rows import as_csv
from nonproj.parsers.families import load_model, variant_named
from nonproj.parsers.steps import restore
from nonproj.results.values import Key, Value, Values

REPEATS = 5
PARSING_TIME, RESTORING_TIME = "time-s", "restoring-time-s"
MICROSECONDS = 10**6


@dataclass(frozen=True)
class ParseTime:
    """The CPU seconds it took to parse a text and, in `restoring`, to undo the transformations."""

    treebank: str
    split: str
    variant: str
    words: int
    repeats: int
    seconds: float  # the median
    fastest: float
    slowest: float
    restoring: float
    machine: str

    @property
    def values(self) -> Iterator[Value]:
        key = Key(self.treebank, self.split, self.variant)
        for metric, seconds in ((PARSING_TIME, self.seconds), (RESTORING_TIME, self.restoring)):
            yield key.value(metric, "seconds", round(seconds * MICROSECONDS), MICROSECONDS)


def time_parses(parses: Iterable[tuple[str, str, str, str, str]]) -> Iterator[ParseTime]:
    """Time parses, each given as (treebank, split, variant, model file, text file).

    Reading, writing and a first parse, which may compile kernels, are not timed."""
    for treebank, split, variant, model, path in parses:
        parser, text = load_model(model).applied_as(variant_named(variant)), read_treebank(path)
        written = parser.parse(text, 1).written
        seconds = repeated(lambda parser=parser, text=text: parser.parse(text, 1))
        steps = variant_named(variant).steps
        restoring = repeated(lambda steps=steps, tree=written: restore(steps, tree))
        yield ParseTime(
            treebank, split, variant, text.n_words, REPEATS,
            median(seconds), min(seconds), max(seconds), median(restoring), machine(),
        )  # fmt: skip


def repeated(work: Callable[[], object]) -> list[float]:
    """Run `work` REPEATS times, and return the CPU seconds of each run."""
    found = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return found


def machine() -> str:
    """Return the processor's name from Linux or, if that is missing, what Python reports."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine())


def values_of(times: Iterable[ParseTime]) -> Values:
    return Values(value for one in times for value in one.values)


def times_as_csv(times: Iterable[ParseTime]) -> str:
    header = [field.name for field in fields(ParseTime)]
    rows = (
        [f"{value:.4f}" if isinstance(value, float) else value for value in astuple(one)]
        for one in times
    )
    return as_csv(header, rows, delimiter="\t")
