"""The figures printed in the papers, as data/published holds them."""

import csv
from dataclasses import dataclass, fields
from pathlib import Path

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import canonical_setting


@dataclass(frozen=True)
class PublishedFigure:
    """One number as printed; `value` stays a string, so that its precision is kept."""

    paper: str
    table: str
    experiment: str
    treebank: str
    system: str
    setting: str
    split: str
    metric: str
    unit: str
    value: str
    sd: str
    note: str

    @property
    def keys(self) -> list[tuple[str, str, str, str, str]]:
        """As Measurement.key; one per treebank where the paper prints one figure for several."""
        setting = canonical_setting(self.setting)
        return [
            (treebank, self.system, setting, self.split, self.metric)
            for treebank in self.treebank.split("|")
        ]


HEADER = tuple(field.name for field in fields(PublishedFigure))


def read_published(path: Path | str) -> list[PublishedFigure]:
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        header = next(rows, [])
        if tuple(header) != HEADER:
            raise NonprojError(f"{path}:1: columns {header}, expected {list(HEADER)}")
        return [PublishedFigure(*row) for row in rows]
