"""The page docs/coverage.md: coverage of the papers, and deviations from them."""

from collections.abc import Iterable, Iterator, Sequence

from studies.papers.deviations import Deviation, ExhibitState
from studies.plan.study.study import Study
from studies.report.coverage import Standing, count_states

COVERAGE_INTRODUCTION = """\
# Coverage of the papers, and deviations from them

This page lists every table (T), figure (F) and number in prose (S) of the papers, numbered as in
the papers, with its state in the committed [report](../reports/published/papers/index.html), and
every deviation from the papers. `make docs` makes it from the files `deviations.yaml` in
`src/studies/papers` and from the report's values.

A table or figure is *reproduced* if ours has rows of the paper's own treebanks under its
conditions; the state says how many of our figures agree with the printed ones. It is *partly*
reproduced if the treebank is the paper's, but the test set or the split is not. It is *rebuilt* if
it has the paper's rows, columns and metric on other treebanks only. An *analogue* has a different
metric or different systems. A *definition* shows no result, but tests check what it defines. *Not
here* means that the report has no values. Deviations name the tables and figures that they affect:
`study/*` stands for all those of a study that show trained parsers, and `study/**` for all tables
and figures of the study.
"""


def coverage_page(
    studies: Sequence[Study], found: Sequence[Standing], deviations: Sequence[Deviation]
) -> str:
    return "\n".join([COVERAGE_INTRODUCTION, *_covered(studies, found), *_deviating(deviations)])


def _covered(studies: Sequence[Study], found: Sequence[Standing]) -> Iterator[str]:
    yield "| study | " + " | ".join(ExhibitState) + " |"
    yield "|---|" + "--:|" * len(ExhibitState)
    counts = count_states(found)
    for study in studies:
        yield (
            f"| {study.short} | "
            + " | ".join(str(counts[study.id][s]) for s in ExhibitState)
            + " |"
        )
    for study in studies:
        yield f"\n## {study.short}\n\n| in the paper | state | here | |\n|---|---|---|---|"
        for entry, state, agreement in ((one.entry, one.state, one.agreement) for one in found):
            if entry.paper == study.id:
                ours = ", ".join(name.removeprefix(f"{study.id}/") for name in entry.ours)
                state += f" ({agreement})" if agreement else ""
                note = " ".join(filter(None, (entry.conditions, entry.note)))
                yield f"| {', '.join(entry.exhibits)} | {state} | {ours} | {note} |"


def _deviating(deviations: Sequence[Deviation]) -> Iterator[str]:
    yield "\n# Deviations from the papers"
    part = None
    for one in deviations:
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
