"""Values that print as the papers do, and tests of pairs that nobody ran."""

from decimal import Decimal

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.results.significance.comparison import Comparison
from nonproj.results.values import Key, Subject, Value, items_of
from studies.plan.study.addresses import Address

SHARES = ("percent", "points", "ratio", "words")


def measured(treebank, split, system, setting, metric, unit, *counts) -> Value:
    """A value, its setting given as text."""
    return Value(Key(treebank, split, system, items_of(setting), metric), unit, *counts)


def pairwise(treebank, metric, a, b, only_a, only_b, p, split="dev", setting=""):
    """A test in which nothing but what is drawn was thought about."""
    key = treebank, split, items_of(setting), metric, Subject.of(a), Subject.of(b)
    counts = (400 + only_a, 400 + only_b, 1000, only_a, only_b)
    return Comparison(*key, *counts, p, p, 1.5, p, -0.1, 0.1)


def is_variant(name: str) -> bool:
    """Check whether a name follows the grammar of variants."""
    try:
        return bool(variant_named(name))
    except NonprojError:
        return False


def addresses(spec) -> list:
    """What of a table is ours to measure."""
    columns = [column for column in spec.columns if not column.published_only]
    return [spec.address_of(row, column) for row in spec.rows for column in columns]


def places(spec) -> list:
    """What of a figure is drawn at named places."""
    values = spec.across.values if spec.across else ()
    return [
        series.address.refined(Address(setting=items_of(f"{spec.across.item}={value}")))
        for series in spec.series
        for value in values
    ]


def invented(address, treebank: str, value: str) -> Value:
    """A value that prints as `value` in the unit of the address."""
    unit = "count" if address.unit == "thousand" else address.unit
    split = "train" if address.split == "all" else address.splits[0]
    number = Decimal(value) * (1000 if address.unit == "thousand" else 1)
    if unit in ("percent", "points"):
        number /= 100
    denominator = 100_000 if unit in SHARES else 1
    key = Key(treebank, split, address.system, address.setting, address.metric)
    return Value(key, unit, int(number * denominator), denominator)


def spreads(values) -> list[Value]:
    """Deviations of 0.50 and errors of 0.16 where figures are means over ten folds."""
    return [
        value.key.value(f"{value.key.metric}-{kind}", count, 10**6)
        for value in values
        if value.key.split == "train-cv10" and "over=folds" in value.key.setting
        for kind, count in (("sd", 5_000), ("se", 1_600))
    ]
