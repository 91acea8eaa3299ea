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
from studies.values.peers import PeerResult

NAME_HEIGHT = 9  # height of a name in points
# Upper limit of the ratio of highest to lowest cost -> multiples of powers of ten with a tick.
TICKS = {10: (1, 2, 5), 100: (1, 3), math.inf: (1,)}
ALL_NAMED = 6  # a panel with at most this many points names all of them
STARTED = 1.0  # seconds; a program that takes less time does not train
TITLE = 34  # letters that fit above one of two panels; a longer title takes two lines

LEARNED_FROM = {"": "", "train=90%": ", trained on 90 %"}  # text for the title, by setting

Point = tuple[float, float, str]  # cost, accuracy, name


@dataclass(frozen=True)
class CostAxis:
    """A horizontal axis for cost, with low costs on the right.

    `column` names the column with our parsers' costs. `of_peer` returns another program's cost, or
    None if it is unknown. `cheap` returns larger numbers for lower costs."""

    axis: str
    column: str
    of_peer: Callable[[PeerResult], float | None]
    cheap: Callable[[float], float]


SPEEDS = CostAxis(
    "words parsed per second on one processor",
    "speed",
    lambda peer: peer.words / peer.parsing,
    lambda speed: speed,
)
TRAININGS = CostAxis(
    "training time in seconds on one processor",
    "training",
    lambda peer: peer.training if peer.training >= STARTED else None,
    lambda seconds: -seconds,
)


def draw_costs(
    parsers: pd.DataFrame,
    names: Mapping[str, str],
    cost: CostAxis,
    peers: Sequence[PeerResult] = (),
) -> Figure | None:
    """Draw LAS against a cost, with a panel for each text of a treebank.

    A line joins our parsers on the Pareto front: none of our other parsers beats them in both cost
    and accuracy. Diamonds are other programs."""
    texts = _texts(parsers, cost)
    if not texts:
        return None
    others = {key: _of_others(peers, key, cost) for key in texts}
    figure, grid = panels(len(texts), 2, height=2.5, rest=0.4, sharex=True)
    every = [x for drawn in (texts, others) for points in drawn.values() for x, _, _ in points]
    ratio = max(every) / min(every)
    ticks = next(ticks for most, ticks in TICKS.items() if ratio < most)
    for axes, ((name, split, setting), points) in zip(grid, texts.items(), strict=False):
        title = shortened(names[name], TITLE), split + LEARNED_FROM[setting]
        apart = ",\n" if len(", ".join(title)) > TITLE else ", "
        _draw_panel(axes, apart.join(title), points, ticks, cost)
        _draw_peers(axes, others[name, split, setting])
    label_axes(figure, cost.axis, "LAS, %")
    if cost.cheap(1) > cost.cheap(2):
        grid[0].invert_xaxis()  # low costs are on the right; the panels share the axis
    figure.draw_without_rendering()  # sets the panel sizes, on which distances depend
    for axes, points in zip(grid, texts.values(), strict=False):
        _name_points(axes, points if len(points) <= ALL_NAMED else _undominated(points, cost))
    return figure


def _texts(parsers: pd.DataFrame, cost: CostAxis) -> dict[tuple[str, str, str], list[Point]]:
    """Return the parsers with a known cost, for each text with at least three such parsers."""
    known = parsers[parsers[cost.column] > 0]
    return {
        text: list(zip(rows[cost.column], rows.las, rows.parser, strict=True))
        for text, rows in known.groupby(["treebank", "split", "setting"], sort=False)
        if len(rows) > 2
    }


def _of_others(
    peers: Sequence[PeerResult], text: tuple[str, str, str], cost: CostAxis
) -> list[Point]:
    """Return other programs' points for a text, unless its parsers used only part of the data."""
    return [
        (of_peer, 100 * peer.las / peer.words, peer.peer)
        for peer in peers
        if (peer.treebank, peer.split, "") == text and (of_peer := cost.of_peer(peer))
    ]


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


def _draw_peers(axes, points: Sequence[Point]) -> None:
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
