"""The pictures on the first screen: gains of strategies over their twins, accuracy and speed."""

import math
from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from nonproj.evaluation.peers import PeerResult
from nonproj.reporting.answers.differences import Difference
from nonproj.reporting.answers.parsers import ParserResult
from nonproj.reporting.figures.style import (
    GRID,
    INK,
    MARKERS,
    PAPER,
    SERIES,
    SOFT,
    WIDTH,
    shortened,
)

LANE = 0.125  # inches of one strategy on one treebank
NAME_LENGTH = 18
LINE = 9  # points of print of a name
LEGEND = 80  # letters beside each other above a panel; a wider legend would make the panel narrow
HANDLE = 5  # letters that the mark of a strategy and the space around it take
# How many times the lowest speed the highest is at most -> what powers of ten are multiplied by.
TICKS = {10: (1, 2, 5), 300: (1, 3), math.inf: (1,)}
ALL_NAMED = 6  # points of a panel of which each has its name
TITLE = 34  # letters above one of two panels; a longer title has two lines
MOST = len(SERIES)  # strategies in a panel

Point = tuple[float, float, str]  # speed, accuracy, name


def draw_differences(differences: Sequence[Difference], names: Mapping[str, str]) -> Figure | None:
    """A panel for each twin, a row for each treebank, a bar of 95 % for each strategy.

    All panels share one axis; what is not significant is hollow."""
    panels = _panels(differences)
    if not panels:
        return None
    rows = [_rows(panel, names) for panel in panels.values()]
    heights = [
        0.55 + sum(_lanes(panel) * LANE + 0.06 for _ in row)
        for row, panel in zip(rows, panels.values(), strict=True)
    ]
    figure = Figure(figsize=(WIDTH, 0.5 + sum(heights)), layout="constrained")
    grid = figure.subplots(
        len(panels), 1, sharex=True, squeeze=False, height_ratios=heights
    ).ravel()
    for axes, (twin, panel), treebanks in zip(grid, panels.items(), rows, strict=True):
        _draw_panel(axes, twin, panel, treebanks, names)
    figure.supxlabel("LAS less that of the projective twin, in points", size=10, color=SOFT)
    return figure


def _panels(differences: Sequence[Difference]) -> dict[str, list[Difference]]:
    """Differences by twin; a panel that would hold too many strategies is continued."""
    panels: dict[str, list[Difference]] = {}
    by_twin: dict[str, dict[str, list[Difference]]] = {}
    for d in differences:
        by_twin.setdefault(d.strategy.twin, {}).setdefault(d.strategy.variant, []).append(d)
    for twin, variants in by_twin.items():
        names = list(variants)
        for start in range(0, len(names), MOST):
            title = twin if start == 0 else f"{twin} (continued)"
            panels[title] = [d for name in names[start : start + MOST] for d in variants[name]]
    return panels


def _rows(panel: Sequence[Difference], names: Mapping[str, str]) -> list[str]:
    return [name for name in names if any(d.treebank == name for d in panel)]


def _lanes(panel: Sequence[Difference]) -> int:
    return len({d.strategy.variant for d in panel})


