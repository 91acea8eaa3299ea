"""Matrices of differences and p-values, for more systems than a drawn partial order can show."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from nonproj.public.drawing import style
from nonproj.public.scores import signed
from nonproj.public.significance import Comparison
from studies.figures.orders import tests_of
from studies.plan.study.study import FigureSpec
from studies.values.partial_order import LEVELS
from studies.values.tests import Tests

CELL_HEIGHT = 0.36  # inches
LABEL_LETTERS = 75  # letters of labels that fit side by side
SLANT = 30  # degrees, for labels that do not fit
Pairs = Mapping[tuple[str, str], Comparison]


def draw_matrices(spec: FigureSpec, tests: Tests, names: Mapping[str, str]) -> Figure | None:
    """Draw a matrix for each treebank and metric; return None if there are no tests.

    Cells below the diagonal show row minus column, in points; cells above show p for the same pair.
    Cells are shaded if p < 0.05, and darker if p < 0.01."""
    systems = {item.address.system: item.label for item in spec.series}
    found = [
        (f"{style.shortened(label, 40)}: {title}", pairs)
        for name, label in names.items()
        for metric, title in spec.metrics.items()
        if (pairs := _pairs(spec, tests, name, metric))
    ]
    if not found:
        return None
    longest = max(map(len, systems.values()))
    slant = SLANT if longest * (len(systems) + 1) > LABEL_LETTERS else 0
    height = 0.75 + CELL_HEIGHT * (len(systems) + 1) + (0.03 * longest if slant else 0)
    figure, grid = style.panels(len(found), 1, height)
    for axes, (title, pairs) in zip(grid, found, strict=True):
        axes.set_title(title, weight="bold")
        present = {s: label for s, label in systems.items() if any(s in pair for pair in pairs)}
        _draw(axes, present, pairs, spec.test)
        for label in axes.get_xticklabels() if slant else ():
            label.set(rotation=slant, ha="left", rotation_mode="anchor")
    figure.supxlabel(spec.axis, size=9, color=style.SOFT)
    return figure


def _pairs(spec: FigureSpec, tests: Tests, treebank: str, metric: str) -> Pairs:
    """Return tests by pair, in both orders; of the possible splits, use the first with tests."""
    found = next(filter(None, tests_of(spec, tests, treebank, metric)), [])
    pairs = {(str(test.a), str(test.b)): test for test in found}
    return pairs | {pair[::-1]: test for pair, test in pairs.items()}


def _draw(axes, systems: Mapping[str, str], pairs: Pairs, kind: str) -> None:
    for i, row in enumerate(systems):
        for j, column in enumerate(systems):
            test = pairs.get((row, column))
            if test is None:
                continue
            p = test.p(kind)
            shade = (
                style.SHADES[3]
                if p < LEVELS[0]
                else style.SHADES[4]
                if p < LEVELS[1]
                else style.PAPER
            )
            axes.fill_between((j - 0.5, j + 0.5), i - 0.5, i + 0.5, color=shade, linewidth=0)
            text = _points(test, row) if i > j else _printed(p)
            weight = "bold" if i > j and p < LEVELS[1] else "normal"
            axes.text(j, i, text, ha="center", va="center", size=8, color=style.INK, weight=weight)
    n = len(systems)
    axes.set_xlim(-0.5, n - 0.5)
    axes.set_ylim(n - 0.5, -0.5)
    axes.set_xticks(range(n), systems.values(), size=8)
    axes.set_yticks(range(n), systems.values(), size=9)
    axes.xaxis.tick_top()
    axes.spines[:].set_visible(False)
    for edge in range(n + 1):
        axes.axhline(edge - 0.5, color=style.GRID, linewidth=0.6)
        axes.axvline(edge - 0.5, color=style.GRID, linewidth=0.6)


def _points(test: Comparison, row: str) -> str:
    """Return the score of the row's system minus the score of the other system, in points."""
    sign = 100 if str(test.a) == row else -100
    return signed(sign * test.difference)


def _printed(p: float) -> str:
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0")
