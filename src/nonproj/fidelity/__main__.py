"""Print coverage and departures as one page of Markdown, docs/coverage.md: `make docs`."""

from collections.abc import Iterable, Iterator, Sequence

from nonproj.experiments.study.load import load_studies
from nonproj.experiments.study.study import Study
from nonproj.fidelity.coverage import Covered, State, check_coverage, count_states, load_coverage
from nonproj.fidelity.departures import Departure, check_departures, load_departures
from nonproj.fidelity.exhibits import Exhibits

HEAD = """\
# What of the papers is here

This page is made by `make docs` from `coverage.yaml` and `departures.yaml` of
`src/nonproj/fidelity`; every report has both, with links from its tables. T are tables, F figures
and S figures in prose, under the papers' own numbers. *Reproduced* has the rows, columns and metric
of the paper, an *analogue* another metric or other systems; a *definition* shows no result, and
tests check what it defines. Departures touch exhibits: `study/*` are all of a study that show
learned parsers, `study/**` are simply all.
"""


def as_page(
    studies: Sequence[Study], coverage: Sequence[Covered], departures: Sequence[Departure]
) -> str:
    return "\n".join([HEAD, *_covered(studies, coverage), *_departing(departures)])


def _covered(studies: Sequence[Study], coverage: Sequence[Covered]) -> Iterator[str]:
    counts = count_states(coverage)
    yield "| study | " + " | ".join(State) + " |"
    yield "|---|" + "--:|" * len(State)
    for study in studies:
        numbers = (str(counts[study.id][state]) for state in State)
        yield f"| {study.short} | " + " | ".join(numbers) + " |"
    for study in studies:
        yield f"\n## {study.short}\n\n| in the paper | state | here | |\n|---|---|---|---|"
        for entry in (entry for entry in coverage if entry.paper == study.id):
            ours = ", ".join(name.removeprefix(f"{study.id}/") for name in entry.ours)
            yield f"| {', '.join(entry.exhibits)} | {entry.state} | {ours} | {entry.note} |"


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
            yield f"- **Touches**: {_listed(one.touches)}{but_not}"
    yield ""


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    read = load_studies("workflow/experiments"), load_coverage(), load_departures()
    check_coverage(read[1], read[0])
    check_departures(read[2], Exhibits(read[0]))
    print(as_page(*read), end="")