def _draw_panel(
    axes, twin: str, panel: Sequence[Difference], treebanks: Sequence[str], names: Mapping[str, str]
) -> None:
    variants = list(dict.fromkeys(d.strategy.variant for d in panel))
    step = 0.8 / len(variants)
    axes.axvline(0, color=SOFT, linewidth=1, zorder=1)
    for d in panel:
        i = variants.index(d.strategy.variant)
        y = treebanks.index(d.treebank) + (i - (len(variants) - 1) / 2) * step
        axes.hlines(y, d.low, d.high, color=SERIES[i], linewidth=1.6, zorder=2)
        fill = SERIES[i] if d.significant else PAPER
        axes.scatter(d.points, y, 24, color=fill, edgecolors=SERIES[i], marker=MARKERS[i], zorder=3)
    axes.set_yticks(range(len(treebanks)), [shortened(names[t], NAME_LENGTH) for t in treebanks])
    axes.set_ylim(len(treebanks) - 0.45, -0.55)
    axes.grid(axis="x")
    axes.set_axisbelow(True)
    axes.tick_params(labelbottom=True)
    handles = [
        Line2D(
            [], [], color=SERIES[i], marker=MARKERS[i], markersize=5, label=_short(variant, twin)
        )
        for i, variant in enumerate(variants)
    ]
    longest = max(len(_short(variant, twin)) for variant in variants)
    axes.legend(
        handles=handles,
        title=f"over {twin}",
        title_fontproperties={"weight": "bold", "size": 10},
        alignment="left",
        loc="lower left",
        bbox_to_anchor=(-0.01, 1),
        frameon=False,
        ncols=min(len(variants), 4, max(1, LEGEND // (HANDLE + longest))),
        fontsize=9,
        borderaxespad=0,
        handlelength=1.4,
        handletextpad=0.4,
        columnspacing=1.1,
    )


def _short(variant: str, twin: str) -> str:
    """What a strategy adds to the name of its twin, else its own name; both have one learner."""
    system, _, _ = variant.partition("@")
    return system.removeprefix(twin.removesuffix(" (continued)").partition("@")[0])


def draw_speed(
    results: Sequence[ParserResult],
    names: Mapping[str, str],
    peers: Sequence[PeerResult] = (),
) -> Figure | None:
    """LAS against words in a second; a panel for each text of a treebank.

    A line joins our parsers that no other is both faster and more accurate than; diamonds are
    parsers of others."""
    panels: dict[tuple[str, str], list[Point]] = {}
    for result in results:
        point = result.speed, result.las, result.parser
        panels.setdefault((result.treebank, result.split), []).append(point)
    panels = {key: points for key, points in panels.items() if len(points) > 2}
    if not panels:
        return None
    rows = -(-len(panels) // 2)
    figure = Figure(figsize=(WIDTH, 0.4 + 2.5 * rows), layout="constrained")
    grid = figure.subplots(rows, min(2, len(panels)), sharex=True, squeeze=False).ravel()
    for axes in grid[len(panels) :]:
        axes.set_axis_off()
    every = [x for points in panels.values() for x, _, _ in points]
    ratio = max(every) / min(every)
    ticks = next(ticks for most, ticks in TICKS.items() if ratio < most)
    for axes, ((name, split), points) in zip(grid, panels.items(), strict=False):
        title = shortened(names[name], 26), split
        apart = ",\n" if len(", ".join(title)) > TITLE else ", "
        _draw_speeds(axes, apart.join(title), points, ticks)
        _draw_peers(axes, [p for p in peers if (p.treebank, p.split) == (name, split)])
    figure.supxlabel("words in a second of one processor", size=10, color=SOFT)
    figure.supylabel("LAS, %", size=10, color=SOFT)
    figure.draw_without_rendering()  # sets the sizes of panels, hence how far points are apart
    for axes, points in zip(grid, panels.values(), strict=False):
        _name_points(axes, points if len(points) <= ALL_NAMED else _undominated(points))
    return figure


def _draw_speeds(axes, title: str, points: Sequence[Point], ticks: Sequence[int]) -> None:
    best = _undominated(points)
    others = [point for point in points if point not in best]
    axes.scatter([p[0] for p in others], [p[1] for p in others], 16, color=GRID, edgecolors=SOFT)
    axes.plot(
        [p[0] for p in best],
        [p[1] for p in best],
        color=SERIES[0],
        marker="o",
        markersize=5,
        linewidth=1,
    )
    axes.set_title(title)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=ticks))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x / 1000:g}k"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.tick_params(labelbottom=True)
    axes.margins(x=0.25, y=0.18)
    axes.grid(axis="both")
    axes.set_axisbelow(True)


def _name_points(axes, points: Sequence[Point]) -> None:
    """Each name right above its point, or below the name before where it would cover that."""
    below = math.inf
    for x, y, name in sorted(points, key=lambda point: -point[1]):
        height = axes.transData.transform((x, y))[1] * 72 / axes.figure.dpi  # in points of print
        up = min(4, below - LINE - height)
        axes.annotate(name, (x, y), xytext=(5, up), textcoords="offset points", size=8, color=INK)
        below = height + up


def _draw_peers(axes, peers: Sequence[PeerResult]) -> None:
    for peer in peers:
        at = peer.words / peer.parsing, 100 * peer.las / peer.words
        axes.scatter(*at, 24, color=SERIES[1], marker="D", zorder=3)
        axes.annotate(
            peer.peer, at, xytext=(5, -9), textcoords="offset points", size=8, color=SERIES[1]
        )


def _undominated(
    points: Sequence[Point],
) -> list[Point]:
    """Those that no other is both faster and more accurate than, from slow to fast."""
    kept = []
    for point in sorted(points, reverse=True):
        if not kept or point[1] > kept[-1][1]:
            kept.append(point)
    return kept[::-1]
