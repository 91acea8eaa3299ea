"""Documents made from the committed reports: an index and three files in the folder docs.

The documents are reports/index.html, docs/results.md, docs/claims.md and docs/differences.svg.

python -m nonproj.reporting.findings.results reports/published/*

The picture shows the gains in the first report. Claims are judged using the combined values and
tests of all reports. Two reports may not have different values with the same key, except that
values of RENEWED replace older ones."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from nonproj.claims.studies import all_claims
from nonproj.claims.verdicts import EXACT, TESTED, Judgement, verdicts
from nonproj.data.files import atomic_write
from nonproj.errors import NonprojError
from nonproj.experiments.study.load import load_all, load_studies
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.provenance import stand_ins
from nonproj.experiments.treebanks.suite import Suite
from nonproj.reporting.figures.differences import draw_strategies
from nonproj.reporting.figures.style import svg_of, with_dark_theme
from nonproj.reporting.findings.comparisons import strategies
from nonproj.reporting.findings.finding import Finding, markdown_row, read_findings
from nonproj.reporting.findings.overview import best_parsers, overview
from nonproj.reporting.findings.strategies import strategies_of_all
from nonproj.reporting.ledger import Ledger, PaperClaim, ledger_of
from nonproj.reporting.timings import Speed, read_speeds
from nonproj.results.significance.table import Tests, read_tests
from nonproj.results.values import Key, Value, Values, read_values

CATALOGUE = Path("data/published/claims.csv")
# This report's values replace older ones of the same parsers: since those were made, carreras
# prunes arcs, and taggers predict a lemma for every word of Hungarian and Turkish
# (docs/reproduction.md).
RENEWED = "since-2010"
INTRODUCTION = """# Results

This page shows the findings of the committed reports; `make docs` makes it from their
`findings.json` files. LAS is in percent. Differences are in points, with 95 % intervals over words;
p is from McNemar's test. [Claims](claims.md) lists the papers' claims and our verdicts on them.

*Which strategy.* A row of gains shows the strategy with the highest LAS on the treebank, compared
with its own projective baseline. The largest gain, which is named above the first table, may belong
to a strategy with a lower LAS.

*Corrected p.* "p, Holm" is corrected by Holm's method; intervals and "p" are not. Gains are
corrected for all strategies tried on the treebank. In the other tables, p is corrected for all
pairs of parsers that the report tests on that text, up to several hundred. The same two parses can
therefore have different corrected p-values in different reports.

*Limits.* The tests treat words as independent, and each parser is trained only once, unless a
report averages over seeds. The best of several strategies is chosen on the same text on which it is
tested.
"""
CLAIMS_INTRODUCTION = """# Claims of the papers

This page lists every claim of the five papers, judged by the values of all committed reports;
`make docs` makes it.
A claim is *confirmed* or *contradicted* by tests (p < 0.05) or by exact counts. Facts about trees,
transformations and oracles have no sampling error, so any difference decides, however small.
*Within chance* means that a difference was tested but is not significant. For claims that are *not
testable*, the column "decided by" gives the reason.

If the paper judges several treebanks as one, the outcome of a claim is the joint verdict.
Otherwise, it is the median verdict over the treebanks that the paper names and their
[stand-ins](../data/stand-ins.tsv) or, if none of these was judged, over all other treebanks. If two
different verdicts are in the middle, the less favourable one counts, but never as a contradiction:
a claim is confirmed or contradicted only by more than half of the treebanks. *Within chance* can
therefore also mean that treebanks disagree.

The columns +, (+), (−) and − count the verdicts on all treebanks, whether or not these decide the
outcome: confirmed, as claimed, against the claim, contradicted. Versions 2.0 and 2.17 of a
treebank, and Hungarian with predicted tags, count separately. The last column says how we read a
claim that the paper does not make precise. If a claim fails only because of a bound that we chose,
it is contradicted under our reading.
"""


def results(reports: dict[str, list[Finding]], titles: dict[str, str], overall: Finding) -> str:
    """Return the reports' findings as Markdown, without the list of all comparisons.

    `overall` is the finding about all reports together."""
    parts = [INTRODUCTION, "## All reports together\n", overall.as_markdown()]
    for name, found in reports.items():
        parts.append(f"## [{titles[name]}](../reports/published/{name}/index.html)\n")
        shown = (finding for finding in found if finding.id not in ("comparisons", "claims"))
        parts += [finding.as_markdown() for finding in shown]
    return "\n".join(parts)


def together(folders: Sequence[Path]) -> tuple[Values, Tests, list[Speed]]:
    """Return the values, tests and speeds from all reports.

    Raise NonprojError if a key has two values. Values of RENEWED replace those of other reports."""
    read = {folder.name: _values_of(folder) for folder in folders}
    renewed = read.get(RENEWED, {})
    values: dict[Key, Value] = {}
    for report, found in read.items():
        for key, value in found.items():
            known = values.setdefault(key, renewed.get(key, value))
            if value != known and key not in renewed:
                raise NonprojError(f"{report}: {value}; another report has {known}")
    first = sorted(folders, key=lambda folder: folder.name != RENEWED)
    tests = Tests(sources=[read_tests(folder / "significance.csv") for folder in first])
    speeds = (speed for folder in folders for speed in read_speeds(folder / "speeds.csv"))
    return Values(values.values()), tests, list({speed.key: speed for speed in speeds}.values())


def _values_of(folder: Path) -> dict[Key, Value]:
    """Read a report's values, except p-values that depend on all tests of the report."""
    found = read_values(folder / "measurements.csv", folder / "scores.csv")
    return {value.key: value for value in found if not value.key.metric.endswith("-p-holm")}


