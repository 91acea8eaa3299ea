"""docs/results.md and docs/differences.svg: findings of reports, as they are committed.

    python -m nonproj.reporting.findings.results docs reports/published/*

The picture is that of the gains of the first report."""

import json
import sys
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.experiments.treebanks.suite import Suite
from nonproj.reporting.findings.finding import Finding, read_findings
from nonproj.reporting.findings.report import pictures

INTRODUCTION = """# Results

The findings of the committed reports, from their `findings.json` by `make docs`. LAS in percent,
differences in points with 95 % intervals over words, p of McNemar's test by Holm's method.
"""


def results(reports: dict[str, list[Finding]], titles: dict[str, str]) -> str:
    """Return the findings of reports as Markdown, the list of all comparisons left out."""
    parts = [INTRODUCTION]
    for name, found in reports.items():
        parts.append(f"## [{titles[name]}](../reports/published/{name}/index.html)\n")
        parts += [finding.as_markdown() for finding in found if finding.id != "comparisons"]
    return "\n".join(parts)


def write(docs: Path, folders: list[Path]) -> None:
    reports = {folder.name: read_findings(folder / "findings.json") for folder in folders}
    suites = [Suite.of(json.loads((folder / "suite.json").read_text())) for folder in folders]
    atomic_write(
        docs / "results.md", results(reports, {suite.name: suite.title for suite in suites})
    )
    *shown, compared = reports[folders[0].name]
    atomic_write(docs / "differences.svg", pictures(shown, compared.table)["gains"])


if __name__ == "__main__":
    write(Path(sys.argv[1]), [Path(folder) for folder in sys.argv[2:]])
