"""Our parsers beside other programs that were trained on the same treebanks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from studies.report.findings.comparisons import NORMAL_95
from studies.tables.build import Table
from studies.tables.cells import Cell

PROGRAMS = "programs"  # the id of the table, whose rows are programs
OURS = "Ours, "  # how the names of our parsers in it begin
SCORE, COSTS = "score", ("training", "memory", "speed")  # ids of its columns

OwnCells = Mapping[str, Cell]  # by column


class Place(NamedTuple):
    """What a program reached on a treebank; empty if it was not trained there."""

    score: str = ""
    costs: Mapping[str, str] = {}  # without those that are not known
    best: bool = False  # of the programs that were trained here


@dataclass(frozen=True)
class Programs:
    """A table of programs by treebank, and sentences about it.

    `places` has, by treebank, a place for each of `programs` and one for the published score."""

    title: str
    programs: Sequence[str]
    places: Mapping[str, Sequence[Place]]
    sentences: Sequence[str]


def programs_of(tables: Iterable[Table]) -> Programs | None:
    """Return the programs in the table PROGRAMS; None if there is nothing to compare.

    Treebanks on which no program of others was trained are left out."""
    table = next((table for table in tables if table.id == PROGRAMS), None)
    found: dict[str, dict[str, OwnCells]] = {}
    for row in table.rows if table else ():
        cells = dict(zip((column.id for column in table.columns), row.cells, strict=True))
        found.setdefault(row.label, {})[row.part] = cells
    compared = {
        label: own
        for label, own in found.items()
        if any(_has(own, name) for name in own if not name.startswith(OURS))
    }
    names = dict.fromkeys(chain(*sorted(compared.values(), key=len, reverse=True)))
    trained = [name for name in names if any(_has(own, name) for own in compared.values())]
    if len(trained) < 2:
        return None
    places = {label: [*_places(own, trained)] for label, own in compared.items()}
    sentences = [*_gaps(compared, trained), *_beside_printed(compared)]
    return Programs(table.title, trained, places, sentences)


def _places(own: Mapping[str, OwnCells], programs: Sequence[str]) -> Iterator[Place]:
    best = max((_score(own, name) for name in programs if _has(own, name)), default=0)
    for name in programs:
        if _has(own, name):
            known = {cost: own[name][cost].ours for cost in COSTS if own[name][cost].ours}
            yield Place(own[name][SCORE].ours or "", known, _score(own, name) == best)
        else:
            yield Place()
    printed = (cells[SCORE].published for cells in own.values())
    yield Place(next(filter(None, printed), ""))


def _gaps(found: Mapping[str, Mapping[str, OwnCells]], programs: Sequence[str]) -> Iterator[str]:
    """Say how far our parsers are above each other program, if trained wherever it was."""
    our = [name for name in programs if name.startswith(OURS)]
    for other in (name for name in programs if name not in our):
        on = [own for own in found.values() if _has(own, other)]
        gaps = {
            name.removeprefix(OURS): [_score(own, name) - _score(own, other) for own in on]
            for name in our
            if all(_has(own, name) for own in on)
        }
        if gaps:
            each = ", ".join(f"{name} {_span(points)}" for name, points in gaps.items())
            yield f"LAS minus that of {other} ({len(on)} treebank{'s' * (len(on) > 1)}): {each}."


def _beside_printed(found: Mapping[str, Mapping[str, OwnCells]]) -> Iterator[str]:
    """Say on how many treebanks the printed score is outside the interval of our best score.

    The interval is over sentences. The parses with the printed score are not known."""
    above, below, asked = 0, 0, 0
    for own in found.values():
        ours = (cells[SCORE] for name, cells in own.items() if name.startswith(OURS))
        best = max(ours, key=lambda cell: float(cell.ours or "-inf"))
        if best.published and best.ours and best.se:
            points = float(best.published) - float(best.ours)
            asked += 1
            above += points > NORMAL_95 * float(best.se)
            below += points < -NORMAL_95 * float(best.se)
    if asked:
        yield (
            "The published LAS is above the 95 % interval over sentences of the best of ours on "
            f"{above} of {asked} treebanks, and below it on {below}."
        )


def _span(gaps: Sequence[float]) -> str:
    ends = (f"{gap:+.2f}".replace("-", "−") for gap in (min(gaps), max(gaps)))
    return " to ".join(dict.fromkeys(ends))


def _has(own: Mapping[str, OwnCells], program: str) -> bool:
    return program in own and own[program][SCORE].ours is not None


def _score(own: Mapping[str, OwnCells], program: str) -> float:
    return float(own[program][SCORE].ours or "nan")
