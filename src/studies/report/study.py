"""All tables and figures of a study, their order, and the values that they show."""

from collections.abc import Iterable, Sequence

from nonproj.results.values import Values
from studies.figures.draw import draw
from studies.judge.verdicts import Verdict
from studies.plan.study.published import PublishedValue
from studies.plan.study.study import FigureSpec, Study, TableSpec
from studies.plan.treebanks.suite import Suite, SuiteTreebank
from studies.report.findings.report import measured, statistics
from studies.report.timings import Speed
from studies.report.winners import with_winners
from studies.tables.build import Table, build
from studies.values.tests import Tests


def tables_of(
    study: Study,
    values: Values,
    tests: Tests,
    published: Sequence[PublishedValue],
    treebanks: Sequence[SuiteTreebank],
) -> list[Table]:
    """Build a study's tables, in the study's order and with the study's published values."""
    printed = [value for value in published if value.paper == study.id]
    specs = with_winners(study, values).tables
    return [build(spec, values, printed, treebanks, tests) for spec in specs]


def figures_of(
    study: Study, values: Values, tests: Tests, treebanks: Sequence[SuiteTreebank]
) -> dict[tuple[str, str], bytes]:
    """Draw a study's figures; return SVG by (study, id)."""
    specs = with_winners(study, values).figures
    return {(study.id, spec.id): draw(spec, values, treebanks, tests) for spec in specs}


def arranged(study: Study) -> list[TableSpec | FigureSpec]:
    """Return the tables, each followed by its figures; figures without a table come last."""
    homes = {figure.id: _home(study, figure) for figure in study.figures}
    order: list[TableSpec | FigureSpec] = []
    for table in study.tables:
        order += [table, *(f for f in study.figures if homes[f.id] == table.id)]
    return order + [figure for figure in study.figures if homes[figure.id] is None]


def _home(study: Study, figure: FigureSpec) -> str | None:
    """Return the id of the table that shares the most values with a figure; the first wins ties."""
    shared = {table.id: _shared(table, figure) for table in study.tables}
    best = max(shared.values(), default=(0, 0))
    return next((name for name, count in shared.items() if count == best != (0, 0)), None)


def _shared(table: TableSpec, figure: FigureSpec) -> tuple[int, int]:
    """Count the figure's series in the table, by whole address and by system and metric alone."""
    cells = [table.address_of(row, column) for row in table.rows for column in table.columns]
    exact = {(a.system, a.metric, a.split, a.setting) for a in cells}
    systems = {(a.system, a.metric) for a in cells}
    series = [item.address for item in figure.series]
    return (
        sum((a.system, a.metric, a.split, a.setting) in exact for a in series),
        sum(
            (a.system, metric) in systems for a in series for metric in figure.metrics or [a.metric]
        ),
    )


def ask(
    studies: Sequence[Study],
    values: Values,
    tests: Tests,
    published: Sequence[PublishedValue],
    suite: Suite,
    judged: Iterable[Verdict],
    speeds: Sequence[Speed],
) -> None:
    """Look up everything that the report needs, so that `values` and `tests` store it."""
    for study in studies:
        tables_of(study, values, tests, published, suite.treebanks)
        figures_of(study, values, tests, suite.treebanks)
    for verdict in judged:
        for key in verdict.evidence:
            values.find(key)
    measured(suite, studies, values, tests, speeds)
    statistics(suite, values)
