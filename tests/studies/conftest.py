"""A report from invented values."""

from dataclasses import replace
from itertools import chain, combinations, product
from pathlib import Path

import pytest

from inventions import addresses, invented, pairwise, places, spreads
from nonproj.results.values import Value, Values
from samples.trees import write_trees
from studies.judge.verdicts import verdicts
from studies.papers.claims import all_claims, catalogues
from studies.papers.deviations import load_coverage, load_deviations
from studies.plan.study.published import printed_in
from studies.plan.treebanks.provenance import stand_ins
from studies.plan.treebanks.suite import Provenance, Suite, SuiteTreebank, TreebankFile
from studies.report import html
from studies.report.coverage import found_in
from studies.report.findings.report import collect
from studies.report.ledger import ledger_of
from studies.report.study import Built, build_all
from studies.report.trees import Shown, tree_browser
from studies.report.winners import with_winners
from studies.store.parse_files import ParseFile
from studies.store.speeds import Speed
from studies.values.peers import PeerResult
from studies.values.tests import Tests

ROOT = Path(__file__).parents[2]
# A name that breaks whatever does not escape it.
HOSTILE = '<img src=x onerror=alert(1)> & "$\\x$" | a_b {c} `d`'
PROVENANCE = Provenance("0" * 40, 1, {}, {})
KEPT = (
    *("ud20-got", "ud20-hu", "pdt-czech", "conll09-czech", "conll06-czech-pdt"),
    *("conll06-arabic-padt", "conll07-czech", "conll07-hungarian"),
)


@pytest.fixture(scope="session")
def reproduce(published):
    """reproduce(spec) -> values that print exactly as the paper's table does."""

    def reproduce(spec) -> list[Value]:
        printed = printed_in(spec.source, published[spec.study])
        rows = [
            invented(alternative, key.treebank, theirs.value)
            for address in addresses(spec)
            for alternative in (replace(address, split=split) for split in address.splits)
            for key, theirs in printed.items()
            if key in spec.printed_keys(key.treebank, alternative)
        ]
        summary = spec.summary and spec.summary.published
        return [row for row in rows if row.key.treebank != summary]

    return reproduce


@pytest.fixture(scope="session")
def suite():
    treebanks = (
        SuiteTreebank("ud20-got", "Gothic", "CC BY-NC-SA 3.0", "Somebody (2008)."),
        SuiteTreebank("ud20-hu", files=(TreebankFile("train", "sha256:" + "9f" * 32),)),
        SuiteTreebank("mine", HOSTILE, HOSTILE, HOSTILE, url="javascript:alert(1)"),
        SuiteTreebank("ud20-eu", "Basque", available=False, reason="download failed"),
    )
    return Suite("demo", "A demonstration", treebanks)


@pytest.fixture(scope="session")
def values(studies, reproduce):
    """Some treebanks of the papers, and one of a user that every table and figure has."""
    rows = {}
    for spec in (spec for study in studies for spec in study.tables):
        found = [row for row in reproduce(spec) if row.key.treebank in KEPT]
        found += [invented(address, "mine", "1") for address in addresses(spec)]
        for row in [*found, *spreads(found)]:
            rows.setdefault(row.key, row)
    shown = [with_winners(study, Values(rows.values())) for study in studies]
    for address in (a for study in shown for spec in study.figures for a in places(spec)):
        row = invented(address, "mine", "1")
        rows.setdefault(row.key, row)
    return Values(rows.values())


@pytest.fixture(scope="session")
def significance(studies):
    """For every order on two treebanks: the last beats all, the second nobody."""
    tests = {}
    for spec in (spec for study in studies for spec in study.figures if spec.metrics):
        systems = [item.address.system for item in spec.series]
        split = spec.series[0].address.splits[-1]
        for treebank, metric in product(("ud20-got", "mine"), spec.metrics):
            for a, b in combinations(systems, 2):
                found = (10, 90, 0.001 if b == systems[-1] else 0.02)
                found = (50, 50, 0.9) if b == systems[1] else found
                key = treebank, split, metric, frozenset((a, b))
                tests.setdefault(key, pairwise(treebank, metric, a, b, *found, split=split))
    return Tests(tests.values())


@pytest.fixture(scope="session")
def ledger(studies, values, significance, suite):
    """The claims as judged on the invented values."""
    claimed = catalogues(ROOT / "src/studies/papers")
    standing = stand_ins(ROOT / "data" / "stand-ins.tsv")
    found = verdicts(all_claims(claimed), values, significance, standing)
    return ledger_of(claimed, found, studies, suite.names)


@pytest.fixture(scope="session")
def speeds(values):
    """Every parser of the development sets takes a second, the swap parser two."""
    return [
        Speed(value.key._replace(metric=""), 1000, 1.0 + value.key.system.startswith("swap"))
        for value in values
        if value.key.metric == "las" and value.key.split == "dev"
    ]


@pytest.fixture(scope="session")
def trees(tmp_path_factory):
    """Three parsers of two sentences: right, projective and wrong in another way."""
    folder = tmp_path_factory.mktemp("trees")
    (folder / "raw").mkdir()
    lifted = ["a", "b", "c", "d↑a"]

    def write(name, last, labels="abcd"):
        trees = (2, 0, 2, last), (2, 0, 2, 3)
        return write_trees(folder / f"{name}.conll", *trees, labels=labels, form="w<")

    gold, _ = write("gold", 1), write("raw/arc-standard+head", 2, lifted)
    systems = {"arc-standard+head": 1, "arc-standard": 2, "swap-lazy": 3}
    shown = [Shown(system, ParseFile(write(system, last))) for system, last in systems.items()]
    return tree_browser({"ud20-got": ("dev", gold, shown)}, 40)


@pytest.fixture(scope="session")
def build_report(published, values, significance, speeds):
    printed = [*chain(*published.values())]

    def build_report(suite, studies, values=values, tests=significance, speeds=speeds) -> Built:
        """All that a report shows, by default of the invented values."""
        return build_all(studies, values, tests, printed, suite, speeds)

    return build_report


@pytest.fixture(scope="session")
def render(ledger):
    def render(suite, studies, built, judged=ledger, provenance=PROVENANCE, more=(), **told):
        """The files of a report, by default with the claims as judged on the invented values."""
        found = collect(suite, studies, built.measured, judged, tables=built.tables, **told)
        return html.render(suite, studies, built.tables, built.figures, provenance, found, *more)

    return render


@pytest.fixture(scope="session")
def page(studies, suite, build_report, render, trees):
    """page() -> the files of the whole report, made anew."""

    def page() -> dict[str, str]:
        built = build_report(suite, studies)
        held = html.held(built.tables, built.figures)
        return render(
            *(suite, studies, built),
            provenance=Provenance("0" * 40, 1, {"python": "3.11"}, {"times": "times.tsv"}),
            more=(load_deviations(), found_in(load_coverage(), held)),
            trees=trees,
            peers=[PeerResult("mine", "dev", "<peer>", 1000, 800, 850, 9.0, 2.0)],
        )

    return page


@pytest.fixture(scope="session")
def rendered(page):
    return page()


@pytest.fixture(scope="session")
def pages(rendered):
    """The HTML pages of the report by name."""
    return {name: text for name, text in rendered.items() if name.endswith(".html")}
