"""The page docs/coverage.md: coverage of the papers, and departures from them."""

from collections.abc import Iterable, Iterator, Sequence

from studies.plan.study.study import Study
from studies.report.fidelity.coverage import Standing, State, count_states
from studies.report.fidelity.departures import Departure

COVERAGE_INTRODUCTION = """\
# Coverage of the papers, and departures from them

This page lists every table and figure of the papers with its state in the committed
[report](../reports/published/papers/index.html), and every departure from the papers. `make docs`
makes it from `coverage.yaml` and `departures.yaml` in `src/studies/report/fidelity` and from the
report's values. Exhibits are tables (T), figures (F) and numbers in prose (S), numbered as in the
papers.

An exhibit is *reproduced* if our table has rows of the paper's own treebanks under its conditions;
the state says how many of our figures agree with the printed ones. It is *partly* reproduced if the
treebank is the paper's, but the test set or the split is not. It is *rebuilt* if it has the paper's
rows, columns and metric on other treebanks only. An *analogue* has a different metric or different
systems. A *definition* shows no result, but tests check what it defines. *Not here* means that the
report has no values. Departures name the exhibits that they affect: `study/*` stands for all
exhibits of a study that show trained parsers, and `study/**` for all exhibits of the study.
"""


def coverage_page(
    studies: Sequence[Study], found: Sequence[Standing], departures: Sequence[Departure]
) -> str:
    return "\n".join([COVERAGE_INTRODUCTION, *_covered(studies, found), *_departing(departures)])


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
