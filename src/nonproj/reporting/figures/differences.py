"""Forest plot: a difference of LAS on each treebank with its interval."""

import pandas as pd
from matplotlib.figure import Figure

from nonproj.reporting.figures.style import PAPER, SERIES, SOFT, rule, shortened

FOREST_WIDTH, FOREST_ROW, FOREST_AXIS = 4.2, 0.32, 0.55  # inches
NAME_LENGTH = 18


def draw_forest(rows: pd.DataFrame, others: pd.DataFrame | None = None) -> Figure | None:
    """Draw `points` in an interval from `low` to `high` for each row, filled if `significant`.

    `others` are further differences on these treebanks, drawn below as small marks."""
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
    axes.set_xlabel("points of LAS" if others is None else "points of LAS; small: all strategies")
    return figure


def _draw_marks(axes, points: pd.DataFrame, y: pd.Series, colour: str, size: float) -> None:
    fill = [colour if significant else PAPER for significant in points.significant]
    axes.scatter(points.points, y, size, color=fill, edgecolors=colour, zorder=3)
