"""The values and tests that a report shows: the stores keep what was asked of them."""

from collections.abc import Iterable, Mapping, Sequence

from nonproj.claims.catalogue import Claim
from nonproj.claims.verdicts import verdicts
from nonproj.evaluation.significance.table import Tests
from nonproj.evaluation.values import Values
from nonproj.experiments.study.published import PublishedValue
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import Suite
from nonproj.reporting.findings.report import measured
from nonproj.reporting.study import figures_of, tables_of
from nonproj.reporting.timings import Speed


def ask(
    studies: Sequence[Study],
    values: Values,
    tests: Tests,
    published: Sequence[PublishedValue],
    suite: Suite,
    claims: Iterable[Claim],
    stand_ins: Mapping[str, Mapping[str, str]],
    speeds: Sequence[Speed],
) -> None:
    """Look up all that tables, figures, claims and findings show."""
    for study in studies:
        tables_of(study, values, tests, published, suite.treebanks)
        figures_of(study, values, tests, suite.treebanks)
    verdicts(claims, values, tests, stand_ins)
    measured(suite, studies, values, tests, speeds)
