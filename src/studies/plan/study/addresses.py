"""Addresses: keys without a treebank, with which `study.yaml` refers to values."""

from dataclasses import dataclass, fields

from nonproj.public.values import EVERY_SPLIT, Key, Setting


@dataclass(frozen=True)
class Address:
    """The key of a value without its treebank, and the unit in which it is printed.

    `split` may hold alternatives in order of preference: "train-cv10|dev20"."""

    system: str = ""
    setting: Setting = frozenset()
    split: str = ""
    metric: str = ""
    unit: str = ""

    def refined(self, *others: "Address") -> "Address":
        """Return the address with the nonempty fields of others filled in; settings are merged."""
        parts = vars(self).copy()
        for other in others:
            parts |= {name: value for name, value in vars(other).items() if value}
        parts["setting"] = self.setting.union(*(other.setting for other in others))
        return Address(**parts)

    @property
    def splits(self) -> list[str]:
        return self.split.split("|")

    @property
    def of_a_parser(self) -> bool:
        """True if the value needs a trained parser; values of treebanks and oracles do not."""
        given = self.split in ("train", EVERY_SPLIT) or "oracle" in self.setting
        return self.system != "gold" and not given

    @property
    def missing(self) -> list[str]:
        """The fields without which a value cannot be found."""
        return [name for name in ADDRESS_FIELDS if name != "setting" and not getattr(self, name)]

    def keys(self, treebank: str) -> list[Key]:
        """List one key for each alternative of the split."""
        return [
            Key(treebank, split, self.system, self.setting, self.metric) for split in self.splits
        ]


ADDRESS_FIELDS = tuple(field.name for field in fields(Address))
