"""Defects of a treebank file, each with a line, a column and a message."""

from dataclasses import dataclass

from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.errors import NonprojError

ERROR, WARNING = "error", "warning"  # a file with warnings can be read
LISTED = 20  # maximum number of defects in the message of an exception
NOT_A_NUMBER = "is not a number"
NO_HEAD = f"{UNSPECIFIED!r} {NOT_A_NUMBER}"  # the start of the message about a missing head


@dataclass(frozen=True)
class Defect:
    line: int
    column: str | None
    message: str
    severity: str = ERROR

    def text(self, name: str) -> str:
        column = f" {self.column}:" if self.column else ""
        return f"{name}:{self.line}:{column} {self.message}"


class OddityWarning(UserWarning):
    """A warning that a file was read although it deviates from its format."""


class TreebankError(NonprojError):
    """An error for a file that cannot be read as a treebank; `defects` lists all its defects."""

    def __init__(self, name: str, defects: list[Defect], listed: int = LISTED):
        self.name, self.defects = name, defects
        obstacles = [d for d in defects if d.severity == ERROR]
        lines = [d.text(name) for d in obstacles[:listed]]
        if more := len(obstacles[listed:]):
            lines.append(f"{name}: and {more:,} more; `nonproj check` lists them")
        if without := sum(d.message.startswith(NO_HEAD) for d in obstacles):
            lines.append(
                f"{name}: words without HEAD: {without}; accepted by `parse`, `tag` and "
                '`train --partial`, and in Python with heads="ignored" or heads="partial"'
            )
        super().__init__(*lines)
