"""Translation of our names for systems, settings and splits into the names in a paper."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from nonproj.errors import NonprojError
from nonproj.experiments.study.addresses import Address
from nonproj.experiments.study.published import PublishedValue
from nonproj.results.values import Key, drop_items, items_of

# Items that a metric implies; some tables of the papers state them.
IMPLIED = {"las": "labelled", "uas": "unlabelled"}


@dataclass(frozen=True)
class Translation:
    """A mapping from our names to a paper's names; names that are not mapped stay as they are.

    One of our systems may correspond to a paper's system under a setting, such as tc;style=cs. An
    item of our settings may be dropped."""

    systems: Mapping[str, str] = field(default_factory=dict)
    splits: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)  # item -> item, or "" for no item
    ignored: tuple[str, ...] = ()  # items or item names that only the paper has

    def keys(self, treebank: str, address: Address) -> Iterator[Key]:
        """Yield the keys of the paper's value, one for each alternative of the split."""
        system, _, added = self.systems.get(address.system, address.system).partition(";")
        items = (items_of(self.settings.get(item, item)) for item in address.setting)
        setting = items_of(added).union(*items)
        for split in address.splits:
            yield Key(treebank, self.splits.get(split, split), system, setting, address.metric)

    def printed_in(self, table: str, values: Iterable[PublishedValue]) -> dict:
        """Return a table's values by key, in the paper's order; ignored items become notes."""
        printed: dict[Key, PublishedValue] = {}
        for value in values:
            if value.table == table:
                value = self._without_ignored(value)
                for key in value.keys:
                    if printed.setdefault(key, value) is not value:
                        raise NonprojError(f"{table} prints two values for {key}")
        return printed

    def _without_ignored(self, value: PublishedValue) -> PublishedValue:
        setting = value.setting - {IMPLIED.get(value.metric)}
        kept = drop_items(setting, *self.ignored).difference(self.ignored)
        ignored = sorted(setting - kept)
        note = "; ".join(filter(None, [*ignored, value.note])) if ignored else value.note
        return replace(value, setting=kept, note=note)
