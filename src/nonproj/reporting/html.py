"""The report of a suite: a folder of HTML pages that need no network.

Except for parsing and training times, the pages are the same in every run on the same input."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from nonproj.data.files import atomic_write
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import Provenance, Suite, SuiteTreebank
from nonproj.fidelity.coverage import Held, Standing, State, count_states
from nonproj.fidelity.departures import Departure, departures_by_exhibit
from nonproj.fidelity.exhibits import Exhibits
from nonproj.reporting.figures.style import themed
from nonproj.reporting.findings.report import Findings
from nonproj.reporting.markup import anchor, environment
from nonproj.reporting.study import arranged
from nonproj.reporting.tables.build import Table
from nonproj.reporting.tables.export import to_csv

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
LOADED = ("style.css", "report.js", "trees.js")  # files that the pages load
CUT = "<!-- cut -->\n"  # where a template may continue on a new page
LIMIT = 400_000  # bytes between cuts that a page holds; with navigation it stays below 500 kB


class Chapter(NamedTuple):
    """A page, or several if it is long, about a study, a treebank or what a phrase says."""

    name: str  # of the first file
    title: str
    about: Study | SuiteTreebank | str = ""
    group: str = ""  # in the navigation
    template: str = ""  # if empty, the name

    def file(self, part: int = 0) -> str:
        """Return the name of a page; pages are counted from 0."""
        return f"{self.name}-{part + 1}.html" if part else f"{self.name}.html"


def chapters(studies: Sequence[Study], treebanks: Iterable[SuiteTreebank]) -> list[Chapter]:
    """Return the chapters of a report in the order of the navigation."""
    papers = [study for study in studies if study.of_a_paper]
    return [
        Chapter("index", "Overview"),
        Chapter("findings", "Findings", "gains, families and blends; accuracy and speed"),
        *([Chapter("claims", "The papers’ claims", "with filters")] if papers else []),
        Chapter("trees", "Example trees", "the sentences on which the parsers disagree most"),
        Chapter("reading", "How to read the report", "tables, figures, tests and verdicts"),
        Chapter("provenance", "Provenance", "files, coverage of and departures from the papers"),
        *(Chapter(study.id, study.short, study, "Studies", "study") for study in studies),
        *(
            Chapter(f"claims-{s.id}", f"Claims of {s.short}", s, "Verdicts", "study_claims")
            for s in papers
        ),
        *(
            Chapter(f"treebank-{one.name}", one.title, one, "Treebanks", "treebank")
            for one in treebanks
        ),
    ]


def files(studies: Sequence[Study], treebanks: Iterable[str]) -> list[str]:
    """Return the files of every report; long chapters continue in files that are not listed."""
    found = chapters(studies, map(SuiteTreebank, treebanks))
    return [*(chapter.file() for chapter in found), *LOADED]


def render(
    suite: Suite,
    studies: Sequence[Study],
    tables: Iterable[Table],
    figures: Mapping[tuple[str, str], bytes],
    provenance: Provenance,
    findings: Findings,
    departures: Sequence[Departure] = (),
    coverage: Sequence[Standing] = (),
) -> dict[str, str]:
    """Return the files of the report by name; `figures` holds SVG files by (study, id)."""
    templates, exhibits = environment(), Exhibits(studies)
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
        "trees": _script(findings.trees),
        "provenance": provenance,
        "departures": departures,
        "departures_of": departures_by_exhibit(departures, exhibits),
        "shown": lambda name: bool(exhibits.shown(name)),
        "coverage": coverage,
        "states": count_states(coverage),
        "State": State,
        "chapters": chapters(studies, suite.treebanks),
    }
    page, pages = templates.get_template("page.html"), {}
    for chapter in templates.globals["chapters"]:
        template = templates.get_template(f"{chapter.template or chapter.name}.html")
        parts = _parts(template.render(chapter=chapter))
        for part in range(len(parts)):
            pages[chapter.file(part)] = page.render(chapter=chapter, parts=parts, part=part)
    return _linked(pages) | {name: templates.get_template(name).render() for name in LOADED}


def _parts(text: str) -> list[Markup]:
    """Join the sections of a chapter, in order, to parts of at most LIMIT bytes."""
    parts = [""]
    for section in text.split(CUT):
        if parts[-1] and len((parts[-1] + section).encode()) > LIMIT:
            parts.append("")
        parts[-1] += section
    return [*map(Markup, parts)]


def _linked(pages: Mapping[str, str]) -> dict[str, str]:
    """Let links to an id that is on another page lead to that page."""
    ids = {name: set(re.findall(r' id="([^"]+)"', text)) for name, text in pages.items()}
    places = {id: name for name in reversed(pages) for id in ids[name]}

    def linked(name: str, text: str) -> str:
        def address(link: re.Match) -> str:
            return f'href="{"" if link[1] in ids[name] else places.get(link[1], "")}#{link[1]}"'

        return re.sub(r'href="#([^"]+)"', address, text)

    return {name: linked(name, text) for name, text in pages.items()}


def write(folder: Path, pages: Mapping[str, str]) -> None:
    """Write the pages to a folder, and remove the pages that an earlier report had there."""
    for old in folder.glob("*.html"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        atomic_write(folder / name, text)


def held(tables: Iterable[Table], figures: Mapping[tuple[str, str], bytes]) -> dict[str, Held]:
    """Say, for each table and figure (`study/id`), what it holds."""
    of_tables = {"/".join(table.key): Held.of_table(to_csv(table)) for table in tables}
    return of_tables | {"/".join(key): Held.of_figure(svg) for key, svg in figures.items()}


def _script(content: object) -> Markup:
    """Return JSON that cannot end a script element: every `<` is escaped."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))
