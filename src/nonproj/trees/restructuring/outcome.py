"""What every transformation takes and gives."""

from dataclasses import dataclass
from typing import Protocol

from nonproj.data.treebank import Treebank


@dataclass(frozen=True)
class Outcome:
    """A treebank under other trees, and what became of the structures that were looked for."""

    treebank: Treebank
    changed: int
    left_alone: dict[str, int]  # by the reason, in words

    @property
    def found(self) -> int:
        return self.changed + sum(self.left_alone.values())


class Transformation(Protocol):
    @property
    def state(self) -> dict | None:
        """What `fit` learned, by the names of the fields, as JSON for a model file."""

    def fit(self, treebank: Treebank) -> "Transformation":
        """The transformation with what its inverse must know from training trees."""

    def apply(self, treebank: Treebank) -> Outcome: ...

    def undo(self, treebank: Treebank) -> Outcome: ...
