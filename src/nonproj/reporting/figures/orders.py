"""Partial orders of systems as drawings (Kuhlmann & Nivre 2010, figure 4)."""

from collections.abc import Mapping

from matplotlib.figure import Figure, SubFigure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch

from nonproj.evaluation.significance.partial_order import SOLID, PartialOrder
from nonproj.evaluation.significance.table import Tests, order_of_tests
from nonproj.experiments.study.study import FigureSpec
from nonproj.reporting.figures.style import FIGURE_WIDTH, INK, SOFT, shortened

ORDER_ROW = 0.42  # inches for each row of systems where there are many panels
TREEBANK_LENGTH = 70
SOLID_LINE, DASHED_LINE = "solid", (0, (4, 3))


def draw_partial_orders(spec: FigureSpec, tests: Tests, names: Mapping[str, str]) -> Figure | None:
    """A row of panels for each treebank, a column for each metric; None without tests.

    Better systems stand above worse ones; arrows are solid beyond 0.01, dashed beyond 0.05."""
    orders = _orders(spec, tests, names)
    if not orders:
        return None
    heights = [max(_height(order) for order in found.values()) for _, found in orders]
    inches = [0.62 + ORDER_ROW * height for height in heights]
    figure = Figure(figsize=(FIGURE_WIDTH, 0.6 + sum(inches)), layout="constrained")
    parts = figure.subfigures(len(orders), 1, height_ratios=inches, squeeze=False).ravel()
    for part, (label, found), height in zip(parts, orders, heights, strict=True):
        part.suptitle(shortened(label, TREEBANK_LENGTH), x=0.01, ha="left", size=10, weight="bold")
        _draw_panels(part, spec, found, height)
    figure.legend(
        handles=[
            Line2D([], [], color=INK, linestyle=SOLID_LINE, label="p < 0.01"),
            Line2D([], [], color=INK, linestyle=DASHED_LINE, label="p < 0.05"),
        ],
        loc="outside lower left",
        ncols=2,
        frameon=False,
    )
    figure.supxlabel(spec.axis, size=10, color=SOFT, x=0.99, ha="right")
    return figure


def positions(order: PartialOrder) -> dict[str, tuple[float, int]]:
    """Row: longest chain of drawn arrows below. Within a row in the order of the systems."""
    row = dict.fromkeys(order.systems, 0)
    for _ in order.systems:
        for edge in order.drawn:
            row[edge.better] = max(row[edge.better], row[edge.worse] + 1)
    rows = [[s for s in order.systems if row[s] == y] for y in range(max(row.values()) + 1)]
    widest = max(len(members) for members in rows)
    return {
        system: ((widest - len(members)) / 2 + x, y)
        for y, members in enumerate(rows)
        for x, system in enumerate(members)
    }


def _orders(
    spec: FigureSpec, tests: Tests, names: Mapping[str, str]
) -> list[tuple[str, dict[str, PartialOrder]]]:
    """Names of the treebanks that were tested, with their orders by metric."""
    orders = []
    for name, label in names.items():
        found = {metric: _order(spec, tests, name, metric) for metric in spec.metrics}
        found = {metric: order for metric, order in found.items() if order is not None}
        if found:
            orders.append((label, found))
    return orders


def _draw_panels(
    part: SubFigure, spec: FigureSpec, found: Mapping[str, PartialOrder], height: int
) -> None:
    labels = {item.address.system: item.label for item in spec.series}
    panels = part.subplots(1, len(spec.metrics), squeeze=False).ravel()
    for axes, (metric, title) in zip(panels, spec.metrics.items(), strict=True):
        axes.set_axis_off()
        if metric in found:
            axes.set_title(title, loc="center", color=SOFT, size=9)
            _draw(axes, found[metric], labels, len(labels), height)


def _order(spec: FigureSpec, tests: Tests, treebank: str, metric: str) -> PartialOrder | None:
    """On the first alternative of the split where every pair of the systems was tested, if any."""
    first = spec.series[0].address
    systems = [item.address.system for item in spec.series]
    for split in first.splits:
        found = tests.among(treebank, split, first.setting, metric, systems)
        order = order_of_tests(found, metric, systems, spec.test)
        if order is not None:
            return order
    return None


def _height(order: PartialOrder) -> int:
    return 1 + max(y for _, y in positions(order).values())


def _draw(
    axes, order: PartialOrder, labels: Mapping[str, str], width: float, height: float
) -> None:
    """Draw in a panel that holds `width` systems side by side and `height` above each other."""
    position = positions(order)
    left = (max(x for x, _ in position.values()) - width) / 2
    axes.set_axis_off()
    axes.set_xlim(left, left + width)
    axes.set_ylim(-0.5, height - 0.5)
    if not order.drawn:
        place = 0.5, 0.0
        axes.text(
            *place,
            "no difference is significant",
            ha="center",
            va="top",
            size=8,
            color=SOFT,
            transform=axes.transAxes,
        )
    for edge in order.drawn:
        axes.add_patch(_arrow(position[edge.worse], position[edge.better], edge.level))
    for system, (x, y) in position.items():
        axes.text(x, y, labels[system], ha="center", va="center")


def _arrow(
    worse: tuple[float, float], better: tuple[float, float], level: float
) -> FancyArrowPatch:
    """Straight to the next row, bent outwards around the rows between."""
    outwards = -0.45 if better[0] > worse[0] else 0.45  # positive: to the right of the way up
    bend = 0.0 if better[1] - worse[1] == 1 else outwards
    return FancyArrowPatch(
        worse,
        better,
        arrowstyle="-|>",
        connectionstyle=f"arc3,rad={bend}",
        mutation_scale=8,
        color=INK,
        linestyle=SOLID_LINE if level == SOLID else DASHED_LINE,
        shrinkA=8,
        shrinkB=8,
    )
