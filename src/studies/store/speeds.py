"""A table with the parsing speed and training time of the workflow's parsers."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from nonproj.public.files import as_csv, read_rows
from nonproj.public.parsers import log_of_training
from nonproj.public.values import Key, items_of
from studies.joblog import MEMORY, facts_of, processor_seconds
from studies.store.parse_files import ParseFile


class Speed(NamedTuple):
    """Words parsed and CPU seconds taken; `key` identifies the score of the same parse.

    `training`: CPU seconds for training the model, or the models of all folds and seeds;
    `megabytes`: the most memory that this took. Both are None if unknown."""

    key: Key
    words: int
    seconds: float
    training: float | None = None
    megabytes: float | None = None


TrainingLogs = Sequence[tuple[str, str]]  # the prepared trees and the log of a training run
SPEED_HEADER = (
    "treebank", "split", "setting", "system", "words", "seconds", "training", "megabytes",
)  # fmt: skip


def collect_speeds(
    parses: Iterable[tuple[str, str, str, str, str, TrainingLogs]], kept: Iterable[str] = ()
) -> str:
    """Make one row for each system and text; folds and seeds are pooled.

    Each parse is (treebank, split, setting, system, file, training logs). For a capped variant, the
    logs of the uncapped variant are also included. Rows of the files `kept` follow, of systems that
    have no parse."""
    found: dict[tuple[str, ...], list[tuple]] = {}
    for *labels, file, trained in parses:
        took = ParseFile(file).costs
        if "training" in took:  # the parse is stored
            training = took["training"]["seconds"], took["training"]["megabytes"]
        else:
            log = Path(log_of_training(trained))
            training = processor_seconds(log), facts_of(log).get(MEMORY)
        found.setdefault(tuple(labels), []).append((took["words"], took["seconds"], *training))
    rows = []
    for labels, each in found.items():
        words, seconds, training, memory = zip(*each, strict=True)
        trained = "" if None in training else f"{sum(training):.2f}"
        most = "" if None in memory else f"{max(map(float, memory)):.0f}"
        rows.append([*labels, sum(words), f"{sum(seconds):.3f}", trained, most])
    others = (row for path in kept for _, row in read_rows(path, SPEED_HEADER))
    rows += (row for row in others if tuple(row[:4]) not in found)
    return as_csv(SPEED_HEADER, rows)


def read_speeds(path: Path | str) -> list[Speed]:
    return [
        Speed(
            Key(treebank, split, system, items_of(setting)),
            int(words),
            float(seconds),
            *(float(each) if each else None for each in costs),
        )
        for _, (treebank, split, setting, system, words, seconds, *costs) in read_rows(
            path, SPEED_HEADER
        )
    ]
