"""The generated parts of README.md: results and their picture, and what the suites took.

    python -m nonproj.reporting.readme README.md reports/ud20 reports/coverage

rewrites what stands between <!-- NAME --> and <!-- end of NAME -->, and the picture next to it:
what the first report found, what others say of blending on other treebanks and of all families of
parsers, and what all took."""

import csv
import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.errors import NonprojError
from nonproj.evaluation.significance.table import read_tests
from nonproj.evaluation.units import signed
from nonproj.evaluation.values import read_values
from nonproj.experiments.study.load import load_studies
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import Suite
from nonproj.reporting.answers.best_family import LABELS, best_family, best_of_families
from nonproj.reporting.answers.blending import blending
from nonproj.reporting.answers.differences import Difference
from nonproj.reporting.answers.found import SPLITS, Found, Sentence
from nonproj.reporting.answers.report import DIFFERENCES, findings, found_in, pictures
from nonproj.reporting.ledger import read_ledger
from nonproj.reporting.tables.build import Table
from nonproj.reporting.timings import read_speeds

PICTURE = "docs/differences.svg"
RESULTS, TIMES = "results", "times"


def renew(readme: Path, report: Path, *others: Path) -> None:
    """Write the parts of a README from the folders of reports, and the picture."""
    folder = readme.parent / "workflow/experiments"
    studies = load_studies(folder, sorted(path.stem for path in folder.glob("*.yaml")))
    suite = _suite(report)
    found = _found(report, suite, studies)
    catalogue = readme.parent / "data/published/claims.csv"
    ledger = read_ledger(catalogue, report / "claims.csv", studies, suite.names)
    text = readme.read_text(encoding="utf-8")
    tables = [
        Table.from_json(path.read_text(encoding="utf-8"))
        for path in sorted((report / "tables").glob("*.json"))
    ]
    shown = _results(suite, findings(found, tables, ledger)) + _elsewhere(suite, others, studies)
    text = _replaced(text, RESULTS, "\n".join([*shown, *_pictured(found)]))
    text = _replaced(text, TIMES, _times(sorted([report, *others])))
    atomic_write(readme.parent / PICTURE, pictures(found)[DIFFERENCES])
    atomic_write(readme, text)


def _replaced(text: str, name: str, content: str) -> str:
    """The text with other content between the markers of a part."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    if not pattern.search(text):
        raise NonprojError(f"no part between <!-- {name} --> and <!-- end of {name} -->")
    return pattern.sub(lambda match: match[1] + content + match[2], text)


def _suite(report: Path) -> Suite:
    return Suite.of(json.loads((report / "suite.json").read_text(encoding="utf-8")))


def _found(report: Path, suite: Suite, studies: Sequence[Study]) -> Found:
    """What the sentences of a report may speak of: the studies that it has tables of."""
    studies = [s for s in studies if any((report / "tables").glob(f"{s.id}-*.json"))]
    values = read_values(report / "scores.csv", report / "measurements.csv")
    tests = read_tests(report / "significance.csv")
    return found_in(suite, studies, values, tests, read_speeds(report / "speeds.csv"))


def _results(suite: Suite, sentences: Sequence[Sentence]) -> list[str]:
    """What was found."""
    lines = [f"From the {_linked(suite)}, to be opened in a browser:", ""]
    for sentence in sentences:
        lines += _listed(sentence.topic, sentence)
    return lines


def _elsewhere(first: Suite, others: Iterable[Path], studies: Sequence[Study]) -> list[str]:
    """What blending adds on treebanks that the first report does not have; where all families
    were compared on all treebanks, which is best, and what blending them adds."""
    lines = []
    for report in others:
        suite = _suite(report)
        found = _found(report, suite, studies)
        new = []
        if all(best_of_families(found, name).keys() == LABELS for name in suite.names):
            new = [best_family(found), blending(found)]
        elif suite.names.keys().isdisjoint(first.names):
            new = [blending(found)]
        for sentence in filter(None, new):
            lines += _listed(f"{sentence.topic}, from the {_linked(suite)}", sentence)
    return lines


def _linked(suite: Suite) -> str:
    return f"[report](reports/{suite.name}/index.html) on *{suite.title}*"


def _listed(topic: str, sentence: Sentence) -> list[str]:
    ids = [f"{', '.join(sentence.claims)}."] if sentence.claims else []
    items = [f"  - {item}" for item in sentence.items]
    if sentence.folded:
        items = _folded("On each treebank", items)
    claims = [f"  - {id}: {text}" for id, text in sentence.claims.items()]
    if claims:
        items += _folded("What they say", claims)
    return [" ".join([f"- **{topic}.** {sentence.text}", *ids]), *items]


def _folded(summary: str, items: Sequence[str]) -> list[str]:
    return [f"  <details><summary>{summary}</summary>", "", *items, "", "  </details>"]


def _pictured(found: Found) -> list[str]:
    """The picture, and the best of each family on each treebank."""
    lines = ["", f"![Gains of strategies over their projective twins]({PICTURE})", ""]
    lines += ["<details><summary>The best over each projective twin, as a table</summary>", ""]
    lines += [f"{', '.join(f'{split}: {text}' for split, text in SPLITS.items())}.", ""]
    lines += ["| treebank | strategy | LAS | projective twin | difference, 95 % | p |"]
    lines += ["|---|---|--:|---|--:|--:|", *(_row(found, d) for d in _best(found.differences))]
    return [*lines, "", "</details>", ""]


def _best(own: Sequence[Difference]) -> list[Difference]:
    """The most accurate strategy over each twin on each treebank."""
    best: dict[tuple[str, str], Difference] = {}
    for d in own:
        key = d.treebank, d.strategy.baseline
        if key not in best or d.las > best[key].las:
            best[key] = d
    return list(best.values())


def _row(found: Found, d: Difference) -> str:
    numbers = f"{signed(d.points)} [{signed(d.low)}, {signed(d.high)}]"
    if d.significant:
        numbers = f"**{numbers}**"
    return (
        f"| {found.names[d.treebank]} ({d.split}) | `{d.strategy.variant}` | {d.las:.2f} "
        f"| `{d.strategy.baseline}` | {numbers} | {d.p:.2g} |"
    )


def _times(reports: Sequence[Path]) -> str:
    """Processor time and memory of the suites."""
    lines = ["| suite | jobs | processor minutes | largest job, MB |", "|---|--:|--:|--:|"]
    for report in reports:
        with open(report / "timings.tsv", encoding="utf-8", newline="") as file:
            jobs = list(csv.DictReader(file, delimiter="\t"))
        timed = [job for job in jobs if job["cpu_seconds"] != "NA"]
        clock = sum(float(job["seconds"]) for job in jobs if job not in timed) / 60
        minutes = f"{sum(float(job['cpu_seconds']) for job in timed) / 60:.0f}"
        if clock >= 1:
            minutes += f" + {clock:.0f} by the clock"
        memory = max(float(job["megabytes"]) for job in jobs if job["megabytes"] != "NA")
        lines.append(f"| `{report.name}` | {len(jobs)} | {minutes} | {memory:.0f} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    renew(*map(Path, sys.argv[1:]))
