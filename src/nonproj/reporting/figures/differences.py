"""The first picture of the first screen: gains of strategies over their twins."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from nonproj.reporting.answers.differences import Difference
from nonproj.reporting.figures.style import (
    MARKERS,
    PAPER,
    SERIES,
    SOFT,
    WIDTH,
    shortened,
)

LANE = 0.125  # inches of one strategy on one treebank
NAME_LENGTH = 18
LEGEND = 80  # letters beside each other above a panel; a wider legend would make the panel narrow
HANDLE = 5  # letters that the mark of a strategy and the space around it take
MOST = len(SERIES)  # strategies in a panel


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
        by_twin.setdefault(d.strategy.baseline, {}).setdefault(d.strategy.variant, []).append(d)
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
