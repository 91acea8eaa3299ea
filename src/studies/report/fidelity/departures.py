"""Departures from the papers, declared in departures.yaml.

If code departs from a paper, a comment or docstring says `DEVIATION: ID`, with the ID of an entry
in the file."""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from nonproj.public.files import Declared, Name, read_declared, reject_duplicates, whole
from studies.report.fidelity.exhibits import Exhibits

FILE = Path(__file__).with_name("departures.yaml")
Exhibit = Annotated[str, whole("[a-z0-9-]+/([A-Za-z0-9.]+|[*]{1,2})")]


class Part(StrEnum):
    """The subjects of departures, which are the keys of the file."""

    DATA = "data and conditions"
    TRANSITION = "transition-based parsers"
    LEARNERS = "learners"
    GRAPH = "graph-based parsers"
    NEURAL = "neural parsers"
    TREES = "transformations of trees"
    EVALUATION = "evaluation"


class Departure(Declared, kw_only=True):
    id: Annotated[str, whole("[a-z0-9][a-z0-9-]*")]
    part: Part | None = None  # the key in the file
    title: Name
    paper: Name  # what the paper does, with a section number
    ours: Name
    why: Name
    effect: str = ""  # measured effect, in figures; empty: not measured
    measured: str = ""  # data and method of the measurement
    touches: tuple[Exhibit, ...] = ()  # study/T1, study/*, study/**; empty: none shown yet
    but_not: tuple[Exhibit, ...] = ()  # exhibits of `touches` that are not affected

    def __post_init__(self) -> None:
        if bool(self.effect) != bool(self.measured):
            raise ValueError(f"{self.id}: `effect` and `measured` need each other")


def load_departures(path: Path = FILE) -> list[Departure]:
    """Read all departures in the order of the file; no id may occur twice."""
    parts = read_declared(path, dict[Part, tuple[Departure, ...]])
    found = [replace(one, part=part) for part, entries in parts.items() for one in entries]
    reject_duplicates((departure.id for departure in found), str(path))
    return found


def check_departures(departures: Iterable[Departure], exhibits: Exhibits) -> None:
    """Raise NonprojError if a departure names an exhibit that its study does not have."""
    for departure in departures:
        names = (*departure.touches, *departure.but_not)
        exhibits.require(names, f"departure {departure.id}: touches")


def departures_by_exhibit(
    departures: Iterable[Departure], exhibits: Exhibits
) -> dict[tuple[str, str], list[Departure]]:
    """Group departures by the exhibits (study, id) that they affect, if the exhibits are shown."""
    found: dict[tuple[str, str], list[Departure]] = {}
    for departure in departures:
        left = {exhibit for name in departure.but_not for exhibit in exhibits.shown(name)}
        touched = (exhibit for name in departure.touches for exhibit in exhibits.shown(name))
        for exhibit in dict.fromkeys(touched):
            if exhibit not in left:
                found.setdefault(exhibit, []).append(departure)
    return found
