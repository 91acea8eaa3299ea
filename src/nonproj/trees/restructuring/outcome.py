"""The interface that all transformations share, and the outcome that they return."""

from dataclasses import dataclass
from typing import Protocol

from nonproj.data.treebank import Treebank


@dataclass(frozen=True)
class Outcome:
    """A treebank with transformed trees, and the numbers of changed and unchanged structures."""

    treebank: Treebank
    changed: int
    left_alone: dict[str, int]  # counts by reason, in words

    @property
    def found(self) -> int:
        return self.changed + sum(self.left_alone.values())


class Transformation(Protocol):
    @property
    def state(self) -> dict | None:
        """The values that `fit` has learned, by field name, as JSON for a model file."""

    def fit(self, treebank: Treebank) -> "Transformation":
        """Learn from training trees what the inverse needs; return the fitted transformation."""

    def apply(self, treebank: Treebank) -> Outcome: ...

    def undo(self, treebank: Treebank) -> Outcome: ...
