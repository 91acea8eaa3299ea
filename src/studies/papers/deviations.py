"""Deviations from the papers, and the coverage of their tables and figures (deviations.yaml).

The file in a paper's folder holds the entries about this paper. The file beside the folders holds
the deviations that affect several papers, and explains the entries. If code deviates from a paper,
a comment or docstring says `DEVIATION: ID`, with the ID of an entry."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import Field

from nonproj.public.errors import NonprojError
from nonproj.public.files import Declared, Name, read_declared, reject_duplicates, whole
from studies.plan.study.study import Study

FILE = "deviations.yaml"
PAPERS_FOLDER = Path(__file__).parent
LEARNED, EVERY = "*", "**"  # stand for tables and figures that show trained parsers, and for all
PrintedName = Annotated[str, whole(r"[TFS][0-9]+(\.[0-9]+)*")]
OwnName = Annotated[str, whole("([a-z0-9-]+/)?([A-Za-z0-9.]+|[*]{1,2})")]


class ExhibitState(StrEnum):
    """What a report, or all reports together, hold of a paper's table or figure."""

    REPRODUCED = "reproduced"  # the paper's treebanks and conditions
    PARTLY = "partly"  # the paper's treebank, but another test set or split
    REBUILT = "rebuilt"  # the paper's rows, columns and metric on other treebanks
    ANALOGUE = "analogue"  # a different metric, or different systems
    DEFINITION = "definition"  # shows no result; tests check the definition
    NOT_HERE = "not here"  # the report has no values for it
    NOT_DONE = "not done"


DECLARED = (
    ExhibitState.REBUILT,
    ExhibitState.ANALOGUE,
    ExhibitState.DEFINITION,
    ExhibitState.NOT_DONE,
)


class Covered(Declared):
    """Exhibits of a paper that share a state: tables (T1), figures (F1), numbers in prose (S1)."""

    exhibits: Annotated[tuple[PrintedName, ...], Field(min_length=1)]
    state: ExhibitState = (
        ExhibitState.REBUILT
    )  # the best possible one; a report says which one it reaches
    # Our tables and figures, if their names differ from the paper's; `of` adds the study.
    ours: tuple[Annotated[str, whole("[A-Za-z0-9.-]+")], ...] = ()
    conditions: str = ""  # how the conditions differ on the paper's own treebanks
    note: str = ""  # what differs, or why it is not done
    paper: str = ""  # the study of the folder

    def __post_init__(self) -> None:
        if self.state not in DECLARED:
            raise ValueError(f"state {self.state.value!r} follows from what a table holds")
        if self.ours and not self.shown:
            raise ValueError(f"{self.state.value}, but `ours` is given")
        if self.state is not ExhibitState.REBUILT and not self.note:
            raise ValueError(f"{self.state.value} needs a note")

    @property
    def shown(self) -> bool:
        return self.state in (ExhibitState.REBUILT, ExhibitState.ANALOGUE)

    def of(self, paper: str) -> "Covered":
        ours = (f"{paper}/{name}" for name in self.ours or self.exhibits if self.shown)
        return replace(self, paper=paper, ours=tuple(ours))


class DeviationSubject(StrEnum):
    """The subjects of deviations, which are keys of the file."""

    DATA = "data and conditions"
    TRANSITION = "transition-based parsers"
    LEARNERS = "learners"
    GRAPH = "graph-based parsers"
    NEURAL = "neural parsers"
    TREES = "transformations of trees"
    EVALUATION = "evaluation"


class Deviation(Declared, kw_only=True):
    id: Annotated[str, whole("[a-z0-9][a-z0-9-]*")]
    part: DeviationSubject | None = None  # the key in the file
    title: Name
    paper: Name  # what the paper does, with a section number
    ours: Name
    why: Name
    effect: str = ""  # measured effect, in figures; empty: not measured
    measured: str = ""  # data and method of the measurement
    touches: tuple[OwnName, ...] = ()  # study/T1, study/*, study/**; in a paper's folder T1, *, **
    but_not: tuple[OwnName, ...] = ()  # those of `touches` that are not affected
    only: tuple[Name, ...] = ()  # the only treebanks that are affected; empty: all

    def __post_init__(self) -> None:
        if bool(self.effect) != bool(self.measured):
            raise ValueError(f"{self.id}: `effect` and `measured` need each other")

    def of(self, paper: str, part: DeviationSubject) -> "Deviation":
        """Return the deviation with the names of its paper's tables and figures completed."""
        for name in (*self.touches, *self.but_not):
            if ("/" in name) == bool(paper):
                expected = "no study" if paper else "a study"
                raise NonprojError(f"deviation {self.id}: {name!r}, expected {expected} before it")
        own = f"{paper}/" if paper else ""
        touches, but_not = (
            tuple(own + name for name in names) for names in (self.touches, self.but_not)
        )
        return replace(self, part=part, touches=touches, but_not=but_not)


