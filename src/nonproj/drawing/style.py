"""The style of all figures; the report replaces the colours with CSS variables."""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources

import numpy as np
from matplotlib import style
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

INK, SOFT, GRID, PAPER = "#1f2429", "#5b636c", "#dddcd6", "#fdfdfc"
# Colour-blind readers can distinguish the first four colours.
SERIES = ("#2f6690", "#cf9748", "#6d9c77", "#b5483f", "#7a6f5d", "#98648f")
SHADES = ("#24506f", "#4d83a8", "#8fb3cc", "#cbdce8", "#e5edf3", "#f2f6f9")  # for parts of a whole
MARKERS = "osD^vP"
# The report replaces these colours with CSS variables, so that figures follow the reader's theme.
THEME = {INK: "--ink", SOFT: "--soft", GRID: "--rule", PAPER: "--paper"}
THEME |= {colour: f"--series-{i}" for i, colour in enumerate(SERIES, start=1)}
THEME |= {colour: f"--shade-{i}" for i, colour in enumerate(SHADES, start=1)}

TIP = "tip "  # prefix in the SVG id of a mark with a tooltip
FIGURE_WIDTH = 6.4  # inches, each with 72 units
LABEL_LENGTH = 30  # letters of a treebank name that fit next to the axis
STYLE = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # a name may contain dollar signs
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": GRID,
    "axes.facecolor": PAPER,
    "axes.labelcolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
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
# Metadata must not differ between runs or machines.
METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))


@contextmanager
def figure_style(salt: str) -> Iterator[None]:
    """Apply the figure style in a `with` block; ids in the SVG depend only on `salt`."""
    with style.context({**STYLE, "svg.hashsalt": salt}, after_reset=True):
        yield


def panels(
    count: int, per_row: int, height: float, rest: float = 0, **options
) -> tuple[Figure, np.ndarray]:
    """Return a figure and its panels; a row has `per_row` panels and is `height` inches high."""
    columns = min(count, per_row)
    rows = -(-count // columns)
    figure = Figure(figsize=(FIGURE_WIDTH, rest + height * rows), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, **options).ravel()
    for axes in grid[count:]:
        axes.set_axis_off()
    return figure, grid


def label_axes(figure: Figure, x: str, y: str) -> None:
    figure.supxlabel(x, size=10, color=SOFT)
    figure.supylabel(y, size=10, color=SOFT)


def rule(axes, along: str) -> None:
    """Draw grid lines for an axis, behind everything else."""
    axes.grid(axis=along)
    axes.set_axisbelow(True)


def note(axes, text: str, place: tuple, shift: tuple[float, float], **options) -> None:
    """Write text, shifted from its place by a number of points."""
    axes.annotate(text, place, xytext=shift, textcoords="offset points", **options)


def as_svg(figure: Figure) -> bytes:
    """Return the figure as SVG; the same figure always gives the same bytes.

    Positions are rounded first, because small differences between runs of the layout solver would
    change the ids of clip paths."""
    canvas = FigureCanvasSVG(figure)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for part in figure.subfigs:
        part.bbox_relative.set_points(np.round(part.bbox_relative.get_points(), 9))
    for axes in figure.axes:
        axes.set_position(np.round(axes.get_position(original=True).bounds, 9))
    out = io.BytesIO()
    canvas.print_svg(out, metadata=METADATA)
    return out.getvalue()


def themed(svg: bytes, name: str) -> str:
    """Return the SVG element for an HTML page, with the page's colours and with unique ids."""
    text = svg.decode("utf-8")
    text = text[text.index("<svg") :]
    for colour, variable in THEME.items():
        text = text.replace(colour, f"var({variable})")
    text = re.sub(rf'<g id="{TIP}([^"]*)">', r"<g><title>\1</title>", text)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(href=")#', rf"\1#{name}-", text)
    return text.replace("url(#", f"url(#{name}-")


def with_dark_theme(svg: bytes) -> bytes:
    """Return the SVG file with a style for dark screens: the page's dark colours."""
    page = resources.files("nonproj.drawing") / "templates" / "dark.css"
    dark = dict(re.findall(r"(--[\w-]+): (#\w+)", page.read_text(encoding="utf-8")))
    rules = [
        f'[style*="{part}: {colour}"] {{ {part}: {dark[variable]} !important }}'
        for colour, variable in THEME.items()
        for part in ("fill", "stroke")
    ]
    style = "@media (prefers-color-scheme: dark) {\n" + "\n".join(rules) + "\n}"
    text = svg.decode("utf-8")
    return text.replace("</style>", f"\n{style}\n</style>", 1).encode("utf-8")


def svg_of(salt: str, draw: Callable[[], Figure | None]) -> bytes:
    """Draw a figure in the common style, as SVG; return empty bytes if there is nothing to draw."""
    with figure_style(salt):
        figure = draw()
        return as_svg(figure) if figure else b""


def shortened(label: str, length: int = LABEL_LENGTH) -> str:
    return label if len(label) <= length else label[: length - 1] + "…"
