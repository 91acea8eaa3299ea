"""Figures of differences in LAS: one with a row per strategy, one with a row per treebank."""

import pandas as pd
from matplotlib.figure import Figure

from nonproj.drawing.style import (
    GRID,
    INK,
    PAPER,
    SERIES,
    SOFT,
    TIP,
    panels,
    rule,
    shortened,
)
from nonproj.results.units import signed

FOREST_WIDTH, FOREST_ROW, FOREST_AXIS = 4.2, 0.32, 0.55  # inches
STRATEGY_ROW = 0.26
NAME_LENGTH = 18
STRATEGY_LENGTH = 60


def draw_strategies(rows: pd.DataFrame, compared: pd.DataFrame) -> Figure | None:
    """Draw each strategy's mean, and a mark for each treebank, which is filled if `significant`.

    Each of the `rows` has a strategy's `mean` and an interval from `low` to `high`; `compared` has
    the `points` for each treebank. A line separates strategies with different numbers of
    `treebanks`."""
    if rows.empty:
        return None
    figure, [axes] = panels(1, 1, height=FOREST_AXIS + STRATEGY_ROW * len(rows))
    axes.axvline(0, color=SOFT, linewidth=1, zorder=1)
    for place, row in enumerate(rows.itertuples()):
        axes.hlines(place, row.low, row.high, color=INK, linewidth=1.4, zorder=2)
        axes.plot(row.mean, place, "|", color=INK, markersize=11, markeredgewidth=2.2, zorder=2)
        for one in compared[compared.parser == row.parser].itertuples():
            fill = SERIES[0] if one.significant else PAPER
            mark = axes.scatter(one.points, place, 24, color=fill)
            interval = f"{signed(one.points)} [{signed(one.low)}, {signed(one.high)}]"
            tip = f"{TIP}{one.short}: {one.parser} {one.las:.2f}, {interval}"
            mark.set(edgecolor=SERIES[0], zorder=3, gid=tip)
    for place in rows.index[rows.treebanks.diff() < 0]:
        axes.axhline(place - 0.5, color=GRID, linewidth=0.8, zorder=1)
    axes.set_yticks(range(len(rows)), [shortened(name, STRATEGY_LENGTH) for name in rows.label])
    axes.set_ylim(len(rows) - 0.45, -0.55)
    rule(axes, "x")
    axes.set_xlabel("difference in LAS (points)")
    return figure


def draw_forest(rows: pd.DataFrame, others: pd.DataFrame | None = None) -> Figure | None:
    """Draw each row's `points` (filled if `significant`) and the interval from `low` to `high`.

    `others` are further differences on the same treebanks, drawn as small marks below the rows."""
    rows = rows.dropna(subset=["points"]).reset_index(drop=True)
    if rows.empty:
        return None
    figure = Figure(
        figsize=(FOREST_WIDTH, FOREST_AXIS + FOREST_ROW * len(rows)), layout="constrained"
    )
    axes = figure.subplots()
    axes.axvline(0, color=SOFT, linewidth=1, zorder=1)
    place = dict(zip(rows.treebank, rows.index, strict=True))
    lower = 0.0
    if others is not None:
        lower = 0.2
        known = others[others.treebank.isin(place)]
        _draw_marks(axes, known, known.treebank.map(place) + lower, SERIES[1], 9)
    axes.hlines(rows.index - lower, rows.low, rows.high, color=SERIES[0], linewidth=1.6, zorder=2)
    _draw_marks(axes, rows, rows.index - lower, SERIES[0], 30)
    axes.set_yticks(rows.index, [shortened(name, NAME_LENGTH) for name in rows.short])
    axes.set_ylim(len(rows) - 0.45, -0.55)
    rule(axes, "x")
    small = "" if others is None else "; small marks: all strategies"
    axes.set_xlabel(f"difference in LAS (points){small}")
    return figure


def _draw_marks(axes, points: pd.DataFrame, y: pd.Series, colour: str, size: float) -> None:
    fill = [colour if significant else PAPER for significant in points.significant]
    axes.scatter(points.points, y, size, color=fill, edgecolors=colour, zorder=3)
