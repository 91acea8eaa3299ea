"""Coverage of the papers: what became of each of their tables and figures (coverage.yaml)."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from nonproj.data.declared import Declared, Limits, Name, Pattern
from nonproj.data.rows import as_csv
from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError
from nonproj.experiments.study.study import Study
from nonproj.fidelity.exhibits import LEARNED, Exhibits

FILE = Path(__file__).with_name("coverage.yaml")


Exhibit = Annotated[str, Pattern(r"[TFS][0-9]+(\.[0-9]+)*")]


class State(StrEnum):
    REPRODUCED = "reproduced"  # the rows, columns and metric of the paper
    ANALOGUE = "analogue"  # another metric, or other systems
    DEFINITION = "definition"  # shows no result; tests check what it defines
    NOT_DONE = "not done"


class Covered(Declared):
    """Exhibits of a paper that share a state: its tables T1, figures F1, figures in prose S1."""

    paper: Name
    exhibits: Annotated[tuple[Exhibit, ...], Limits(min_length=1)]
    state: State
    ours: tuple[Name, ...] = ()  # exhibits of ours: study/T1
    note: str = ""  # what differs, or why it is not done

    def __post_init__(self) -> None:
        place = f"{self.paper} {', '.join(self.exhibits)}"
        shown = self.state in (State.REPRODUCED, State.ANALOGUE)
        if shown != bool(self.ours):
            raise ValueError(
                f"{place}: exhibits of ours belong to what is shown, and to that alone"
            )
        if self.state is not State.REPRODUCED and not self.note:
            raise ValueError(f"{place}: {self.state.value} needs a note")


def load_coverage(path: Path = FILE) -> list[Covered]:
    """All entries in the order of the file; no exhibit of a paper in two."""
    found = read_declared(path, tuple[Covered, ...])
    seen: set[tuple[str, str]] = set()
    for entry in found:
        for exhibit in entry.exhibits:
            if (entry.paper, exhibit) in seen:
                raise NonprojError(f"{path}: {entry.paper}: {exhibit} is there twice")
            seen.add((entry.paper, exhibit))
    return list(found)


def check_coverage(coverage: Iterable[Covered], studies: Sequence[Study]) -> None:
    """NonprojError for an exhibit that no study has, and for a table said not to be done that is.

    Papers that are not among the studies are not looked at."""
    exhibits = Exhibits(studies)
    sources = {
        (study.id, spec.source): f"{study.id}/{spec.id}"
        for study in studies
        for spec in study.tables
    }
    for entry in coverage:
        place = f"coverage of {entry.paper} {', '.join(entry.exhibits)}"
        for name in entry.ours:
            try:
                exhibits.named(name)
            except NonprojError as error:
                raise NonprojError(f"{place}: {error}") from None
            if name.endswith(LEARNED):
                raise NonprojError(f"{place}: {name} is no single exhibit")
        for exhibit in entry.exhibits:
            table = sources.get((entry.paper, exhibit))
            if table is not None and table not in entry.ours:
                raise NonprojError(f"{place}: {table} reproduces {exhibit}, expected it in `ours`")


def coverage_as_csv(coverage: Iterable[Covered]) -> str:
    header = ("paper", "exhibit", "state", "ours", "note")
    rows = (
        [entry.paper, exhibit, entry.state, " ".join(entry.ours), entry.note]
        for entry in coverage
        for exhibit in entry.exhibits
    )
    return as_csv(header, rows)


def count_states(coverage: Iterable[Covered]) -> dict[str, dict[State, int]]:
    """Tables and figures by paper and state."""
    counts: dict[str, dict[State, int]] = {}
    for entry in coverage:
        of_paper = counts.setdefault(entry.paper, dict.fromkeys(State, 0))
        of_paper[entry.state] += len(entry.exhibits)
    return counts