def claims_page(ledger: Ledger, studies: Sequence[Study], readings: Mapping[str, str]) -> str:
    """Return the claims of each study as Markdown, after tables that count the outcomes.

    `readings` describes, for each claim, how we read it."""
    papers = [study for study in studies if ledger.of(study.id)]
    lines = [
        CLAIMS_INTRODUCTION,
        markdown_row(["", *Judgement]),
        markdown_row(["---", *["--:"] * len(Judgement)]),
    ]
    for study in papers:
        lines.append(_counted(study.short, ledger.of(study.id)))
    lines += [_counted("All studies", ledger.claims), "", *_bases(ledger.claims)]
    for study in papers:
        lines += ["", f"## {study.short}", "", *_table(ledger.of(study.id), readings)]
    return "\n".join(lines) + "\n"


def _counted(title: str, claims: Sequence[PaperClaim]) -> str:
    counts = Counter(claim.outcome for claim in claims)
    return markdown_row([title, *(str(counts[judgement]) for judgement in Judgement)])


def _bases(claims: Sequence[PaperClaim]) -> Iterator[str]:
    """Count confirmed and contradicted claims by basis: tests or exact counts."""
    yield markdown_row(["All studies", TESTED, EXACT])
    yield markdown_row(["---", "--:", "--:"])
    for outcome in (Judgement.CONFIRMED, Judgement.CONTRADICTED):
        bases = [claim.basis for claim in claims if claim.outcome is outcome]
        yield markdown_row([outcome, *(str(bases.count(basis)) for basis in (TESTED, EXACT))])


def _table(claims: Sequence[PaperClaim], readings: Mapping[str, str]) -> Iterator[str]:
    decided = [*Judgement][:4]
    named = ["", "Claim", "Outcome", "Decided by", "Basis"]
    yield markdown_row([*named, "+", "(+)", "(−)", "−", "Our reading"])
    yield markdown_row([*["---"] * len(named), *["--:"] * len(decided), "---"])
    for claim in claims:
        sites = [j.verdict.verdict for j in claim.judged if not j.together]
        counts = (str(sites.count(judgement) or "") for judgement in decided)
        shown = [claim.id, claim.text, claim.outcome, claim.decided_by, claim.basis]
        cells = [*shown, *counts, readings[claim.id]]
        yield markdown_row(cell.replace("|", r"\|") for cell in cells)


def write(into: Path, folders: list[Path], root: Path) -> None:
    """Write the documents into the folder `into`; `root` is the project's folder."""
    docs = into / "docs"
    reports = {folder.name: read_findings(folder / "findings.json") for folder in folders}
    suites = [Suite.read(folder / "suite.json") for folder in folders]
    titles = {suite.name: suite.title for suite in suites}
    names = {name: title for suite in suites for name, title in suite.names.items()}
    experiments = root / "workflow" / "experiments"
    studies = load_studies(experiments)
    values, tests, speeds = together(folders)
    claims, standing = all_claims(root / CATALOGUE), stand_ins(root / "data" / "stand-ins.tsv")
    judged = verdicts(claims, values, tests, standing)
    ledger = ledger_of(root / CATALOGUE, judged, studies, names)
    readings = {claim.id: claim.note for claim in claims}
    atomic_write(docs / "claims.md", claims_page(ledger, studies, readings))
    every = load_all(experiments)
    best = best_parsers(every, values, tests, speeds, names)
    overall = strategies_of_all(every, values, tests, names)
    atomic_write(docs / "results.md", results(reports, titles, overall))
    page = overview(suites, reports, studies, ledger, best, overall)
    atomic_write(into / "reports" / "index.html", page)
    compared = reports[folders[0].name][-1].table
    drawn = svg_of("strategies", partial(draw_strategies, strategies(compared), compared))
    atomic_write(docs / "differences.svg", with_dark_theme(drawn))


if __name__ == "__main__":
    write(Path(), [Path(folder) for folder in sys.argv[1:]], Path())
