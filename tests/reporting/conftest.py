"""Invented measurements: what the papers print, under other names and a little changed."""

from decimal import Decimal
from pathlib import Path

import pytest

from nonproj.evaluation.measurements import Measurement
from nonproj.reporting import experiments, figures, html, tables
from nonproj.reporting.published import printed_in, read_published
from nonproj.reporting.suite import Provenance, Suite, SuiteTreebank, TreebankFile

ROOT = Path(__file__).parents[2]
EXPERIMENTS = ROOT / "workflow" / "experiments"
# A name that breaks whatever does not escape it.
HOSTILE = '<img src=x onerror=alert(1)> & "$\\x$" | a_b {c} `d`'
SHARES = ("percent", "ratio", "words")


def invented(address, treebank: str, value: str) -> Measurement:
    """A measurement that prints as `value` in the unit of the address."""
    unit = "count" if address.unit == "thousand" else address.unit
    split = "train" if address.split == "all" else address.split
    number = Decimal(value) * (1000 if address.unit == "thousand" else 1)
    if unit == "percent":
        number /= 100
    denominator = 100_000 if unit in SHARES else 1
    return Measurement(
        treebank,
        split,
        address.system,
        address.setting,
        address.metric,
        unit,
        int(number * denominator),
        denominator,
    )


@pytest.fixture(scope="session")
def studies():
    return experiments.load_studies(EXPERIMENTS)


@pytest.fixture(scope="session")
def published(studies):
    folder = ROOT / "data" / "published"
    return {study.id: read_published(folder / f"{study.id}.csv") for study in studies}


@pytest.fixture(scope="session")
def reproduce(published):
    """reproduce(spec) -> measurements that print exactly as the paper's table does."""

    def reproduce(spec) -> list[Measurement]:
        printed = printed_in(spec.source, published[spec.study]) if spec.source else {}
        addresses = [c.address.refined(row.address) for row in spec.rows for c in spec.columns]
        return [
            invented(address, key[0], figure.value)
            for address in addresses
            for key, figure in printed.items()
            if key == address.key(key[0])
        ]

    return reproduce


@pytest.fixture(scope="session")
def suite():
    return Suite(
        "demo",
        "A demonstration",
        (
            SuiteTreebank("ud20-got", "Gothic", "CC BY-NC-SA 3.0", "Somebody (2008)."),
            SuiteTreebank("ud20-hu", files=(TreebankFile("train", "sha256:" + "9f" * 32, 910),)),
            SuiteTreebank("mine", HOSTILE, HOSTILE, HOSTILE, url="javascript:alert(1)"),
            SuiteTreebank("ud20-eu", "Basque", available=False, reason="download failed"),
        ),
    )


@pytest.fixture(scope="session")
def measurements(studies, reproduce):
    """Some treebanks of the papers, and one of a user that every table and figure has."""
    kept = ("ud20-got", "ud20-hu", "conll09-czech", "conll06-czech-pdt", "pdt-czech")
    rows = {}
    for spec in (spec for study in studies for spec in study.tables):
        for row in reproduce(spec):
            if row.treebank in kept:
                rows.setdefault(row.key, row)
        for column in spec.columns:
            for part in spec.rows:
                row = invented(column.address.refined(part.address), "mine", "1")
                rows.setdefault(row.key, row)
    return list(rows.values())


@pytest.fixture(scope="session")
def page(studies, published, measurements, suite):
    """render() -> the whole report, made anew."""

    def render() -> str:
        built = [
            tables.build(spec, measurements, published[study.id], suite.treebanks)
            for study in studies
            for spec in study.tables
        ]
        drawn = {
            (study.id, spec.id): figures.draw(spec, measurements, suite.treebanks)
            for study in studies
            for spec in study.figures
        }
        provenance = Provenance("0" * 40, 1, {"python": "3.11"}, {"times": "times.tsv"})
        return html.render(suite, studies, built, drawn, provenance)

    return render
