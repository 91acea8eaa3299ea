"""The pages of a report: their names, their sizes, and the links between them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from nonproj.public.files import atomic_write
from studies.plan.study.study import Study
from studies.plan.treebanks.suite import SuiteTreebank

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
        *[Chapter("claims", "Claims of the papers", "every claim with its verdicts")][
            : len(papers)
        ],
        Chapter("trees", "Example trees", "the sentences on which the parsers disagree most"),
        Chapter("reading", "How to read the report", "tables, figures, tests and verdicts"),
        Chapter("provenance", "Provenance", "files, coverage of and deviations from the papers"),
        *(Chapter(study.id, study.short, study, "Studies", "study") for study in studies),
        *(
            Chapter(f"claims-{s.id}", f"Claims of {s.short}", s, "Claims by study", "study_claims")
            for s in papers
        ),
        *(
            Chapter(f"treebank-{one.name}", one.title, one, "Treebanks", "treebank")
            for one in treebanks
        ),
    ]


def page_files(studies: Sequence[Study], treebanks: Iterable[str]) -> list[str]:
    """Return the files of every report; long chapters continue in files that are not listed."""
    found = chapters(studies, map(SuiteTreebank, treebanks))
    return [*(chapter.file() for chapter in found), *LOADED]


def parts_of(text: str) -> list[Markup]:
    """Join the sections of a chapter, in order, to parts of at most LIMIT bytes."""
    parts = [""]
    for section in text.split(CUT):
        if parts[-1] and len((parts[-1] + section).encode()) > LIMIT:
            parts.append("")
        parts[-1] += section
    return [*map(Markup, parts)]


def linked(pages: Mapping[str, str]) -> dict[str, str]:
    """Let links to an id that is on another page lead to that page."""
    ids = {name: set(re.findall(r' id="([^"]+)"', text)) for name, text in pages.items()}
    places = {id: name for name in reversed(pages) for id in ids[name]}

    def address(link: re.Match, name: str) -> str:
        return f'href="{"" if link[1] in ids[name] else places.get(link[1], "")}#{link[1]}"'

    return {
        name: re.sub(r'href="#([^"]+)"', partial(address, name=name), text)
        for name, text in pages.items()
    }


def write_pages(folder: Path, pages: Mapping[str, str]) -> None:
    """Write the pages to a folder, and remove the pages that an earlier report had there."""
    for old in folder.glob("*.html"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        atomic_write(folder / name, text)
