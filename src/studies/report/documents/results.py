"""Documents made from the committed reports: results, claims, coverage, and a picture of gains.

python -m studies.report.documents.results reports/published/papers reports/published/parsers

Claims, coverage and the picture are those of the first report; licences are those of the manifest
of treebanks."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from nonproj.public.drawing import (
    Finding,
    draw_strategies,
    markdown_row,
    read_findings,
    svg_of,
    with_dark_theme,
)
from nonproj.public.files import atomic_write
from nonproj.public.scores import METRICS
from nonproj.public.values import Values, read_values
from studies.judge.verdicts import EXACT, TESTED, Judgement, read_verdicts
from studies.papers.claims import all_claims, catalogues
from studies.papers.deviations import load_coverage, load_deviations
from studies.plan.study.load import PAPERS, PUBLISHED_FILE, folder_of, load_all, load_studies
from studies.plan.study.published import read_published
from studies.plan.study.study import Study
from studies.plan.treebanks.suite import Suite
from studies.report.coverage import found_in
from studies.report.documents.coverage_page import coverage_page
from studies.report.documents.licences import licences_page
from studies.report.documents.strategies import strategies_of_all
from studies.report.findings.comparisons import strategies
from studies.report.html import held
from studies.report.ledger import Ledger, PaperClaim, ledger_of
from studies.report.study import figures_of, tables_of
from studies.values.tests import Tests, read_tests

INTRODUCTION = """# Results

This page shows the findings of the committed reports; `make docs` makes it from their
`findings.json` files. LAS is in percent. Differences are in points, with 95 % intervals over
sentences; p is from paired t-tests over sentences. [Claims](claims.md) lists the papers' claims and
our verdicts on them.

*Which strategy.* A row of gains shows the strategy with the highest LAS on the treebank, compared
with its own projective baseline. The largest gain, which is named above the first table, may belong
to a strategy with a lower LAS.

*Corrected p.* "p, Holm" is corrected by Holm's method; intervals and "p" are not. Gains are
corrected for all strategies tried on the treebank, families for all pairs of families, and blends
for all blends of the text. "Proved on" counts the texts that remain significant if p is corrected
for all texts of the row, too: with 95 % certainty, the strategy is better on so many (Dror et al.
2017).

*Limits.* Each parser is trained only once, unless a report averages over seeds. The best of several
strategies is chosen on the same text on which it is tested.
"""
CLAIMS_INTRODUCTION = """# Claims of the papers

This page lists every claim of the five papers with the sentence that states it, judged as in the
[report](../reports/published/papers/claims.html); `make docs` makes it. The
[rule](reproduction.md#how-a-claim-is-judged) says which claims can be tested, and on which
treebanks; "about" gives the kind of the claim.

A claim is *confirmed* or *contradicted* if differences are significant (p < 0.05) or, for facts
about trees, transformations and oracles, exact, and if no single treebank decides this. Otherwise
it is only *as claimed* or *against the claim*. The outcome of an average is that of the treebanks
together; otherwise it is the median verdict over the treebanks. Of two different verdicts in the
middle, the less favourable one counts, but it contradicts nothing. The column "decided by" names
the treebanks or, for a claim that is *not testable*, the reason; "turns without" names treebanks
without which the median would be another.

The columns +, (+), (−) and − count the verdicts on all treebanks, whether or not these decide the
outcome: confirmed, as claimed, against the claim, contradicted. Versions 2.0 and 2.17 of a
treebank, and Hungarian with predicted tags, count separately. The last column says how we read a
claim that the paper does not make precise. A claim that follows from another is not counted.
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


def together(folders: Sequence[Path]) -> tuple[Values, Tests]:
    """Return the values and tests of several reports, except p-values that depend on all tests."""
    read = (read_values(folder / "measurements.csv", folder / "scores.csv") for folder in folders)
    values = Values(v for found in read for v in found if not METRICS[v.key.metric].holm)
    return values, Tests(sources=[read_tests(folder / "significance.csv") for folder in folders])


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
        lines.append(_counted(study.short, ledger.counted(study.id)))
    lines += [_counted("All studies", ledger.counted()), "", *_bases(ledger.counted())]
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
    named = ["", "Claim", "About", "Outcome", "Decided by", "Turns without", "Basis"]
    yield markdown_row([*named, "+", "(+)", "(−)", "−", "Our reading"])
    yield markdown_row([*["---"] * len(named), *["--:"] * len(decided), "---"])
    for claim in claims:
        sites = [j.verdict.verdict for j in claim.judged if not j.together]
        counts = (str(sites.count(judgement) or "") for judgement in decided)
        text = f"{claim.text}<br>“{claim.sentence}” ({claim.section})"
        outcome = claim.outcome + (f" (follows from {claim.follows})" if claim.follows else "")
        hinges = "; ".join(claim.hinges_on)
        shown = [claim.id, text, claim.kind, outcome, claim.decided_by, hinges, claim.basis]
        cells = [*shown, *counts, readings[claim.id]]
        yield markdown_row(cell.replace("|", r"\|") for cell in cells)


def _coverage(report: Path, studies: Sequence[Study], root: Path) -> str:
    """Return the page on coverage, from the tables and figures of a report's values."""
    values, tests = together([report])
    printed = read_published(
        *(root / PAPERS / folder_of(study.id) / PUBLISHED_FILE for study in studies)
    )
    treebanks = Suite.read(report / "suite.json").treebanks
    tables = (t for s in studies for t in tables_of(s, values, tests, printed, treebanks))
    figures = {k: v for s in studies for k, v in figures_of(s, values, tests, treebanks).items()}
    found = found_in(load_coverage(root / PAPERS), held(tables, figures))
    return coverage_page(studies, found, load_deviations(root / PAPERS))


def write(into: Path, folders: list[Path], root: Path) -> None:
    """Write the documents into the folder `into`; `root` is the project's folder."""
    docs, (papers, *_) = into / "docs", folders
    reports = {folder.name: read_findings(folder / "findings.json") for folder in folders}
    suites = [Suite.read(folder / "suite.json") for folder in folders]
    names = {name: title for suite in suites for name, title in suite.names.items()}
    studies, judged = load_studies(root / PAPERS), read_verdicts(papers / "claims.csv")
    ledger = ledger_of(catalogues(root / PAPERS), judged, studies, names)
    readings = {claim.id: claim.note for claim in all_claims(catalogues(root / PAPERS))}
    atomic_write(docs / "claims.md", claims_page(ledger, studies, readings))
    atomic_write(docs / "licences.md", licences_page())
    atomic_write(docs / "coverage.md", _coverage(papers, studies, root))
    overall = strategies_of_all(load_all(root / PAPERS), *together(folders), names)
    titles = {suite.name: suite.title for suite in suites}
    atomic_write(docs / "results.md", results(reports, titles, overall))
    compared = reports[papers.name][-1].table
    drawn = svg_of("strategies", partial(draw_strategies, strategies(compared), compared))
    atomic_write(docs / "differences.svg", with_dark_theme(drawn))


if __name__ == "__main__":
    write(Path(), [Path(folder) for folder in sys.argv[1:]], Path())
