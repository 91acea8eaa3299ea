"""Figures of a study as SVG: the same measurements give the same bytes."""

import io
import re
from collections.abc import Iterable, Sequence

from matplotlib import style
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator, ScalarFormatter

from nonproj.reporting import printing
from nonproj.reporting.addresses import Lookup
from nonproj.reporting.experiments import FigureSpec, SeriesSpec
from nonproj.reporting.suite import SuiteTreebank

INK, SOFT, GRID, PAPER = "#1f2429", "#5b636c", "#dddcd6", "#fdfdfc"
SERIES = ("#2f6690", "#cf9748", "#6d9c77", "#98648f", "#7a6f5d", "#b5483f")
SHADES = ("#24506f", "#4d83a8", "#8fb3cc", "#cbdce8", "#e5edf3", "#f2f6f9")  # parts of a whole
MARKERS = "osD^vP"
# What the report replaces by its own variables, so that a figure follows the reader's theme.
THEME = {INK: "--ink", SOFT: "--soft", GRID: "--rule", PAPER: "--paper"}
THEME |= {colour: f"--series-{i}" for i, colour in enumerate(SERIES, start=1)}
THEME |= {colour: f"--shade-{i}" for i, colour in enumerate(SHADES, start=1)}

WIDTH = 6.4  # inches, at 72 units each
LABEL_LENGTH = 30  # letters of a treebank's name that fit beside the axis
STYLE = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # a name may hold dollar signs
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": GRID,
    "axes.facecolor": PAPER,
    "axes.labelcolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "figure.facecolor": PAPER,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "xtick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.major.size": 0,
}


def draw(
    spec: FigureSpec, measurements: Iterable, treebanks: Sequence[SuiteTreebank] = ()
) -> bytes:
    """One row per treebank that was measured; an empty figure says so."""
    labels, values = _values(spec, measurements, treebanks)
    with style.context({**STYLE, "svg.hashsalt": f"{spec.study}-{spec.id}"}, after_reset=True):
        figure = Figure(figsize=(WIDTH, _height(spec, labels)), layout="constrained")
        axes = figure.add_subplot()
        if labels:
            _KINDS[spec.kind](axes, values, spec.series)
            _finish(axes, spec, labels)
        else:
            axes.set_axis_off()
            axes.text(0.5, 0.5, "Nothing was measured.", ha="center", va="center", color=SOFT)
        out = io.BytesIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        FigureCanvasSVG(figure).print_svg(out, metadata=nothing)
    return out.getvalue()


def themed(svg: bytes, name: str) -> str:
    """The SVG element alone, for HTML: colours from the page, ids that no other figure has."""
    text = svg.decode("utf-8")
    text = text[text.index("<svg") :]
    for colour, variable in THEME.items():
        text = text.replace(colour, f"var({variable})")
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(href=")#', rf"\1#{name}-", text)
    return text.replace("url(#", f"url(#{name}-")


def _values(spec, measurements, treebanks) -> tuple[list[str], list[list[float]]]:
    """Names of the treebanks with all series, and one list of values for each series."""
    lookup = Lookup(measurements)
    suite = {treebank.name: treebank.title for treebank in treebanks}
    names = [*suite, *(name for name in lookup.treebanks if name not in suite)]
    rows = {name: [_value(lookup, name, item, spec) for item in spec.series] for name in names}
    complete = {name: row for name, row in rows.items() if None not in row}
    labels = [_shortened(suite.get(name, name)) for name in complete]
    return labels, [list(series) for series in zip(*complete.values(), strict=True)]


def _value(lookup: Lookup, treebank: str, series: SeriesSpec, spec: FigureSpec) -> float | None:
    measurement = lookup.find(treebank, series.address)
    value = measurement and printing.value_in(measurement, series.address.unit)
    if value is None:
        return None
    return float(100 - value if spec.complement else value)


def _shortened(label: str) -> str:
    return label if len(label) <= LABEL_LENGTH else label[: LABEL_LENGTH - 1] + "…"


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


_KINDS = {"bars": _bars, "stacked": _stacked, "dots": _dots}
