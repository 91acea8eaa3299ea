"""Curves in one small panel per treebank, all with the same axes."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matplotlib.figure import Figure

from nonproj.public.drawing import style
from nonproj.public.errors import NonprojError
from nonproj.public.scores import printing
from nonproj.public.values import Values, items_of
from studies.plan.study.addresses import Address
from studies.plan.study.study import AcrossSpec, FigureSpec, SeriesSpec
from studies.tables.summaries import SUM, combined_of, summarised

PANEL_TITLE_LENGTH = 34
AXIS_LETTERS = 26  # letters that fit below the horizontal axis of a panel
CURVE_NAME_LENGTH = 16  # letters; longer names go into a legend, which leaves room for the curves
LABEL_GAP = 0.085  # between labels of curves, as a share of panel height

Curve = list[tuple[float, float]]


class Panel(NamedTuple):
    """A treebank's curves.

    `counts` gives, for each position, the smallest number of words that any point there rests on.
    """

    label: str
    curves: list[Curve]
    counts: dict[int, int]


def draw_curves(spec: FigureSpec, values: Values, names: Mapping[str, str]) -> Figure | None:
    """Draw curves for treebanks with at least two points per series; None if there are none."""
    drawn = _panels(spec, values, names)
    if not drawn:
        return None
    figure, grid = style.panels(len(drawn), 2, height=2.5, rest=0.5, sharex=True, sharey=True)
    for axes in grid[max(0, len(drawn) - 2) : len(drawn)]:
        axes.tick_params(labelbottom=True)
    heights = [y for panel in drawn for curve in panel.curves for _, y in curve]
    limits = _limits(heights, bool(spec.across.values))
    named = max(len(series.label) for series in spec.series) <= CURVE_NAME_LENGTH
    for axes, (label, curves, counts) in zip(grid, drawn, strict=False):
        axes.set_title(style.shortened(label, PANEL_TITLE_LENGTH))
        axes.set_yscale(spec.scale)
        axes.set_ylim(*limits)
        axes.set_yticks([tick for tick in axes.get_yticks() if tick >= min(0, *heights)])
        axes.set_ylim(*limits)
        _panel(axes, curves, spec.series, named)
        _show_counts(axes, counts)
        _ticks(axes, curves, spec.across.values)
    if not named:
        figure.legend(
            *axes.get_legend_handles_labels(), loc="outside upper left", frameon=False, fontsize=9
        )
    counted = "; along the bottom: numbers of words" if spec.across.values else ""
    style.label_axes(figure, spec.across.label + counted, spec.axis)
    return figure


def _panels(spec: FigureSpec, values: Values, names: Mapping[str, str]) -> list[Panel]:
    """Make one panel per treebank and, if specified, a panel for all treebanks together."""
    panels, drawn = [], []
    for name, label in names.items():
        curves = [_curve(values, [name], item, spec) for item in spec.series]
        if min(map(len, curves)) > 1:
            panels.append(Panel(label, curves, _counts(values, [name], spec)))
            drawn.append(name)
    if spec.across.together and len(drawn) > 1:
        curves = [_curve(values, drawn, item, spec) for item in spec.series]
        label = f"{spec.across.together} ({len(drawn)} treebanks)"
        if min(map(len, curves)) > 1:
            panels.append(Panel(label, curves, _counts(values, drawn, spec)))
    return panels


def _counts(values: Values, treebanks: Sequence[str], spec: FigureSpec) -> dict[int, int]:
    """Return, for each named position, the smallest number of words that any point rests on."""
    counts: dict[int, int] = {}
    for x, position in enumerate(spec.across.values):
        for series in spec.series:
            item = items_of(f"{spec.across.item}={position}")
            there = series.address.refined(Address(setting=item))
            counted = combined_of(there) or [there]
            ours = summarised(SUM, values, treebanks, counted[0])
            if ours is not None and ours.denominator is not None:
                counts[x] = min(counts.get(x, ours.denominator), ours.denominator)
    return counts


def _curve(values: Values, treebanks: Sequence[str], series: SeriesSpec, spec: FigureSpec) -> Curve:
    points = []
    for x, number in _points(values, treebanks, series.address, spec.across):
        if number is not None:
            points.append((x, float(100 - number if spec.complement else number)))
    return sorted(points)


def _points(values: Values, treebanks: Sequence[str], address: Address, across: AcrossSpec):
    """Yield a curve's points, (position, number); the number is None if nothing was counted."""
    if not across.values:
        for position, value in values.along(across.item, *address.keys(treebanks[0])):
            yield _number(position, across), printing.number_in(value, address.unit)
    for x, position in enumerate(across.values):
        there = address.refined(Address(setting=items_of(f"{across.item}={position}")))
        ours = summarised(SUM, values, treebanks, there)
        yield x, ours and ours.value