class Entries(Declared):
    """The content of a file."""

    coverage: tuple[Covered, ...] = ()
    deviations: dict[DeviationSubject, tuple[Deviation, ...]] = field(default_factory=dict)


def load_coverage(papers: Path | str = PAPERS_FOLDER) -> list[Covered]:
    """Read the coverage of all papers; no table or figure of a paper may occur twice."""
    found = [one.of(paper) for paper, entries in _read(papers) for one in entries.coverage]
    names = (f"{one.paper} {exhibit}" for one in found for exhibit in one.exhibits)
    reject_duplicates(names, str(papers))
    return found


def load_deviations(papers: Path | str = PAPERS_FOLDER) -> list[Deviation]:
    """Read all deviations, part by part, those of several papers first; no id may occur twice."""
    files = [*_read(papers)]
    found = [
        one.of(paper, part)
        for part in DeviationSubject
        for paper, entries in files
        for one in entries.deviations.get(part, ())
    ]
    reject_duplicates((one.id for one in found), str(papers))
    return found


def deviation_files(papers: Path | str) -> list[Path]:
    """List the file of several papers and those of each paper, given the folder of all papers."""
    return [*Path(papers).glob(FILE), *sorted(Path(papers).glob(f"*/{FILE}"))]


def _read(papers: Path | str) -> Iterator[tuple[str, Entries]]:
    """Yield the content of each file after its study; the file of several papers has none."""
    for path in deviation_files(papers):
        paper = path.parent.name.replace("_", "-") if path.parent != Path(papers) else ""
        yield paper, read_declared(path, Entries)


class Exhibits:
    """The tables and figures of some studies; names from other studies match nothing."""

    def __init__(self, studies: Iterable[Study]) -> None:
        self._parsers = {
            study.id: {spec.id: spec.of_parsers for spec in (*study.tables, *study.figures)}
            for study in studies
        }

    def shown(self, name: str) -> list[tuple[str, str]]:
        """Return the tables and figures (study, id) that a name matches."""
        study, _, exhibit = name.partition("/")
        known = self._parsers.get(study, {})
        if exhibit in (LEARNED, EVERY):
            return [(study, one) for one, learned in known.items() if learned or exhibit == EVERY]
        return [(study, exhibit)] if exhibit in known else []

    def require(self, names: Iterable[str], place: str) -> None:
        """Raise NonprojError for a name of a table or figure that a known study does not have."""
        for name in names:
            study, _, exhibit = name.partition("/")
            known = self._parsers.get(study, {})
            if known and exhibit not in (LEARNED, EVERY, *known):
                only = ", ".join(known)
                raise NonprojError(f"{place} {name!r}: {study} has no {exhibit!r}, only {only}")


def check_coverage(coverage: Iterable[Covered], studies: Sequence[Study]) -> None:
    """Raise NonprojError if an entry names an unknown table or omits our table for an exhibit.

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


def check_deviations(deviations: Iterable[Deviation], exhibits: Exhibits) -> None:
    """Raise NonprojError if a deviation names a table or figure that its study does not have."""
    for deviation in deviations:
        names = (*deviation.touches, *deviation.but_not)
        exhibits.require(names, f"deviation {deviation.id}: touches")


def deviations_by_exhibit(
    deviations: Iterable[Deviation], exhibits: Exhibits
) -> dict[tuple[str, str], list[Deviation]]:
    """Group deviations by the tables and figures (study, id) that they affect, if these exist."""
    found: dict[tuple[str, str], list[Deviation]] = {}
    for deviation in deviations:
        left = {exhibit for name in deviation.but_not for exhibit in exhibits.shown(name)}
        touched = (exhibit for name in deviation.touches for exhibit in exhibits.shown(name))
        for exhibit in dict.fromkeys(touched):
            if exhibit not in left:
                found.setdefault(exhibit, []).append(deviation)
    return found
