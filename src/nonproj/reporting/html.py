"""The report of a suite: one HTML page that needs no network and no other file.

Except for parsing and training times, the page is the same in every run on the same input."""

import json
from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import Provenance, Suite
from nonproj.fidelity.coverage import Held, Standing, State, count_states
from nonproj.fidelity.departures import Departure, departures_by_exhibit
from nonproj.fidelity.exhibits import Exhibits
from nonproj.reporting.figures.style import themed
from nonproj.reporting.findings.report import Findings
from nonproj.reporting.markup import anchor, environment
from nonproj.reporting.study import arranged
from nonproj.reporting.tables.build import Table
from nonproj.reporting.tables.export import to_csv

# Files that the page links to: the results, and all values that differ from run to run.
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
    departures: Sequence[Departure] = (),
    coverage: Sequence[Standing] = (),
) -> str:
    """Return the report as an HTML page; `figures` holds SVG files by (study, id).

    Files to download are expected next to the page: tables/STUDY-ID.csv and figures/STUDY-ID.svg.
    """
    template, exhibits = environment().get_template("index.html"), Exhibits(studies)
    return template.render(
        suite=suite,
        studies=studies,
        tables={table.key: table for table in tables},
        figures={
            key: Markup(themed(svg, anchor(*key)))
            for key, svg in figures.items()
            if Held.of_figure(svg).measured
        },
        pictures={
            name: Markup(themed(svg, f"picture-{name}")) for name, svg in findings.pictures.items()
        },
        findings=findings,
        ledger=findings.ledger,
        arranged=arranged,
        trees=_script(findings.trees),
        provenance=provenance,
        departures=departures,
        departures_of=departures_by_exhibit(departures, exhibits),
        shown=lambda name: bool(exhibits.shown(name)),
        coverage=coverage,
        states=count_states(coverage),
        State=State,
    )


def held(tables: Iterable[Table], figures: Mapping[tuple[str, str], bytes]) -> dict[str, Held]:
    """Say, for each table and figure (`study/id`), what it holds."""
    of_tables = {"/".join(table.key): Held.of_table(to_csv(table)) for table in tables}
    return of_tables | {"/".join(key): Held.of_figure(svg) for key, svg in figures.items()}


def _script(content: object) -> Markup:
    """Return JSON that cannot end a script element: every `<` is escaped."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))
