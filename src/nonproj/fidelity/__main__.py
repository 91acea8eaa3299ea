"""Print docs/coverage.md, a page that lists coverage and departures; `make docs` runs this.

python -m nonproj.fidelity reports/published/*"""

import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from nonproj.experiments.study.load import load_studies
from nonproj.experiments.study.study import Study
from nonproj.fidelity.coverage import (
    Covered,
    Held,
    Standing,
    State,
    check_coverage,
    count_states,
    differences_in,
    load_coverage,
)
from nonproj.fidelity.departures import Departure, check_departures, load_departures
from nonproj.fidelity.exhibits import Exhibits

HEAD = """\
# Coverage of the papers, and departures from them

This page lists every table and figure of the papers with its state in the committed reports, and
every departure from the papers. `make docs` makes it from `coverage.yaml` and `departures.yaml` in
`src/nonproj/fidelity` and from the reports. Every report has both lists, with links from its
tables, and with the states in that report alone. Exhibits are tables (T), figures (F) and numbers
in prose (S), numbered as in the papers.

An exhibit is *reproduced* if our table has rows of the paper's own treebanks under its conditions;
the state says how many of our figures agree with the printed ones. It is *partly* reproduced if the
treebank is the paper's, but the test set or the split is not. It is *rebuilt* if it has the paper's
rows, columns and metric on other treebanks only. An *analogue* has a different metric or different
systems. A *definition* shows no result, but tests check what it defines. *Not here* means that no
committed report has values. Departures name the exhibits that they affect: `study/*` stands for all
exhibits of a study that show trained parsers, and `study/**` for all exhibits of the study.
"""


def found_in_all(coverage: Sequence[Covered], folders: Sequence[Path]) -> list[Standing]:
    """Return each entry with its best state in the reports, and with the differences of all.

    If several reports have the same number, the first report counts."""
    names = {name.replace("/", "-"): name for entry in coverage for name in entry.ours}
    reports, differences = [_held(folder, names) for folder in folders], _differences(folders)
    return [
        Standing(
            entry,
            min(map(entry.in_report, reports), key=[*State].index, default=State.NOT_HERE),
            [
                d
                for name in entry.ours
                for d in differences.get(name.replace("/", "-"), {}).values()
            ],
        )
        for entry in coverage
    ]


def _held(folder: Path, names: Mapping[str, str]) -> dict[str, Held]:
    """Say what a report's tables and figures hold; `names` maps their files to `study/id`."""
    tables = {p.stem: Held.of_table(p.read_text("utf-8")) for p in folder.glob("tables/*.csv")}
    figures = {p.stem: Held.of_figure(p.read_bytes()) for p in folder.glob("figures/*.svg")}
    return {names[stem]: held for stem, held in (tables | figures).items() if stem in names}


def _differences(folders: Iterable[Path]) -> Mapping[str, Mapping[tuple, float]]:
    """Read the differences from printed numbers, by table (STUDY-T1) and place in the table."""
    found: dict[str, dict[tuple, float]] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("tables/*.csv"))):
        for place, difference in differences_in(_rows(path)).items():
            found.setdefault(path.stem, {}).setdefault(place, difference)
    return found


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def as_page(
    studies: Sequence[Study], found: Sequence[Standing], departures: Sequence[Departure]
) -> str:
    return "\n".join([HEAD, *_covered(studies, found), *_departing(departures)])


def _covered(studies: Sequence[Study], found: Sequence[Standing]) -> Iterator[str]:
    yield "| study | " + " | ".join(State) + " |"
    yield "|---|" + "--:|" * len(State)
    counts = count_states(found)
    for study in studies:
        yield f"| {study.short} | " + " | ".join(str(counts[study.id][s]) for s in State) + " |"
    for study in studies:
        yield f"\n## {study.short}\n\n| in the paper | state | here | |\n|---|---|---|---|"
        for entry, state, agreement in ((one.entry, one.state, one.agreement) for one in found):
            if entry.paper == study.id:
                ours = ", ".join(name.removeprefix(f"{study.id}/") for name in entry.ours)
                state += f" ({agreement})" if agreement else ""
                note = " ".join(filter(None, (entry.conditions, entry.note)))
                yield f"| {', '.join(entry.exhibits)} | {state} | {ours} | {note} |"


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
    studies, coverage, departures = (
        load_studies("workflow/experiments"),
        load_coverage(),
        load_departures(),
    )
    check_coverage(coverage, studies)
    check_departures(departures, Exhibits(studies))
    found = found_in_all(coverage, [*map(Path, sys.argv[1:])])
    print(as_page(studies, found, departures), end="")
