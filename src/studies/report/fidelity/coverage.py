"""Coverage of the papers: what we hold of each paper's tables and figures (coverage.yaml)."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field

from nonproj.public.errors import NonprojError
from nonproj.public.files import Declared, Name, read_declared, reject_duplicates, whole
from nonproj.public.scores import OTHER_ANSWER, SAME_ANSWER
from studies.plan.study.study import Study
from studies.report.fidelity.exhibits import Exhibits

FILE = Path(__file__).with_name("coverage.yaml")
Exhibit = Annotated[str, whole(r"[TFS][0-9]+(\.[0-9]+)*")]


class State(StrEnum):
    """What a report, or all reports together, hold of an exhibit."""

    REPRODUCED = "reproduced"  # the paper's treebanks and conditions
    PARTLY = "partly"  # the paper's treebank, but another test set or split
    REBUILT = "rebuilt"  # the paper's rows, columns and metric on other treebanks
    ANALOGUE = "analogue"  # a different metric, or different systems
    DEFINITION = "definition"  # shows no result; tests check the definition
    NOT_HERE = "not here"  # the report has no values for it
    NOT_DONE = "not done"


DECLARED = (State.REBUILT, State.ANALOGUE, State.DEFINITION, State.NOT_DONE)
# In the CSV file of a table: columns that name a row, and what other columns than ours end with.
ROW_TITLES = ("treebank", "label", "part")
DIFFERENCE = ".difference"
SUFFIXES = (".sd", ".se", ".gain", ".published", DIFFERENCE)
NOT_DRAWN = b"Nothing was measured."  # in a figure without values


@dataclass(frozen=True)
class Held:
    """What one of our tables or figures holds: our values, and how they differ from printed ones.

    The difference of yes/no answers is 0 if they agree and 1 otherwise."""

    measured: bool
    differences: tuple[float, ...] = ()

    @classmethod
    def of_table(cls, text: str) -> "Held":
        """Read the CSV file of a table."""
        rows = [*csv.DictReader(io.StringIO(text))]
        columns = [name for name in (rows[0] if rows else ()) if name not in ROW_TITLES]
        ours = [name for name in columns if not name.endswith(SUFFIXES)]
        measured = any(row[name] for row in rows for name in ours)
        return cls(measured, tuple(differences_in(rows).values()))

    @classmethod
    def of_figure(cls, svg: bytes) -> "Held":
        return cls(NOT_DRAWN not in svg)


def differences_in(rows: Iterable[Mapping[str, str]]) -> dict[tuple[str, ...], float]:
    """Return the differences between our figures and printed ones, by row and column of a table."""
    answers = {SAME_ANSWER: "0", OTHER_ANSWER: "1"}
    return {
        (*(row[title] for title in ROW_TITLES), name): float(answers.get(text, text))
        for row in rows
        for name, text in row.items()
        if name.endswith(DIFFERENCE) and text
    }


class Covered(Declared):
    """Exhibits of a paper that share a state: tables (T1), figures (F1), numbers in prose (S1)."""

    exhibits: Annotated[tuple[Exhibit, ...], Field(min_length=1)]
    state: State = State.REBUILT  # the best possible one; see `in_report`
    # Our exhibits, if their names differ from the paper's; `load_coverage` adds the study.
    ours: tuple[Annotated[str, whole("[A-Za-z0-9.-]+")], ...] = ()
    conditions: str = ""  # how the conditions differ on the paper's own treebanks
    note: str = ""  # what differs, or why the exhibit is not done
    paper: str = ""  # the key in the file

    def __post_init__(self) -> None:
        if self.state not in DECLARED:
            raise ValueError(f"state {self.state.value!r} follows from what a table holds")
        if self.ours and not self.shown:
            raise ValueError(f"{self.state.value}, but `ours` is given")
        if self.state is not State.REBUILT and not self.note:
            raise ValueError(f"{self.state.value} needs a note")

    @property
    def shown(self) -> bool:
        return self.state in (State.REBUILT, State.ANALOGUE)

    def of(self, paper: str) -> "Covered":
        ours = (f"{paper}/{name}" for name in self.ours or self.exhibits if self.shown)
        return replace(self, paper=paper, ours=tuple(ours))

    def in_report(self, held: Mapping[str, Held]) -> State:
        """Return the state in a report, given what its tables and figures (`study/id`) hold."""
        own = [held[name] for name in self.ours if name in held]
        if self.shown and not any(one.measured for one in own):
            return State.NOT_HERE
        if self.state is State.REBUILT and any(one.differences for one in own):
            return State.PARTLY if self.conditions else State.REPRODUCED
        return self.state


class Standing(NamedTuple):
    """An entry with its state in a report, or in several, and all differences from the paper."""

    entry: Covered
    state: State
    differences: Sequence[float] = ()

    @property
    def agreement(self) -> str:
        """State how many figures equal the printed figures, and how many are within one point."""
        if not self.differences:
            return ""
        same, near = (sum(abs(d) <= bound for d in self.differences) for bound in (0, 1))
        others = "" if same == len(self.differences) else f", {near - same} more within 1"
        return f"{same} of {len(self.differences)} figures agree{others}"


def found_in(coverage: Iterable[Covered], held: Mapping[str, Held]) -> list[Standing]:
    """Return the entries with their states in a report."""
    return [
        Standing(
            entry,
            entry.in_report(held),
            [d for name in entry.ours if name in held for d in held[name].differences],
        )
        for entry in coverage
    ]


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


def count_states(found: Iterable[Standing]) -> dict[str, Counter[State]]:
    """Count the exhibits of each paper by state."""
    counts: dict[str, Counter[State]] = {}
    for entry, state, _ in found:
        counts.setdefault(entry.paper, Counter())[state] += len(entry.exhibits)
    return counts
