"""Figures of a study as SVG: the same measurements give the same bytes."""

import io
import re
from collections.abc import Iterable, Mapping, Sequence

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from nonproj.evaluation.measurements import Measurement
from nonproj.evaluation.significance.table import PairwiseTest
from nonproj.experiments.addresses import Lookup
from nonproj.experiments.study import FigureSpec
from nonproj.experiments.suite import SuiteTreebank
from nonproj.reporting.figures.bars import KINDS, draw_bars
from nonproj.reporting.figures.curves import draw_curves
from nonproj.reporting.figures.orders import draw_partial_orders
from nonproj.reporting.figures.style import METADATA, SOFT, THEME, WIDTH, look


def draw(
    spec: FigureSpec,
    measurements: Iterable[Measurement],
    treebanks: Sequence[SuiteTreebank] = (),
    tests: Iterable[PairwiseTest] = (),
) -> bytes:
    """All treebanks with the figures or tests that it needs; an empty figure says so."""
    with look(f"{spec.study}-{spec.id}"):
        figure = _figure(spec, list(measurements), treebanks, list(tests)) or _empty()
        out = io.BytesIO()
        FigureCanvasSVG(figure).print_svg(out, metadata=METADATA)
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


def _figure(
    spec: FigureSpec,
    measurements: list[Measurement],
    treebanks: Sequence[SuiteTreebank],
    tests: list[PairwiseTest],
) -> Figure | None:
    lookup = Lookup(measurements)
    measured = (test.treebank for test in tests) if spec.kind == "partial-order" else ()
    names = _names(treebanks, [*lookup.treebanks, *measured])
    if spec.kind in KINDS:
        return draw_bars(spec, lookup, names)
    if spec.kind == "lines":
        return draw_curves(spec, lookup, names)
    return draw_partial_orders(spec, tests, names)


def _names(treebanks: Sequence[SuiteTreebank], others: Iterable[str]) -> Mapping[str, str]:
    """Treebanks with their names for people: those of the suite first, in its order."""
    names = {treebank.name: treebank.title for treebank in treebanks}
    return names | {name: name for name in others if name not in names}


def _empty() -> Figure:
    figure = Figure(figsize=(WIDTH, 1.4))
    figure.text(0.5, 0.5, "Nothing was measured.", ha="center", va="center", color=SOFT)
    return figure
