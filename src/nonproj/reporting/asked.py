"""The values and tests that a report shows: the stores keep what was asked of them."""

from collections.abc import Iterable, Mapping, Sequence

from nonproj.claims.catalogue import Claim
from nonproj.claims.verdicts import verdicts
from nonproj.evaluation.significance.table import Tests
from nonproj.evaluation.values import Values
from nonproj.experiments.study.published import PublishedValue
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import Suite
from nonproj.reporting.answers.report import found_in
from nonproj.reporting.answers.sentences import sentences
from nonproj.reporting.figures.draw import draw
from nonproj.reporting.tables.build import build
from nonproj.reporting.timings import Speed
from nonproj.reporting.winners import with_winners


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
    for study in (with_winners(study, values) for study in studies):
        for table in study.tables:
            build(table, values, published, suite.treebanks, tests=tests)
        for figure in study.figures:
            draw(figure, values, suite.treebanks, tests)
    verdicts(claims, values, tests, stand_ins)
    sentences(found_in(suite, studies, values, tests, speeds))
