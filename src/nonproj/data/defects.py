"""What is wrong with a treebank file, in words: line, column, value, expectation."""

from dataclasses import dataclass

from nonproj.errors import NonprojError

ERROR, WARNING = "error", "warning"  # the latter does not keep a file from being read
SHOWN = 20  # defects that an exception's message lists in full


@dataclass(frozen=True)
class Defect:
    line: int
    column: str | None
    message: str
    severity: str = ERROR

    def text(self, name: str) -> str:
        column = f" {self.column}:" if self.column else ""
        return f"{name}:{self.line}:{column} {self.message}"


class TreebankError(NonprojError):
    """A file that cannot be read as a treebank; `defects` holds all of them."""

    def __init__(self, name: str, defects: list[Defect]):
        self.defects = defects
        obstacles = [d for d in defects if d.severity == ERROR]
        lines = [d.text(name) for d in obstacles[:SHOWN]]
        if len(obstacles) > SHOWN:
            lines.append(f"{name}: and {len(obstacles) - SHOWN} more; `nonproj check` lists them")
        super().__init__("\n".join(lines))
