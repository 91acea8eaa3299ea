"""The overview of all committed reports: the best parsers for each treebank, and all claims."""

from collections.abc import Mapping, Sequence

from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import Suite
from nonproj.reporting.findings.comparisons import DIFFERENCE_COLUMNS, comparisons
from nonproj.reporting.findings.finding import Finding
from nonproj.reporting.findings.parsers import parsers_of
from nonproj.reporting.ledger import Ledger
from nonproj.reporting.markup import environment
from nonproj.reporting.timings import Speed
from nonproj.results.significance.table import Tests
from nonproj.results.values import Values

SHOWN_FAMILIES = ("transition-based", "graph-based", "neural", "blend")
SCORED_ON = "test"


def best_parsers(
    studies: Sequence[Study],
    values: Values,
    tests: Tests,
    speeds: Sequence[Speed],
    names: Mapping[str, str],
) -> dict[str, dict[str, Mapping]]:
    """Return each family's best parser on each test set, with the parser's gain if there is one."""
    parsers = parsers_of(studies, values, speeds, names)
    text = ["treebank", "split", "setting", "parser"]
    gains = comparisons(parsers, tests)[[*text, *DIFFERENCE_COLUMNS]]
    tested = parsers[parsers.split == SCORED_ON].sort_values("las", ascending=False, kind="stable")
    best = tested.drop_duplicates(["treebank", "family"]).merge(gains, "left", on=text)
    found: dict[str, dict[str, Mapping]] = {}
    for row in best.astype(object).where(best.notna(), None).to_dict("records"):
        found.setdefault(names[row["treebank"]], {})[row["family"]] = row
    return {title: found[title] for title in names.values() if title in found}


def overview(
    suites: Sequence[Suite],
    reports: Mapping[str, Sequence[Finding]],
    studies: Sequence[Study],
    ledger: Ledger,
    best: Mapping[str, Mapping[str, Mapping]],
    overall: Finding,
) -> str:
    """Return the overview page; it links to reports in published/SUITE, next to the page."""
    cards = [(suite, reports[suite.name]) for suite in suites]
    return (
        environment()
        .get_template("overview.html")
        .render(
            cards=cards,
            studies=studies,
            ledger=ledger,
            best=best,
            families=SHOWN_FAMILIES,
            overall=overall,
        )
    )
