"""How fast the parsers of the workflow are, as a table."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from nonproj.data.rows import as_csv, read_rows
from nonproj.evaluation.parse_files import words_and_seconds
from nonproj.evaluation.values import Key, items_of


class Speed(NamedTuple):
    """How long one processor took for how many words; `key` finds the score of the same parse."""

    key: Key
    words: int
    seconds: float


SPEED_HEADER = ("treebank", "split", "setting", "system", "words", "seconds")


def collect_speeds(parses: Iterable[tuple[str, str, str, str, str]]) -> str:
    """A row for each system on each text, folds and seeds together.

    A parse is given by the treebank, split, setting and system of its scores, and its file."""
    totals: dict[tuple[str, ...], tuple[int, float]] = {}
    for *labels, file in parses:
        words, seconds = words_and_seconds(file)
        known = totals.get(tuple(labels), (0, 0.0))
        totals[tuple(labels)] = known[0] + words, known[1] + seconds
    rows = ([*labels, words, f"{seconds:.3f}"] for labels, (words, seconds) in totals.items())
    return as_csv(SPEED_HEADER, rows)


def read_speeds(path: Path | str) -> list[Speed]:
    return [
        Speed(Key(treebank, split, system, items_of(setting)), int(words), float(seconds))
        for _, (treebank, split, setting, system, words, seconds) in read_rows(path, SPEED_HEADER)
    ]
