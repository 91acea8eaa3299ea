"""Coverage of the papers: the state of each paper's tables and figures (coverage.yaml)."""

from collections import Counter
from collections.abc import Iterable, Sequence
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

    paper: Name
    exhibits: Annotated[tuple[Exhibit, ...], Limits(min_length=1)]
    state: State
    # Our exhibits, such as study/T1.
    ours: tuple[Annotated[str, Pattern("[a-z0-9-]+/[A-Za-z0-9.-]+")], ...] = ()
    note: str = ""  # what differs, or why the exhibit is not done

    def __post_init__(self) -> None:
        place = f"{self.paper} {', '.join(self.exhibits)}"
        shown = self.state in (State.REPRODUCED, State.ANALOGUE)
        if shown != bool(self.ours):
            raise ValueError(f"{place}: exhibits that are shown, and only they, need `ours`")
        if self.state is not State.REPRODUCED and not self.note:
            raise ValueError(f"{place}: {self.state.value} needs a note")


def load_coverage(path: Path = FILE) -> list[Covered]:
    """Read all entries in the order of the file; no exhibit may occur twice."""
    found = read_declared(path, tuple[Covered, ...])
    names = (f"{entry.paper} {exhibit}" for entry in found for exhibit in entry.exhibits)
    reject_duplicates(names, str(path))
    return list(found)


def check_coverage(coverage: Iterable[Covered], studies: Sequence[Study]) -> None:
    """Raise NonprojError if an entry names an unknown exhibit or omits our table of an exhibit.

    Papers that are not among the studies are not checked."""
    exhibits = Exhibits(studies)
    sources = {(s.id, spec.source): f"{s.id}/{spec.id}" for s in studies for spec in s.tables}
    for entry in coverage:
        place = f"coverage of {entry.paper} {', '.join(entry.exhibits)}"
        exhibits.require(entry.ours, place)
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


def count_states(coverage: Iterable[Covered]) -> dict[str, Counter[State]]:
    """Count the tables and figures of each paper by state."""
    counts: dict[str, Counter[State]] = {}
    for entry in coverage:
        counts.setdefault(entry.paper, Counter())[entry.state] += len(entry.exhibits)
    return counts
