"""Partial orders of systems as drawings (Kuhlmann & Nivre 2010, figure 4)."""

from pathlib import Path

import matplotlib
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from nonproj.data.files import atomic_path
from nonproj.evaluation.partial_order import SOLID, PartialOrder

WIDTH, HEIGHT = 1.6, 0.9  # inches for each system in a row, for each row
# Fixed ids and no date: the same order gives the same bytes.
SETTINGS = {"svg.hashsalt": "nonproj", "svg.fonttype": "none", "font.family": "sans-serif"}


def draw_partial_order(order: PartialOrder, path: Path | str, title: str = "") -> None:
    """Better systems above worse ones; arrows solid beyond 0.01, dashed beyond 0.05."""
    places = positions(order)
    width = max(x for x, _ in places.values()) + 1
    height = max(y for _, y in places.values()) + 1
    with matplotlib.rc_context(SETTINGS), atomic_path(Path(path)) as scratch:
        figure = Figure(figsize=(WIDTH * width, HEIGHT * (height + 0.4)))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(-0.5, width - 0.5)
        axes.set_ylim(-0.5, height - 0.1)
        axes.text(-0.45, height - 0.2, title, va="top", weight="bold")
        for edge in order.drawn:
            axes.add_patch(_arrow(places[edge.worse], places[edge.better], edge.level))
        for system, (x, y) in places.items():
            axes.text(x, y, system, ha="center", va="center")
        figure.savefig(scratch, format="svg", metadata={"Date": None})


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


def _arrow(
    worse: tuple[float, float], better: tuple[float, float], level: float
) -> FancyArrowPatch:
    """Straight to the next row, bent outwards around the rows between."""
    outwards = -0.35 if better[0] < worse[0] else 0.35
    bend = 0.0 if better[1] - worse[1] == 1 else outwards
    return FancyArrowPatch(
        worse,
        better,
        arrowstyle="-|>",
        connectionstyle=f"arc3,rad={bend}",
        mutation_scale=10,
        color="black",
        linestyle="solid" if level == SOLID else (0, (4, 3)),
        shrinkA=11,
        shrinkB=11,
    )
