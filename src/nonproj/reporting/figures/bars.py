"""Horizontal bars and dots: one row per treebank."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator, ScalarFormatter

from nonproj.experiments.addresses import Lookup
from nonproj.experiments.study import FigureSpec, SeriesSpec
from nonproj.reporting import printing
from nonproj.reporting.figures.style import GRID, MARKERS, SERIES, SHADES, WIDTH, shortened


def draw_bars(spec: FigureSpec, lookup: Lookup, names: Mapping[str, str]) -> Figure | None:
    """Treebanks with a figure for every series; None if there are none."""
    rows = {name: [_value(lookup, name, item, spec) for item in spec.series] for name in names}
    complete = {name: row for name, row in rows.items() if None not in row}
    if not complete:
        return None
    labels = [shortened(names[name]) for name in complete]
    values = [list(series) for series in zip(*complete.values(), strict=True)]
    figure = Figure(figsize=(WIDTH, _height(spec, labels)), layout="constrained")
    axes = figure.add_subplot()
    KINDS[spec.kind](axes, values, spec.series)
    _finish(axes, spec, labels)
    return figure


def _value(lookup: Lookup, treebank: str, series: SeriesSpec, spec: FigureSpec) -> float | None:
    measurement = lookup.find(treebank, series.address)
    value = measurement and printing.value_in(measurement, series.address.unit)
    if value is None:
        return None
    return float(100 - value if spec.complement else value)


def _height(spec: FigureSpec, labels: list[str]) -> float:
    lanes = len(spec.series) if spec.kind == "bars" else 1
    return 1.1 + max(len(labels), 1) * (0.2 + 0.13 * lanes)


def _bars(axes, values: list[list[float]], series: Sequence[SeriesSpec]) -> None:
    thickness = 0.8 / len(series)
    for i, (item, lengths) in enumerate(zip(series, values, strict=True)):
        centres = [row + (i - (len(series) - 1) / 2) * thickness for row in range(len(lengths))]
        axes.barh(centres, lengths, thickness * 0.86, color=SERIES[i], label=item.label)
    axes.set_xlim(left=0)


def _stacked(axes, values: list[list[float]], series: Sequence[SeriesSpec]) -> None:
    left = [0.0] * len(values[0])
    for item, lengths, colour in zip(series, values, SHADES, strict=False):
        axes.barh(range(len(lengths)), lengths, 0.62, left=left, color=colour, label=item.label)
        left = [a + b for a, b in zip(left, lengths, strict=True)]
    axes.set_xlim(0, max(left) or 1)


def _dots(axes, values: list[list[float]], series: Sequence[SeriesSpec]) -> None:
    rows = range(len(values[0]))
    spans = [(min(row), max(row)) for row in zip(*values, strict=True)]
    axes.hlines(rows, *zip(*spans, strict=True), color=GRID, linewidth=2, zorder=1)
    for i, (item, places) in enumerate(zip(series, values, strict=True)):
        axes.scatter(
            places, rows, 34, color=SERIES[i], marker=MARKERS[i], label=item.label, zorder=2 + i
        )


def _finish(axes, spec: FigureSpec, labels: list[str]) -> None:
    axes.set_xscale(spec.scale)
    if spec.scale == "log":
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_minor_locator(NullLocator())
    axes.set_yticks(range(len(labels)), labels=labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlabel(spec.axis)
    axes.grid(axis="x")
    axes.set_axisbelow(True)
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=len(spec.series),
        frameon=False,
        borderaxespad=0.3,
        handlelength=1,
        handletextpad=0.5,
        columnspacing=1.6,
    )


KINDS = {"bars": _bars, "stacked": _stacked, "dots": _dots}
