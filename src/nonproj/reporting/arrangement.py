"""The order of a study's exhibits: every figure follows the table that it illustrates."""

from nonproj.experiments.study.study import FigureSpec, Study, TableSpec


def arranged(study: Study) -> list[TableSpec | FigureSpec]:
    """The tables in their order, each with its figures; figures of no table come last."""
    homes = {figure.id: _home(study, figure) for figure in study.figures}
    order: list[TableSpec | FigureSpec] = []
    for table in study.tables:
        order += [table, *(f for f in study.figures if homes[f.id] == table.id)]
    return order + [figure for figure in study.figures if homes[figure.id] is None]


def _home(study: Study, figure: FigureSpec) -> str | None:
    """The first of the tables that share most values with a figure."""
    shared = {table.id: _shared(table, figure) for table in study.tables}
    best = max(shared.values(), default=(0, 0))
    return next((name for name, count in shared.items() if count == best != (0, 0)), None)


def _shared(table: TableSpec, figure: FigureSpec) -> tuple[int, int]:
    """How many series have their very value in the table, and how many their system and metric."""
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