def _number(position: str, across: AcrossSpec) -> float:
    """Read a whole or decimal number, with or without a percent sign."""
    if not re.fullmatch(r"\d+(\.\d+)?%?", position):
        raise NonprojError(f"{across.item}={position} is not a number on the axis of a curve")
    return float(position.removesuffix("%"))


def _limits(values: list[float], counted: bool) -> tuple[float, float]:
    """Return axis limits with margins; the lower margin is larger if counts are printed there."""
    low, high = min(values), max(values)
    margin = 0.06 * (high - low) or 1
    return low - (4 * margin if counted else margin), high + margin


def _show_counts(axes, counts: Mapping[int, int]) -> None:
    """Print the number of words along the bottom of a panel."""
    for x, count in counts.items():
        place = {"xycoords": ("data", "axes fraction"), "rotation": 90}
        place |= {"ha": "center", "va": "bottom"}
        axes.annotate(f"{count}", (x, 0.02), size=6.5, color=style.SOFT, **place)


def _panel(axes, curves: Sequence[Curve], series: Sequence[SeriesSpec], named: bool) -> None:
    """Draw curves; if `named`, write their names at the right ends, without overlaps."""
    low, high = axes.get_ylim()
    ends = spread_apart([curve[-1][1] for curve in curves], LABEL_GAP * (high - low))
    for i, (curve, item) in enumerate(zip(curves, series, strict=True)):
        colour = style.SERIES[i]
        points = zip(*curve, strict=True)
        axes.plot(*points, color=colour, marker=style.MARKERS[i], markersize=4, label=item.label)
        if named:
            there = {"xycoords": ("axes fraction", "data"), "va": "center"}
            style.note(axes, item.label, (1, ends[i]), (5, 0), color=colour, size=9, **there)
    style.rule(axes, "y")


def _ticks(axes, curves: Sequence[Curve], values: Sequence[str]) -> None:
    """Label as many positions on the horizontal axis as fit, starting with the last position."""
    if not values:
        axes.set_xticks(sorted({x for curve in curves for x, _ in curve}))
        return
    letters = len(values) * (1 + max(map(len, values)))
    shown = range(len(values) - 1, -1, -letters // AXIS_LETTERS)
    axes.set_xticks(shown, labels=[values[x] for x in shown])


def spread_apart(heights: Sequence[float], gap: float) -> list[float]:
    """Move heights at least `gap` apart, keeping their order by size. O(n^2).

    Heights that are too close together are spaced evenly around their mean. Equal heights keep
    their order in the sequence."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    groups: list[list[int]] = []
    centre: list[float] = []
    for i in order:
        groups.append([i])
        centre.append(heights[i])
        while len(groups) > 1 and _overlap(groups, centre, gap):
            groups[-2:] = [groups[-2] + groups[-1]]
            centre[-2:] = [sum(heights[j] for j in groups[-1]) / len(groups[-1])]
    moved = list(heights)
    for members, middle in zip(groups, centre, strict=True):
        for position, i in enumerate(members):
            moved[i] = middle + (position - (len(members) - 1) / 2) * gap
    return moved


def _overlap(groups: list[list[int]], centre: list[float], gap: float) -> bool:
    """Check whether the last two groups are less than `gap` apart."""
    needed = (len(groups[-1]) + len(groups[-2])) / 2 * gap
    return centre[-1] - centre[-2] < needed
