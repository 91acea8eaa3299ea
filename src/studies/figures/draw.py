"""Figures of a study as SVG; the same values give the same bytes."""

from collections.abc import Iterable, Mapping, Sequence

from matplotlib.figure import Figure

from nonproj.public.drawing import style, svg_of
from nonproj.public.values import Values
from studies.figures.bars import BAR_KINDS, draw_bars
from studies.figures.curves import draw_curves
from studies.figures.matrix import draw_matrices
from studies.figures.orders import draw_partial_orders
from studies.figures.ranks import draw_ranks
from studies.plan.study.study import FigureSpec
from studies.plan.treebanks.suite import SuiteTreebank
from studies.values.tests import Tests

MOST_ORDERED = 4  # with more systems, arrows may cross
NOTHING_MEASURED = "Nothing was measured."  # `report.coverage` looks for this


def draw(
    spec: FigureSpec,
    values: Values,
    treebanks: Sequence[SuiteTreebank] = (),
    tests: Tests | None = None,
) -> bytes:
    """Draw a study's figure as SVG; if no treebank has values or tests, the figure says so."""
    return svg_of(
        f"{spec.study}-{spec.id}",
        lambda: _figure(spec, values, treebanks, tests or Tests()) or _empty(),
    )


def _figure(
    spec: FigureSpec, values: Values, treebanks: Sequence[SuiteTreebank], tests: Tests
) -> Figure | None:
    tested = tests.treebanks if spec.kind == "partial-order" else ()
    names = _names(treebanks, [*values.treebanks, *tested])
    if spec.kind in BAR_KINDS:
        return draw_bars(spec, values, names)
    if spec.kind == "lines":
        return draw_curves(spec, values, names)
    if spec.kind == "ranks":
        return draw_ranks(spec, values, names)
    if len(spec.series) > MOST_ORDERED:
        return draw_matrices(spec, tests, names)
    return draw_partial_orders(spec, tests, names)


def _names(treebanks: Sequence[SuiteTreebank], others: Iterable[str]) -> Mapping[str, str]:
    """Map treebanks to their printed names; the suite's treebanks come first, in its order."""
    names = {treebank.name: treebank.title for treebank in treebanks}
    return names | {name: name for name in others if name not in names}


def _empty() -> Figure:
    figure = Figure(figsize=(style.FIGURE_WIDTH, 1.4))
    figure.text(0.5, 0.5, NOTHING_MEASURED, ha="center", va="center", color=style.SOFT)
    return figure
