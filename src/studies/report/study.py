"""All tables and figures of a study and of a suite, and their order."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from nonproj.public.values import Values
from studies.figures.draw import draw
from studies.plan.study.published import PublishedValue
from studies.plan.study.study import FigureSpec, Study, TableSpec
from studies.plan.treebanks.suite import Suite, SuiteTreebank
from studies.report.findings.report import ParserComparisons, measure
from studies.report.winners import with_winners
from studies.store.speeds import Speed
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


@dataclass(frozen=True)
class Built:
    """What a suite shows of its values and tests; rules pass it on in a file (pickle).

    `figures` holds SVG files by (study, id)."""

    tables: list[Table]
    figures: dict[tuple[str, str], bytes]
    measured: ParserComparisons


def build_all(
    studies: Sequence[Study],
    values: Values,
    tests: Tests,
    published: Sequence[PublishedValue],
    suite: Suite,
    speeds: Sequence[Speed],
) -> Built:
    """Build all tables and figures of a suite, and what its findings compare."""
    treebanks = suite.treebanks
    tables = (tables_of(study, values, tests, published, treebanks) for study in studies)
    figures = (figures_of(study, values, tests, treebanks) for study in studies)
    return Built(
        [*chain(*tables)],
        dict(chain(*(drawn.items() for drawn in figures))),
        measure(suite, studies, values, tests, speeds),
    )
