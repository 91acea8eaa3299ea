"""Measurements that print as the papers do, and tests of pairs that nobody ran."""

from dataclasses import replace
from decimal import Decimal

from nonproj.evaluation.measurements import Measurement
from nonproj.evaluation.significance.table import PairwiseTest
from nonproj.experiments.addresses import Address

SHARES = ("percent", "ratio", "words")


def pairwise(treebank, metric, a, b, only_a, only_b, p, split="dev", setting=""):
    """A test in which nothing but what is drawn was thought about."""
    counts = (400 + only_a, 400 + only_b, 1000, only_a, only_b)
    return PairwiseTest(treebank, split, setting, metric, a, b, *counts, p, p, 1.5, p, -0.1, 0.1)


def printed_in(spec, figures) -> dict:
    return spec.translation.printed_in(spec.source, figures) if spec.source else {}


def addresses(spec) -> list:
    """What of a table is ours to measure."""
    columns = [column for column in spec.columns if not column.published_only]
    return [spec.address_of(row, column) for row in spec.rows for column in columns]


def places(spec) -> list:
    """What of a figure is drawn at named places."""
    values = spec.across.values if spec.across else ()
    return [
        series.address.refined(Address(setting=f"{spec.across.item}={value}"))
        for series in spec.series
        for value in values
    ]


def invented(address, treebank: str, value: str) -> Measurement:
    """A measurement that prints as `value` in the unit of the address."""
    unit = "count" if address.unit == "thousand" else address.unit
    split = "train" if address.split == "all" else address.splits[0]
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


def spreads(spec, rows) -> list[Measurement]:
    """Deviations of 0.50 and errors of 0.16 where figures come from ten folds."""
    metrics = {
        spec.address_of(row, column).metric: spec.spread(row, column)
        for row in spec.rows
        for column in spec.columns
    }
    return [
        replace(row, metric=metric, unit="points", numerator=count, denominator=10**6)
        for row in rows
        if row.split == "train-cv10"
        for metric, count in (
            (metrics[row.metric].sd, 5_000),
            (metrics[row.metric].se, 1_600),
        )
        if metric
    ]
