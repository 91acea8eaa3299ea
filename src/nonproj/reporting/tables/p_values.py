"""p-values as values of a table: METRIC-p, and METRIC-p-holm adjusted within its family.

`against=SYSTEM` among the items of a setting names the system that one is compared with."""

from collections.abc import Iterable, Iterator

from nonproj.evaluation.significance.table import PairwiseTest
from nonproj.evaluation.values import Key, Subject, Value
from nonproj.experiments.study.addresses import Address

UNIT = "probability"
RESOLUTION = 10**6
RAW, HOLM = "-p", "-p-holm"


def p_values(tests: Iterable[PairwiseTest], wanted: Iterable[Address]) -> Iterator[Value]:
    """The p-values at these addresses, by McNemar's test where there is one."""
    addresses = {(a.system, a.setting, a.metric) for a in wanted if a.unit == UNIT}
    for test in tests if addresses else ():
        for system, other in ((test.a, test.b), (test.b, test.a)):
            key = _key(test, system, other)
            for suffix, p in ((RAW, test.p("mcnemar")), (HOLM, test.p_holm)):
                metric = test.metric + suffix
                if (key.system, key.setting, metric) in addresses:
                    yield key.value(metric, UNIT, round(p * RESOLUTION), RESOLUTION)


def _key(test: PairwiseTest, system: Subject, other: Subject) -> Key:
    setting = test.setting | system.items | {f"against={other.name}"}
    return Key(test.treebank, test.split, system.name, setting)
