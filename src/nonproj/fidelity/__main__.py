"""Print docs/coverage.md, a page that lists coverage and departures; `make docs` runs this.

python -m nonproj.fidelity reports/published/*"""

import csv
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from nonproj.experiments.study.load import load_studies
from nonproj.experiments.study.study import Study
from nonproj.fidelity.coverage import Covered, State, check_coverage, load_coverage
from nonproj.fidelity.departures import Departure, check_departures, load_departures
from nonproj.fidelity.exhibits import Exhibits
from nonproj.results.units import OTHER_ANSWER, SAME_ANSWER

HEAD = """\
# Coverage of the papers, and departures from them

This page lists every table and figure of the papers with its state in this project, and every
departure from the papers. `make docs` makes it from `coverage.yaml` and `departures.yaml` in
`src/nonproj/fidelity`. Every report has both lists, with links from its tables. Exhibits are tables
(T), figures (F) and numbers in prose (S), numbered as in the papers.

A *reproduced* exhibit has the rows, columns and metric of the paper on the paper's treebanks; the
committed reports show the printed numbers next to ours. A *rebuilt* exhibit has the same rows,
columns and metric on other treebanks. An *analogue* has a different metric or different systems. A
*definition* shows no result, but tests check what it defines. Departures name the exhibits that
they affect: `study/*` stands for all exhibits of a study that show trained parsers, and `study/**`
for all exhibits of the study.
"""
REBUILT = "rebuilt on other treebanks"
STATES = (State.REPRODUCED, REBUILT, State.ANALOGUE, State.DEFINITION, State.NOT_DONE)
Differences = Mapping[str, Sequence[float]]  # ours minus printed, by table (study/T1)


def differences(folders: Iterable[Path]) -> Differences:
    """Read the differences between our numbers and the printed numbers.

    If several reports have the same number, the first report counts."""
    found: dict[str, dict[tuple, float]] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("tables/*.csv"))):
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                for name, text in row.items():
                    if name.endswith(".difference") and text:
                        place = row["treebank"], row["label"], row["part"], name
                        found.setdefault(path.stem, {}).setdefault(place, _number(text))
    return {table: [*each.values()] for table, each in found.items()}


def _number(text: str) -> float:
    """Return a difference as a number; for yes/no answers, 0 if they agree and 1 otherwise."""
    answers = {SAME_ANSWER: 0.0, OTHER_ANSWER: 1.0}
    return answers[text] if text in answers else float(text)


def as_page(
    studies: Sequence[Study],
    coverage: Sequence[Covered],
    departures: Sequence[Departure],
    found: Differences,
) -> str:
    return "\n".join([HEAD, *_covered(studies, coverage, found), *_departing(departures)])


def _covered(
    studies: Sequence[Study], coverage: Sequence[Covered], found: Differences
) -> Iterator[str]:
    compared = {entry: _compared(entry, found) for entry in coverage}
    yield "| study | " + " | ".join(STATES) + " |"
    yield "|---|" + "--:|" * len(STATES)
    for study in studies:
        counts: Counter[str] = Counter()
        for entry in (entry for entry in coverage if entry.paper == study.id):
            counts[_state(entry, compared[entry])] += len(entry.exhibits)
        yield f"| {study.short} | " + " | ".join(str(counts[state]) for state in STATES) + " |"
    for study in studies:
        yield f"\n## {study.short}\n\n| in the paper | state | here | |\n|---|---|---|---|"
        for entry in (entry for entry in coverage if entry.paper == study.id):
            ours = ", ".join(name.removeprefix(f"{study.id}/") for name in entry.ours)
            state = _state(entry, compared[entry]) + _agreement(compared[entry])
            yield f"| {', '.join(entry.exhibits)} | {state} | {ours} | {entry.note} |"


def _compared(entry: Covered, found: Differences) -> list[float]:
    return [d for name in entry.ours for d in found.get(name.replace("/", "-"), ())]


def _state(entry: Covered, compared: Sequence[float]) -> str:
    return REBUILT if entry.state is State.REPRODUCED and not compared else entry.state


def _agreement(compared: Sequence[float]) -> str:
    """Report how many numbers equal the printed numbers, and how many are within one point."""
    if not compared:
        return ""
    same, near = (sum(abs(d) <= bound for d in compared) for bound in (0, 1))
    others = "" if same == len(compared) else f", {near - same} within 1"
    return f" ({same} of {len(compared)} figures the same{others})"


def _departing(departures: Sequence[Departure]) -> Iterator[str]:
    yield "\n# Departures from the papers"
    part = None
    for one in departures:
        if one.part != part:
            part = one.part
            yield f"\n## {part.capitalize()}"
        yield f"\n### {one.title} (`{one.id}`)\n"
        yield f"- **The paper**: {one.paper}\n- **Here**: {one.ours}\n- **Why**: {one.why}"
        if one.effect:
            yield f"- **Effect**: {one.effect} *{one.measured}*"
        if one.touches:
            but_not = f", but not {_listed(one.but_not)}" if one.but_not else ""
            yield f"- **Affects**: {_listed(one.touches)}{but_not}"
    yield ""


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    read = load_studies("workflow/experiments"), load_coverage(), load_departures()
    check_coverage(read[1], read[0])
    check_departures(read[2], Exhibits(read[0]))
    print(as_page(*read, differences(map(Path, sys.argv[1:]))), end="")
