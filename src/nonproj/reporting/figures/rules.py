"""A drawing of the workflow's rules and their order, made from Snakemake's rule graph."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from matplotlib.figure import Figure

from nonproj.reporting.figures.style import as_svg, figure_style

LEFT_OUT = {"all", "kernels", "timings", "plan"}  # not part of the chain
WIDTH, HEIGHT = 1.35, 0.62  # inches for a rule


def draw_rules(dot: str) -> bytes:
    """Draw a rule graph, given in Graphviz format, from top to bottom as SVG."""
    names = dict(re.findall(r'(\d+)\[label = "(\w+)"', dot))
    edges = {(names[a], names[b]) for a, b in re.findall(r"(\d+) -> (\d+)", dot)}
    edges = {(a, b) for a, b in edges if a != b and not LEFT_OUT & {a, b}}
    layers = _layers(edges)
    places = {
        name: (WIDTH * (i + 0.5 - len(layer) / 2), -HEIGHT * depth)
        for depth, layer in enumerate(layers)
        for i, name in enumerate(layer)
    }
    widest = max(map(len, layers))
    with figure_style("rules"):
        figure = Figure(figsize=(WIDTH * widest, HEIGHT * len(layers)))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(-WIDTH * widest / 2, WIDTH * widest / 2)
        axes.set_ylim(-HEIGHT * (len(layers) - 0.5), HEIGHT / 2)
        for a, b in sorted(_needed(edges)):
            (x, y), (to_x, to_y) = places[a], places[b]
            arrow = {"arrowstyle": "-|>", "color": "0.6", "shrinkA": 0, "shrinkB": 0}
            ends = (to_x, to_y + 0.16), (x, y - 0.16)
            axes.annotate("", *ends, arrowprops=arrow)
        box = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": "0.3"}
        for name, (x, y) in places.items():
            axes.text(x, y, name, ha="center", va="center", fontsize=9, bbox=box)
        return as_svg(figure)


def _layers(edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Put each rule one layer above the highest of the rules that follow it."""
    before: dict[str, set[str]] = {}
    after: dict[str, set[str]] = {}
    for a, b in edges:
        after.setdefault(a, set()).add(b)
        before.setdefault(b, set()).add(a)

    @cache
    def height(name: str) -> int:
        return 1 + max(map(height, after.get(name, ())), default=-1)

    names = sorted({*before, *after})
    layers: list[list[str]] = [[] for _ in range(1 + max(map(height, names)))]
    for name in names:
        layers[-1 - height(name)].append(name)
    order: dict[str, float] = {}
    for layer in layers:
        layer.sort(key=lambda name: (_mean(order, before.get(name, ())), name))
        order |= {name: i - len(layer) / 2 for i, name in enumerate(layer)}
    return layers


def _mean(order: Mapping[str, float], names: Iterable[str]) -> float:
    found = [order[name] for name in names]
    return sum(found) / len(found) if found else 0.0


def _needed(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Leave out every edge whose ends are also connected by a longer path."""
    after: dict[str, set[str]] = {}
    for a, b in edges:
        after.setdefault(a, set()).add(b)

    def reached(start: str, target: str) -> bool:
        return any(b == target or reached(b, target) for b in after.get(start, ()))

    return {
        (a, b) for a, b in edges if not any(reached(other, b) for other in after[a] if other != b)
    }
