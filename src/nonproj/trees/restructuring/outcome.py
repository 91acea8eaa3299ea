"""Input and output of every transformation."""

from dataclasses import dataclass
from typing import Protocol

from nonproj.data.treebank import Treebank


@dataclass(frozen=True)
class Outcome:
    """A treebank with other trees, and counts of what became of its structures."""

    treebank: Treebank
    changed: int
    left_alone: dict[str, int]  # by the reason, in words

    @property
    def found(self) -> int:
        return self.changed + sum(self.left_alone.values())


class Transformation(Protocol):
    @property
    def state(self) -> dict | None:
        """What `fit` learned, by field name, as JSON for a model file."""

    def fit(self, treebank: Treebank) -> "Transformation":
        """Return the transformation with what its inverse must know from training trees."""

    def apply(self, treebank: Treebank) -> Outcome: ...

    def undo(self, treebank: Treebank) -> Outcome: ...
