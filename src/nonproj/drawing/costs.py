"""Figures that plot accuracy against cost, which is either parsing speed or training time."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from nonproj.drawing.style import (
    GRID,
    INK,
    SERIES,
    SOFT,
    label_axes,
    note,
    panels,
    rule,
    shortened,
)

NAME_HEIGHT = 9  # height of a name in points
# Upper limit of the ratio of highest to lowest cost -> multiples of powers of ten with a tick.
TICKS = {10: (1, 2, 5), 100: (1, 3), math.inf: (1,)}
ALL_NAMED = 6  # a panel with at most this many points names all of them
TITLE = 34  # letters that fit above one of two panels; a longer title takes two lines

LEARNED_FROM = {"": "", "train=90%": ", trained on 90 %"}  # text for the title, by setting

Point = tuple[float, float, str]  # cost, accuracy, name


@dataclass(frozen=True)
class CostAxis:
    """A horizontal axis for cost, with low costs on the right.

    `column` names the column with the costs. `cheap` returns larger numbers for lower costs."""

    axis: str
    column: str
    cheap: Callable[[float], float]


SPEEDS = CostAxis(
    "words parsed per second on one processor",
    "speed",
    lambda speed: speed,
)
TRAININGS = CostAxis(
    "training time in seconds on one processor",
    "training",
    lambda seconds: -seconds,
)


def draw_costs(
    parsers: pd.DataFrame,
    names: Mapping[str, str],
    cost: CostAxis,
    others: pd.DataFrame | None = None,
) -> Figure | None:
    """Draw LAS against a cost, with a panel for each text of a treebank.

    A line joins our parsers on the Pareto front: none of our other parsers beats them in both cost
    and accuracy. Diamonds are the `others`: further programs, in a table with the same columns."""
    texts = {text: points for text, points in _texts(parsers, cost).items() if len(points) > 2}
    if not texts:
        return None
    further = {} if others is None else _texts(others, cost)
    figure, grid = panels(len(texts), 2, height=2.5, rest=0.4, sharex=True)
    every = [x for text in texts for x, _, _ in (*texts[text], *further.get(text, ()))]
    ratio = max(every) / min(every)
    ticks = next(ticks for most, ticks in TICKS.items() if ratio < most)
    for axes, ((name, split, setting), points) in zip(grid, texts.items(), strict=False):
        title = shortened(names[name], TITLE), split + LEARNED_FROM[setting]
        apart = ",\n" if len(", ".join(title)) > TITLE else ", "
        _draw_panel(axes, apart.join(title), points, ticks, cost)
        _draw_others(axes, further.get((name, split, setting), ()))
    label_axes(figure, cost.axis, "LAS, %")
    if cost.cheap(1) > cost.cheap(2):
        grid[0].invert_xaxis()  # low costs are on the right; the panels share the axis
    figure.draw_without_rendering()  # sets the panel sizes, on which distances depend
    for axes, points in zip(grid, texts.values(), strict=False):
        _name_points(axes, points if len(points) <= ALL_NAMED else _undominated(points, cost))
    return figure


def _texts(parsers: pd.DataFrame, cost: CostAxis) -> dict[tuple[str, str, str], list[Point]]:
    """Return the parsers with a known cost, for each text."""
    known = parsers[parsers[cost.column] > 0]
    return {
        text: list(zip(rows[cost.column], rows.las, rows.parser, strict=True))
        for text, rows in known.groupby(["treebank", "split", "setting"], sort=False)
    }


def _draw_panel(
    axes, title: str, points: Sequence[Point], ticks: Sequence[int], cost: CostAxis
) -> None:
    best = _undominated(points, cost)
    others = [point for point in points if point not in best]
    axes.scatter([p[0] for p in others], [p[1] for p in others], 16, color=GRID, edgecolors=SOFT)
    curve = [p[0] for p in best], [p[1] for p in best]
    axes.plot(*curve, color=SERIES[0], marker="o", markersize=5, linewidth=1)
    axes.set_title(title)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=ticks))
    axes.xaxis.set_major_formatter(FuncFormatter(_written))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.tick_params(labelbottom=True)
    axes.margins(x=0.25, y=0.18)
    rule(axes, "both")


def _written(x: float, _: int) -> str:
    for unit, letter in ((1e6, "M"), (1e3, "k")):
        if x >= unit:
            return f"{x / unit:g}{letter}"
    return f"{x:g}"


def _name_points(axes, points: Sequence[Point]) -> None:
    """Put each name just above its point, or lower if it would cover the name above."""
    below = math.inf
    for x, y, name in sorted(points, key=lambda point: -point[1]):
        height = axes.transData.transform((x, y))[1] * 72 / axes.figure.dpi  # in points
        up = min(4, below - NAME_HEIGHT - height)
        note(axes, name, (x, y), (5, up), size=8, color=INK)
        below = height + up


def _draw_others(axes, points: Sequence[Point]) -> None:
    for x, y, name in points:
        axes.scatter(x, y, 24, color=SERIES[1], marker="D", zorder=3)
        note(axes, name, (x, y), (5, -9), size=8, color=SERIES[1])


def _undominated(points: Sequence[Point], cost: CostAxis) -> list[Point]:
    """Return the points that no other point beats in cost and accuracy, highest cost first."""
    kept: list[Point] = []
    for point in sorted(points, key=lambda p: (cost.cheap(p[0]), *p[1:]), reverse=True):
        if not kept or point[1] > kept[-1][1]:
            kept.append(point)
    return kept[::-1]
