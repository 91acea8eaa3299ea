"""The report of a suite: a folder of HTML pages that need no network.

Except for parsing and training times, the pages are the same in every run on the same input."""

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from nonproj.public.drawing import anchor, themed
from studies.papers.deviations import Deviation, Exhibits, ExhibitState, deviations_by_exhibit
from studies.plan.study.study import Study
from studies.plan.treebanks.suite import Provenance, Suite
from studies.report.coverage import Held, Standing, count_states
from studies.report.findings.report import Findings
from studies.report.markup import report_environment
from studies.report.pages import LOADED, chapters, linked, parts_of
from studies.report.study import arranged
from studies.tables.build import Table
from studies.tables.export import to_csv

# Files that the pages link to: the results, and all values that differ from run to run.
FILES = {
    "findings": "findings.json",
    "scores": "scores.csv",
    "measurements of treebanks": "measurements.csv",
    "tests of significance": "significance.csv",
    "verdicts on claims": "claims.csv",
    "speeds of parsers": "speeds.csv",
    "times of all jobs": "timings.tsv",
}


def render(
    suite: Suite,
    studies: Sequence[Study],
    tables: Iterable[Table],
    figures: Mapping[tuple[str, str], bytes],
    provenance: Provenance,
    findings: Findings,
    deviations: Sequence[Deviation] = (),
    coverage: Sequence[Standing] = (),
) -> dict[str, str]:
    """Return the files of the report by name; `figures` holds SVG files by (study, id)."""
    templates, exhibits = report_environment(), Exhibits(studies)
    templates.globals |= {
        "suite": suite,
        "studies": studies,
        "tables": {table.key: table for table in tables},
        "figures": {
            key: Markup(themed(svg, anchor(*key)))
            for key, svg in figures.items()
            if Held.of_figure(svg).measured
        },
        "pictures": {
            name: Markup(themed(svg, f"picture-{name}")) for name, svg in findings.pictures.items()
        },
        "findings": findings,
        "ledger": findings.ledger,
        "arranged": arranged,
        "provenance": provenance,
        "deviations": deviations,
        "deviations_of": deviations_by_exhibit(deviations, exhibits),
        "shown": lambda name: bool(exhibits.shown(name)),
        "coverage": coverage,
        "states": count_states(coverage),
        "State": ExhibitState,
        "chapters": chapters(studies, suite.treebanks),
    }
    page, pages = templates.get_template("page.html"), {}
    for chapter in templates.globals["chapters"]:
        template = templates.get_template(f"{chapter.template or chapter.name}.html")
        parts = parts_of(template.render(chapter=chapter))
        for part in range(len(parts)):
            pages[chapter.file(part)] = page.render(chapter=chapter, parts=parts, part=part)
    return linked(pages) | {name: templates.get_template(name).render() for name in LOADED}


def held(tables: Iterable[Table], figures: Mapping[tuple[str, str], bytes]) -> dict[str, Held]:
    """Say, for each table and figure (`study/id`), what it holds."""
    of_tables = {"/".join(table.key): Held.of_table(to_csv(table)) for table in tables}
    return of_tables | {"/".join(key): Held.of_figure(svg) for key, svg in figures.items()}
