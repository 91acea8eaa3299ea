"""The report of a suite: one HTML page that needs no network and no other file to be read.

Except for the times of parsing and training, the page holds nothing that differs between two runs
on the same input."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

import jinja2
from markupsafe import Markup, escape

from nonproj.evaluation.units import UNITS, signed
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import Provenance, Suite
from nonproj.fidelity.coverage import Covered, State, count_states
from nonproj.fidelity.departures import Departure, departures_by_exhibit
from nonproj.fidelity.exhibits import Exhibits
from nonproj.reporting.figures.draw import is_empty, themed
from nonproj.reporting.findings.report import Findings
from nonproj.reporting.study import arranged
from nonproj.reporting.tables.build import Table, TableRow, groups
from nonproj.reporting.tables.cells import Cell

# What the page links to: results as files, and what differs from run to run.
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
    coverage: Sequence[Covered] = (),
) -> str:
    """`tables` and `figures` are those of the studies; figures by (study, id).

    The downloads are expected next to the page: tables/STUDY-ID.csv and
    figures/STUDY-ID.svg."""
    template, exhibits = _environment().get_template("index.html"), Exhibits(studies)
    return template.render(
        suite=suite,
        studies=studies,
        tables={table.key: table for table in tables},
        figures={
            key: Markup(themed(svg, _anchor(*key)))
            for key, svg in figures.items()
            if not is_empty(svg)
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
        coverage=[entry for entry in coverage if entry.paper in {study.id for study in studies}],
        states=count_states(coverage),
        State=State,
    )


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("nonproj.reporting"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "anchor": _anchor,
        "code": _code,
        "digits": _digits,
        "groups": groups,
        "link": _link,
        "signed": signed,
        "slug": _slug,
        "sort_value": _sort_value,
        "spreads": lambda rows: any(c.sd or c.published_sd for row in rows for c in row.cells),
        "unit": lambda unit: UNITS[unit].label,
    }
    return environment


def _script(content: object) -> Markup:
    """JSON that no text in it can end: every `<` is escaped."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _code(text: str) -> Markup:
    """With `names` as code."""
    prose_and_names = enumerate(map(escape, text.split("`")))
    return Markup("").join(
        Markup("<code>{}</code>").format(p) if i % 2 else p for i, p in prose_and_names
    )


def _slug(text: str) -> str:
    """A verdict as the name of a class: "not run" is `not-run`."""
    return re.sub(r"[^a-z0-9]+", "-", str(text).lower())


def _anchor(study: str, name: str = "") -> str:
    """An id of the page for a study or for something in it."""
    return re.sub(r"[^A-Za-z0-9-]", "-", f"{study}-{name}" if name else study)


def _digits(number: str) -> Markup:
    """With a true minus, and thousands set apart where there are five digits and more.

    The gap is a margin, so that a copied number is still a number."""
    text = str(escape(number.replace("-", "−")))
    whole = re.match(r"[+−]?(\d{5,})", text)
    if whole is None:
        return Markup(text)
    start, end = whole.span(1)
    first = (end - start) % 3 or 3
    parts = [text[start : start + first]]
    parts += [f'<span class="k">{text[i : i + 3]}</span>' for i in range(start + first, end, 3)]
    return Markup(text[:start] + "".join(parts) + text[end:])


def _link(address: str) -> bool:
    """An address that a user wrote becomes a link only if it is one of the web."""
    return address.startswith(("https://", "http://"))


def _sort_value(cell: Cell, row: TableRow) -> str:
    """The number by which a column is sorted: ours, else the published one, else empty."""
    if cell.ours is not None and cell.denominator:
        return repr(cell.numerator / cell.denominator)
    if any(other.ours is not None for other in row.cells):
        return ""
    return {"yes": "1", "no": "0"}.get(cell.published or "", cell.published or "")
