"""Charts of horizontal bars or dots, with one row per treebank."""

from collections.abc import Iterable, Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator, ScalarFormatter

from nonproj.public.drawing import style
from nonproj.public.scores import printing
from nonproj.public.values import Values
from studies.plan.study.study import FigureSpec, SeriesSpec


def draw_bars(spec: FigureSpec, values: Values, names: Mapping[str, str]) -> Figure | None:
    """Draw bars or dots for treebanks with a value in every series; None if there are none."""
    complete = complete_rows(spec, values, names)
    if not complete:
        return None
    if spec.kind == "dots" and len(complete) == 1:
        [(name, numbers)] = complete.items()
        return _draw_one(spec, names[name], numbers)
    labels = [style.shortened(names[name]) for name in complete]
    numbers = [list(series) for series in zip(*complete.values(), strict=True)]
    lanes = len(spec.series) if spec.kind == "bars" else 1
    figure, [axes] = style.panels(1, 1, height=1.1 + len(labels) * (0.2 + 0.13 * lanes))
    BAR_KINDS[spec.kind](axes, numbers, spec.series)
    set_axes(axes, spec, labels)
    place = {"loc": "lower left", "bbox_to_anchor": (0, 1), "ncols": len(spec.series)}
    gaps = {"borderaxespad": 0.3, "handlelength": 1, "handletextpad": 0.5, "columnspacing": 1.6}
    axes.legend(frameon=False, **place, **gaps)
    return figure


def _draw_one(spec: FigureSpec, name: str, numbers: Sequence[float]) -> Figure:
    """Draw dots for a single treebank, with a row for each series."""
    figure, [axes] = style.panels(1, 1, height=0.9 + 0.24 * len(numbers))
    rows = range(len(numbers))
    axes.hlines(rows, min(numbers), numbers, color=style.GRID, linewidth=2, zorder=1)
    axes.scatter(numbers, rows, 34, color=style.SERIES[0], zorder=2)
    for row, number in zip(rows, numbers, strict=True):
        style.note(
            axes, f"{number:.4g}", (number, row), (6, 0), va="center", size=9, color=style.SOFT
        )
    axes.margins(x=0.1)
    axes.set_title(style.shortened(name))
    set_axes(axes, spec, [series.label for series in spec.series])
    return figure


def complete_rows(spec: FigureSpec, values: Values, names: Iterable[str]) -> dict[str, list[float]]:
    """Map each treebank that has a value for every series to these values."""
    rows = {name: [_number(values, name, item, spec) for item in spec.series] for name in names}
    return {name: row for name, row in rows.items() if None not in row}


def _number(values: Values, treebank: str, series: SeriesSpec, spec: FigureSpec) -> float | None:
    """Return the number that a figure shows for a treebank and a series; None if it is missing."""
    value = values.find(*series.address.keys(treebank))
    number = value and printing.number_in(value, series.address.unit)
    if number is None:
        return None
    return float(100 - number if spec.complement else number)


def _bars(axes, numbers: list[list[float]], series: Sequence[SeriesSpec]) -> None:
    thickness = 0.8 / len(series)
    for i, (item, lengths) in enumerate(zip(series, numbers, strict=True)):
        centres = [row + (i - (len(series) - 1) / 2) * thickness for row in range(len(lengths))]
        axes.barh(centres, lengths, thickness * 0.86, color=style.SERIES[i], label=item.label)
    axes.set_xlim(left=0)


def _stacked(axes, numbers: list[list[float]], series: Sequence[SeriesSpec]) -> None:
    left = [0.0] * len(numbers[0])
    for item, lengths, colour in zip(series, numbers, style.SHADES, strict=False):
        axes.barh(range(len(lengths)), lengths, 0.62, left=left, color=colour, label=item.label)
        left = [a + b for a, b in zip(left, lengths, strict=True)]
    axes.set_xlim(0, max(left) or 1)


def _dots(axes, numbers: list[list[float]], series: Sequence[SeriesSpec]) -> None:
    rows = range(len(numbers[0]))
    spans = [(min(row), max(row)) for row in zip(*numbers, strict=True)]
    axes.hlines(rows, *zip(*spans, strict=True), color=style.GRID, linewidth=2, zorder=1)
    for i, (item, positions) in enumerate(zip(series, numbers, strict=True)):
        look = {"color": style.SERIES[i], "marker": style.MARKERS[i], "zorder": 2 + i}
        axes.scatter(positions, rows, 34, label=item.label, **look)


def set_axes(axes, spec: FigureSpec, labels: list[str]) -> None:
    """Label the rows of a chart and its horizontal axis."""
    axes.set_xscale(spec.scale)
    if spec.scale == "log":
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_minor_locator(NullLocator())
    axes.set_yticks(range(len(labels)), labels=labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlabel(spec.axis)
    style.rule(axes, "x")


BAR_KINDS = {"bars": _bars, "stacked": _stacked, "dots": _dots}
