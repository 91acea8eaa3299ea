"""Partial orders of systems as drawings (Kuhlmann & Nivre 2010, figure 4)."""

from collections.abc import Iterator, Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch

from nonproj.public.drawing import style
from nonproj.public.significance import Comparison
from studies.plan.study.study import FigureSpec
from studies.values.partial_order import SOLID, Edge, order_of_tests
from studies.values.tests import Tests

ORDER_ROW = 0.42  # inches for each row of systems
TREEBANK_LENGTH = 70
SOLID_LINE, DASHED_LINE = "solid", (0, (4, 3))
Positions = dict[str, tuple[float, int]]


def draw_partial_orders(spec: FigureSpec, tests: Tests, names: Mapping[str, str]) -> Figure | None:
    """Draw panels by treebank (rows) and metric (columns); return None if there are no tests.

    Better systems are above worse ones; arrows are solid for p < 0.01 and dashed for p < 0.05."""
    labels = {item.address.system: item.label for item in spec.series}
    found = ((label, _orders(spec, tests, name, [*labels])) for name, label in names.items())
    orders = [(label, of_metrics) for label, of_metrics in found if of_metrics]
    if not orders:
        return None
    heights = [1 + max(y for p, _ in found.values() for _, y in p.values()) for _, found in orders]
    inches = [0.62 + ORDER_ROW * height for height in heights]
    figure = Figure(figsize=(style.FIGURE_WIDTH, 0.6 + sum(inches)), layout="constrained")
    parts = figure.subfigures(len(orders), 1, height_ratios=inches, squeeze=False).ravel()
    for part, (label, found), height in zip(parts, orders, heights, strict=True):
        part.suptitle(
            style.shortened(label, TREEBANK_LENGTH), x=0.01, ha="left", size=10, weight="bold"
        )
        panels = part.subplots(1, len(spec.metrics), squeeze=False).ravel()
        for axes, (metric, title) in zip(panels, spec.metrics.items(), strict=True):
            axes.set_axis_off()
            if metric in found:
                axes.set_title(title, loc="center", color=style.SOFT, size=9)
                _draw(axes, *found[metric], labels, height)
    figure.legend(
        handles=[
            Line2D([], [], color=style.INK, linestyle=SOLID_LINE, label="p < 0.01"),
            Line2D([], [], color=style.INK, linestyle=DASHED_LINE, label="p < 0.05"),
        ],
        loc="outside lower left",
        ncols=2,
        frameon=False,
    )
    figure.supxlabel(spec.axis, size=10, color=style.SOFT, x=0.99, ha="right")
    return figure


def tests_of(
    spec: FigureSpec, tests: Tests, treebank: str, metric: str
) -> Iterator[list[Comparison]]:
    """Yield the tests of all pairs of systems, for each of the possible splits."""
    keys = (key._replace(metric=metric) for key in spec.series[0].address.keys(treebank))
    return tests.among(keys, [item.address.system for item in spec.series])


def positions(systems: Sequence[str], edges: Sequence[Edge]) -> Positions:
    """Place systems in rows; a system's row is the length of the longest chain of arrows below it.

    Within a row, systems keep their order."""
    row = dict.fromkeys(systems, 0)
    for _ in systems:
        for edge in edges:
            row[edge.better] = max(row[edge.better], row[edge.worse] + 1)
    rows = [[s for s in systems if row[s] == y] for y in range(max(row.values()) + 1)]
    widest = max(map(len, rows))
    return {
        system: ((widest - len(members)) / 2 + x, y)
        for y, members in enumerate(rows)
        for x, system in enumerate(members)
    }


def _orders(
    spec: FigureSpec, tests: Tests, treebank: str, systems: Sequence[str]
) -> dict[str, tuple[Positions, list[Edge]]]:
    """Return orders by metric; of the possible splits, use the first with all pairs tested."""
    found = {}
    for metric in spec.metrics:
        each = tests_of(spec, tests, treebank, metric)
        orders = (order_of_tests(pairs, systems, spec.test) for pairs in each)
        edges = next((order for order in orders if order is not None), None)
        if edges is not None:
            found[metric] = positions(systems, edges), edges
    return found


def _draw(
    axes, position: Positions, edges: Sequence[Edge], labels: Mapping[str, str], height: float
) -> None:
    """Draw an order in a panel with room for all systems side by side, and for `height` rows."""
    left = (max(x for x, _ in position.values()) - len(labels)) / 2
    axes.set_xlim(left, left + len(labels))
    axes.set_ylim(-0.5, height - 0.5)
    if not edges:
        none = "no difference is significant"
        look = {"ha": "center", "va": "top", "size": 8, "color": style.SOFT}
        axes.text(0.5, 0.0, none, transform=axes.transAxes, **look)
    for edge in edges:
        axes.add_patch(_arrow(position[edge.worse], position[edge.better], edge.level))
    for system, (x, y) in position.items():
        axes.text(x, y, labels[system], ha="center", va="center")


def _arrow(
    worse: tuple[float, float], better: tuple[float, float], level: float
) -> FancyArrowPatch:
    """Return an arrow: straight to the next row, otherwise bent around the rows between."""
    outwards = -0.45 if better[0] > worse[0] else 0.45  # positive: to the right, seen from below
    bend = 0.0 if better[1] - worse[1] == 1 else outwards
    return FancyArrowPatch(
        worse,
        better,
        arrowstyle="-|>",
        connectionstyle=f"arc3,rad={bend}",
        mutation_scale=8,
        color=style.INK,
        linestyle=SOLID_LINE if level == SOLID else DASHED_LINE,
        shrinkA=8,
        shrinkB=8,
    )
