"""Coverage of the papers: the state of each paper's tables and figures (coverage.yaml)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from nonproj.data.declared import Declared, Limits, Name, Pattern, reject_duplicates
from nonproj.data.rows import as_csv
from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError
from nonproj.experiments.study.study import Study
from nonproj.fidelity.exhibits import Exhibits

FILE = Path(__file__).with_name("coverage.yaml")
Exhibit = Annotated[str, Pattern(r"[TFS][0-9]+(\.[0-9]+)*")]


class State(StrEnum):
    REPRODUCED = "reproduced"  # the rows, columns and metric of the paper
    ANALOGUE = "analogue"  # a different metric, or different systems
    DEFINITION = "definition"  # shows no result; tests check the definition
    NOT_DONE = "not done"


class Covered(Declared):
    """Exhibits of a paper that share a state: tables (T1), figures (F1), numbers in prose (S1)."""

    exhibits: Annotated[tuple[Exhibit, ...], Limits(min_length=1)]
    state: State = State.REPRODUCED
    # Our exhibits, if their names differ from the paper's; `load_coverage` adds the study.
    ours: tuple[Annotated[str, Pattern("[A-Za-z0-9.-]+")], ...] = ()
    note: str = ""  # what differs, or why the exhibit is not done
    paper: str = ""  # the key in the file

    def __post_init__(self) -> None:
        if self.ours and not self.shown:
            raise ValueError(f"{self.state.value}, but `ours` is given")
        if self.state is not State.REPRODUCED and not self.note:
            raise ValueError(f"{self.state.value} needs a note")

    @property
    def shown(self) -> bool:
        return self.state in (State.REPRODUCED, State.ANALOGUE)

    def of(self, paper: str) -> "Covered":
        ours = (f"{paper}/{name}" for name in self.ours or self.exhibits if self.shown)
        return replace(self, paper=paper, ours=tuple(ours))


def load_coverage(path: Path = FILE) -> list[Covered]:
    """Read all entries in the order of the file; no exhibit may occur twice."""
    papers = read_declared(path, dict[Name, tuple[Covered, ...]])
    found = [entry.of(paper) for paper, entries in papers.items() for entry in entries]
    names = (f"{entry.paper} {exhibit}" for entry in found for exhibit in entry.exhibits)
    reject_duplicates(names, str(path))
    return found


def check_coverage(coverage: Iterable[Covered], studies: Sequence[Study]) -> None:
    """Raise NonprojError if an entry names an unknown exhibit or omits our table for an exhibit.

    Papers that are not among the studies are not checked."""
    exhibits = Exhibits(studies)
    sources = {(s.id, spec.source): f"{s.id}/{spec.id}" for s in studies for spec in s.tables}
    for entry in coverage:
        place = f"coverage of {entry.paper} {', '.join(entry.exhibits)}"
        exhibits.require(entry.ours, place)
        for exhibit in entry.exhibits:
            table = sources.get((entry.paper, exhibit))
            if table is not None and table not in entry.ours:
                raise NonprojError(f"{place}: {table} reproduces {exhibit}, but is not in `ours`")


def coverage_as_csv(coverage: Iterable[Covered]) -> str:
    header = ("paper", "exhibit", "state", "ours", "note")
    rows = (
        [entry.paper, exhibit, entry.state, " ".join(entry.ours), entry.note]
        for entry in coverage
        for exhibit in entry.exhibits
    )
    return as_csv(header, rows)


def count_states(coverage: Iterable[Covered]) -> dict[str, Counter[State]]:
    """Count the tables and figures of each paper by state."""
    counts: dict[str, Counter[State]] = {}
    for entry in coverage:
        counts.setdefault(entry.paper, Counter())[entry.state] += len(entry.exhibits)
    return counts
