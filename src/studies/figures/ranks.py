"""Mean ranks of systems over several treebanks, with their critical difference (Demšar 2006)."""

import textwrap
from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from nonproj.public.drawing import style
from nonproj.public.values import Values
from studies.figures.bars import complete_rows, set_axes
from studies.plan.study.study import FigureSpec
from studies.values.ranks import critical_difference, mean_ranks

RANK_ROW = 0.24  # inches
TITLE_LETTERS = 72


def draw_ranks(spec: FigureSpec, values: Values, names: Mapping[str, str]) -> Figure | None:
    """Draw a row for each system, best first; shade those not significantly worse than the best.

    Treebanks without a value for every system are left out; return None if fewer than two remain.
    """
    complete = complete_rows(spec, values, names)
    if len(complete) < 2:  # a mean needs two treebanks
        return None
    ranks = mean_ranks([*complete.values()])
    order = np.argsort(ranks, kind="stable")
    best, distance = ranks[order[0]], critical_difference(len(order), len(complete))
    shown = "; ".join(names[name] for name in complete)
    title = f"{shown}. Critical difference {distance:.1f}"
    figure, [axes] = style.panels(1, 1, height=1.2 + RANK_ROW * len(order))
    title = textwrap.fill(title, TITLE_LETTERS, break_on_hyphens=False)
    figure.suptitle(title, x=0.01, ha="left", size=10)
    axes.axvspan(best, best + distance, color=style.SHADES[4], linewidth=0, zorder=0)
    axes.scatter(ranks[order], range(len(order)), 34, color=style.SERIES[0], zorder=2)
    for row, system in enumerate(order):
        place, shift = (ranks[system], row), (6, 0)
        style.note(
            axes, f"{ranks[system]:.1f}", place, shift, va="center", size=9, color=style.SOFT
        )
    set_axes(axes, spec, [spec.series[system].label for system in order])
    axes.set_xlim(0.5, len(order) + 0.5)
    return figure
