"""From our names of systems, settings and splits to those of a paper, so that figures join."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import canonical_setting
from nonproj.experiments.addresses import Address
from nonproj.experiments.published import PublishedFigure

# What a metric says itself, though some tables of the papers say it again.
IMPLIED = {"las": "labelled", "uas": "unlabelled"}


@dataclass(frozen=True)
class Translation:
    """What is not mentioned is called the same; an item of a setting may become nothing."""

    systems: Mapping[str, str] = field(default_factory=dict)
    splits: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)  # item -> item, "" for none
    ignored: tuple[str, ...] = ()  # items of the paper, by key, that ours do not have

    def keys(self, treebank: str, address: Address) -> Iterator[tuple[str, str, str, str, str]]:
        """Where the paper's figure may be: one key for each alternative of the split."""
        items = (item for item in address.setting.split(";") if item)
        setting = canonical_setting(*(self.settings.get(item, item) for item in items))
        for split in address.splits:
            yield (
                treebank,
                self.systems.get(address.system, address.system),
                setting,
                self.splits.get(split, split),
                address.metric,
            )

    def printed_in(self, table: str, figures: Iterable[PublishedFigure]) -> dict:
        """The figures of one table by key, in the order of the paper; ignored items are notes."""
        printed: dict[tuple, PublishedFigure] = {}
        for figure in figures:
            if figure.table == table:
                figure = self._without_ignored(figure)
                for key in figure.keys:
                    if printed.setdefault(key, figure) is not figure:
                        raise NonprojError(f"{table} prints two figures for {key}")
        return printed

    def _without_ignored(self, figure: PublishedFigure) -> PublishedFigure:
        implied = IMPLIED.get(figure.metric)
        items = [item for item in figure.setting.split(";") if item not in ("", implied)]
        figure = replace(figure, setting=";".join(items))
        ignored = [item for item in items if item.partition("=")[0] in self.ignored]
        if not ignored:
            return figure
        kept = ";".join(item for item in items if item not in ignored)
        return replace(figure, setting=kept, note="; ".join([*ignored, figure.note]).rstrip("; "))
