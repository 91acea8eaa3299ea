"""Where a figure is found: the parts of its key that an experiment file spells out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace

from nonproj.evaluation.measurements import Measurement, canonical_setting

EVERY_SPLIT = "all"
# Units whose counts may be added up over the splits of a treebank; label inventories may not.
ADDITIVE = ("percent", "ratio", "words")


@dataclass(frozen=True)
class Address:
    """Key of a figure, the treebank apart, and the unit in which it is printed."""

    system: str = ""
    setting: str = ""
    split: str = ""
    metric: str = ""
    unit: str = ""

    @classmethod
    def of(cls, parts: Mapping[str, object]) -> "Address":
        """From a mapping that may hold other things, too."""
        return cls(**{name: str(parts[name]) for name in NAMES if name in parts})

    def refined(self, *others: "Address") -> "Address":
        """What the others say replaces what this one says; settings add up."""
        parts = {name: getattr(self, name) for name in NAMES}
        for other in others:
            parts |= {name: getattr(other, name) for name in NAMES if getattr(other, name)}
        parts["setting"] = canonical_setting(self.setting, *(other.setting for other in others))
        return Address(**parts)

    @property
    def splits(self) -> list[str]:
        """Alternatives in the order of preference: "train-cv10|dev20" is one of the two."""
        return self.split.split("|")

    @property
    def of_a_parser(self) -> bool:
        """Whether the figure is a parser's; those of treebanks and of their training data are not.

        The latter can be had without training any parser."""
        return self.system != "gold" and self.split not in ("train", EVERY_SPLIT)

    @property
    def missing(self) -> list[str]:
        """The parts without which no figure can be found."""
        return [name for name in NAMES if name != "setting" and not getattr(self, name)]

    def key(self, treebank: str) -> tuple[str, str, str, str, str]:
        return treebank, self.system, self.setting, self.split, self.metric


NAMES = tuple(field.name for field in fields(Address))


class Lookup:
    """Measurements by key; the split `all` pools the splits of a treebank."""

    def __init__(self, measurements: Iterable[Measurement]) -> None:
        self._by_key: dict[tuple, Measurement] = {}
        self._splits: dict[str, None] = {}
        self._treebanks: dict[str, None] = {}
        for row in measurements:
            self._by_key[row.key] = row
            self._splits.setdefault(row.split)
            self._treebanks.setdefault(row.treebank)

    @property
    def treebanks(self) -> list[str]:
        """In order of first occurrence."""
        return list(self._treebanks)

    def find(self, treebank: str, address: Address) -> Measurement | None:
        """Under the first alternative of the split that was measured."""
        for split in address.splits:
            found = self._by_key.get(replace(address, split=split).key(treebank))
            if found is not None:
                return found
        return self._pooled(treebank, address) if address.split == EVERY_SPLIT else None

    def along(self, treebank: str, address: Address, item: str) -> list[tuple[str, Measurement]]:
        """The figures at an address that differ in one item of the setting, with its value."""
        prefix, wanted = f"{item}=", set(canonical_setting(address.setting).split(";")) - {""}
        found = []
        for (name, system, setting, split, metric), row in self._by_key.items():
            if (name, system, metric) != (treebank, address.system, address.metric):
                continue
            values = [x.removeprefix(prefix) for x in setting.split(";") if x.startswith(prefix)]
            others = {x for x in setting.split(";") if not x.startswith(prefix)} - {""}
            if split in address.splits and len(values) == 1 and others == wanted:
                found.append((values[0], row))
        return found

    def _pooled(self, treebank: str, address: Address) -> Measurement | None:
        keys = (
            (treebank, address.system, address.setting, split, address.metric)
            for split in self._splits
        )
        parts = [self._by_key[key] for key in keys if key in self._by_key]
        if not parts or parts[0].unit not in ADDITIVE:
            return None
        first = parts[0]
        return Measurement(
            treebank,
            EVERY_SPLIT,
            first.system,
            first.setting,
            first.metric,
            first.unit,
            sum(part.numerator for part in parts),
            sum(part.denominator for part in parts),
        )
