"""A table with the parsing speed and training time of the workflow's parsers."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from nonproj.data.rows import as_csv, read_rows
from nonproj.joblog import processor_seconds
from nonproj.parsers.model_sharing import learns_the_same
from nonproj.results.parse_files import words_and_seconds
from nonproj.results.values import Key, items_of


class Speed(NamedTuple):
    """Words parsed and CPU seconds taken; `key` identifies the score of the same parse.

    `training`: CPU seconds for training the model, or the models of all folds and seeds; None if
    unknown."""

    key: Key
    words: int
    seconds: float
    training: float | None = None


TrainingLogs = Sequence[tuple[str, str]]  # the prepared trees and the log of a training run
SPEED_HEADER = ("treebank", "split", "setting", "system", "words", "seconds", "training")


def collect_speeds(parses: Iterable[tuple[str, str, str, str, str, TrainingLogs]]) -> str:
    """Make one row for each system and text; folds and seeds are pooled.

    Each parse is (treebank, split, setting, system, file, training logs). For a capped variant, the
    logs of the uncapped variant are also included."""
    found: dict[tuple[str, ...], list[tuple[int, float, float | None]]] = {}
    for *labels, file, trained in parses:
        words, seconds, training = words_and_seconds(file)
        if training is None:
            training = processor_seconds(_log(trained))
        found.setdefault(tuple(labels), []).append((words, seconds, training))
    rows = []
    for labels, each in found.items():
        words, seconds, training = zip(*each, strict=True)
        trained = "" if None in training else f"{sum(training):.2f}"
        rows.append([*labels, sum(words), f"{sum(seconds):.3f}", trained])
    return as_csv(SPEED_HEADER, rows)


def _log(trained: TrainingLogs) -> Path:
    """Return the log of the training run: the uncapped variant's if the cap changes no tree."""
    (prepared, own), *uncapped = trained
    shared = (other for trees, other in uncapped if learns_the_same(prepared, trees))
    return Path(next(shared, own))


def read_speeds(path: Path | str) -> list[Speed]:
    return [
        Speed(
            Key(treebank, split, system, items_of(setting)),
            int(words),
            float(seconds),
            float(training) if training else None,
        )
        for _, (treebank, split, setting, system, words, seconds, training) in read_rows(
            path, SPEED_HEADER
        )
    ]
