"""A report from invented values."""

from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

from inventions import addresses, invented, pairwise, places, spreads
from nonproj.results.values import Value, Values
from studies.figures import draw as figures
from studies.judge.verdicts import verdicts
from studies.papers.claims import all_claims, catalogues
from studies.papers.deviations import load_coverage, load_deviations
from studies.plan.study.published import printed_in
from studies.plan.treebanks.provenance import stand_ins
from studies.plan.treebanks.suite import Provenance, Suite, SuiteTreebank, TreebankFile
from studies.report import html
from studies.report.coverage import found_in
from studies.report.findings.report import collect, measure
from studies.report.ledger import ledger_of
from studies.report.timings import Speed
from studies.report.trees import Shown, tree_browser
from studies.store.parse_files import ParseFile
from studies.tables import build as tables
from studies.values.peers import PeerResult
from studies.values.tests import Tests

ROOT = Path(__file__).parents[2]
# A name that breaks whatever does not escape it.
HOSTILE = '<img src=x onerror=alert(1)> & "$\\x$" | a_b {c} `d`'
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
    return Suite(
        "demo",
        "A demonstration",
        (
            SuiteTreebank("ud20-got", "Gothic", "CC BY-NC-SA 3.0", "Somebody (2008)."),
            SuiteTreebank("ud20-hu", files=(TreebankFile("train", "sha256:" + "9f" * 32),)),
            SuiteTreebank("mine", HOSTILE, HOSTILE, HOSTILE, url="javascript:alert(1)"),
            SuiteTreebank("ud20-eu", "Basque", available=False, reason="download failed"),
        ),
    )


@pytest.fixture(scope="session")
def values(studies, reproduce):
    """Some treebanks of the papers, and one of a user that every table and figure has."""
    rows = {}
    for spec in (spec for study in studies for spec in study.tables):
        found = [row for row in reproduce(spec) if row.key.treebank in KEPT]
        found += [invented(address, "mine", "1") for address in addresses(spec)]
        for row in [*found, *spreads(found)]:
            rows.setdefault(row.key, row)
    for address in (a for study in studies for spec in study.figures for a in places(spec)):
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
    gold = write_trees(folder / "gold.conll", (2, 0, 2, 1), (2, 0, 2, 3))
    shown = []
    for system, second in (("arc-standard+head", 1), ("arc-standard", 2), ("swap-lazy", 3)):
        write_trees(file := folder / f"{system}.conll", (2, 0, 2, second), (2, 0, 2, 3))
        shown.append(Shown(system, ParseFile(file)))
    (folder / "raw").mkdir()
    raw = folder / "raw" / "arc-standard+head.conll"
    write_trees(raw, (2, 0, 2, 2), (2, 0, 2, 3), last="d↑a")
    return tree_browser({"ud20-got": ("dev", gold, shown)}, 40)


def write_trees(path, *sentences, last="d") -> str:
    """CoNLL-X with the labels a, b, c and `last`."""
    text = ""
    for heads in sentences:
        for i, (head, label) in enumerate(zip(heads, ("a", "b", "c", last), strict=True), 1):
            text += f"{i}\tw<{i}\tl\tT\tT\t_\t{head}\t{label}\t_\t_\n"
        text += "\n"
    Path(path).write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="session")
def page(studies, published, values, significance, suite, ledger, speeds, trees):
    """render() -> the files of the whole report, made anew."""

    def render() -> dict[str, str]:
        built = [
            tables.build(spec, values, published[study.id], suite.treebanks)
            for study in studies
            for spec in study.tables
        ]
        drawn = {
            (study.id, spec.id): figures.draw(spec, values, suite.treebanks, significance)
            for study in studies
            for spec in study.figures
        }
        provenance = Provenance("0" * 40, 1, {"python": "3.11"}, {"times": "times.tsv"})
        found = collect(
            *(suite, studies, measure(suite, studies, values, significance, speeds), ledger),
            tables=built,
            trees=trees,
            peers=[PeerResult("mine", "dev", "<peer>", 1000, 800, 850, 9.0, 2.0)],
        )
        covered = found_in(load_coverage(), html.held(built, drawn))
        shown = suite, studies, built, drawn, provenance, found
        return html.render(*shown, load_deviations(), covered)

    return render


@pytest.fixture(scope="session")
def rendered(page):
    return page()


@pytest.fixture(scope="session")
def pages(rendered):
    """The HTML pages of the report by name."""
    return {name: text for name, text in rendered.items() if name.endswith(".html")}
