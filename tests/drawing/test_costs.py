"""Accuracy against costs: what is joined by the line, and which side is cheap."""

import math
from itertools import pairwise

import pandas as pd
import pytest

from nonproj.drawing.costs import SPEEDS, TRAININGS, draw_costs
from nonproj.drawing.style import figure_style


def parsers(*rows, treebank="mine", setting=""):
    columns = ["parser", "las", "training", "speed"]
    text = {"treebank": treebank, "split": "test", "setting": setting}
    return pd.DataFrame(rows, columns=columns).assign(**text)


RESULTS = parsers(
    ("good", 90, 100, 10),
    ("quick", 80, 1, 1000),
    ("poor", 70, 50, 100),
    ("late", 85, None, 100),
)


def drawn(cost, results=RESULTS, others=None):
    with figure_style("costs"):
        return draw_costs(results, {"mine": "Mine"}, cost, others)


def joined(figure):
    [line] = figure.axes[0].lines
    return [tuple(map(float, point)) for point in line.get_xydata()]


def test_the_line_of_the_best_parsers_has_the_cheap_ones_on_the_right():
    """Programs of others that do not train are in the picture of speeds alone."""
    others = parsers(("theirs", 80, math.nan, 50))
    for cost, points, inverted, shown in (
        (SPEEDS, [(10, 90), (100, 85), (1000, 80)], False, True),
        (TRAININGS, [(100, 90), (1, 80)], True, False),  # how long `late` takes is not known
    ):
        axes = drawn(cost).axes[0]
        assert joined(drawn(cost)) == points
        assert axes.xaxis_inverted() == inverted
        texts = [text.get_text() for text in drawn(cost, others=others).axes[0].texts]
        assert ("theirs" in texts) == shown
    assert drawn(SPEEDS, RESULTS[:2]) is None, "two parsers give no picture"


def test_parsers_that_learned_from_other_data_are_in_a_panel_of_their_own():
    """Programs of others learn from all of it."""
    both = pd.concat([RESULTS, RESULTS.assign(setting="train=90%")])
    figure = drawn(SPEEDS, both, parsers(("theirs", 80, 1, 50)))
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        "Mine, test",
        "Mine, test, trained on 90 %",
    ]
    texts = [[text.get_text() for text in axes.texts] for axes in figure.axes]
    assert [names.count("good") for names in texts] == [1, 1]
    assert ["theirs" in names for names in texts] == [True, False]


@pytest.mark.parametrize("fastest", [9.9, 10, 29, 49, 50, 99, 100, 299, 300, 5000])
def test_labels_of_ticks_do_not_overlap(fastest):
    rows = ("a", 90, 1, 300), ("b", 80, 1, fastest * 300), ("c", 70, 1, fastest * 300)
    results = pd.concat([parsers(*rows, treebank=treebank) for treebank in ("one", "two")])
    with figure_style("costs"):
        figure = draw_costs(results, {"one": "One", "two": "Two"}, SPEEDS)
        boxes = [
            [
                label.get_window_extent()
                for place, label in zip(axes.get_xticks(), axes.get_xticklabels(), strict=True)
                if axes.get_xlim()[0] <= place <= axes.get_xlim()[1]
            ]
            for axes in figure.axes
        ]
    for of_panel in boxes:
        assert len(of_panel) > 1
        assert all(a.x1 + 1 < b.x0 for a, b in pairwise(of_panel))
