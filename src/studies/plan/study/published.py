"""The values printed in the papers, as stored in `published.csv` under our names."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from nonproj.public.errors import NonprojError
from nonproj.public.files import read_rows
from nonproj.public.values import Key, Setting, items_of


@dataclass(frozen=True)
class PublishedValue:
    """One number as printed; `value` stays a string to keep the precision.

    `printed_as` lists what the paper calls the system, the split and items of the setting, if it
    has other names for them."""

    paper: str
    table: str
    experiment: str
    treebank: str
    system: str
    setting: Setting
    split: str
    metric: str
    unit: str
    value: str
    sd: str
    note: str
    printed_as: str

    @property
    def keys(self) -> list[Key]:
        """The keys, one per treebank if the paper prints one value for several treebanks."""
        return [
            Key(treebank, self.split, self.system, self.setting, self.metric)
            for treebank in self.treebank.split("|")
        ]


PUBLISHED_COLUMNS = tuple(field.name for field in fields(PublishedValue))
SETTING = PUBLISHED_COLUMNS.index("setting")


def read_published(*paths: Path | str) -> list[PublishedValue]:
    return [
        PublishedValue(*row[:SETTING], items_of(row[SETTING]), *row[SETTING + 1 :])
        for path in paths
        for _, row in read_rows(path, PUBLISHED_COLUMNS)
    ]


def printed_in(table: str | None, values: Iterable[PublishedValue]) -> dict[Key, PublishedValue]:
    """Return the values of a paper's table by key, in the paper's order."""
    printed: dict[Key, PublishedValue] = {}
    for value in values:
        if value.table == table:
            for key in value.keys:
                if printed.setdefault(key, value) is not value:
                    raise NonprojError(f"{table} prints two values for {key}")
    return printed
