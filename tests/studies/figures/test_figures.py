"""Figures are well-formed, escaped, and the same bytes for the same values."""

import pickle
import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from inventions import measured
from inventions import pairwise as pairwise_test
from nonproj.drawing import style
from nonproj.drawing.differences import draw_forest
from nonproj.errors import NonprojError
from nonproj.results.values import Value, Values
from studies.figures import draw as figures
from studies.figures.curves import spread_apart
from studies.figures.matrix import draw_matrices
from studies.plan.study.load import load_studies
from studies.plan.treebanks.suite import SuiteTreebank
from studies.report.winners import with_winners
from studies.values.tests import Tests

SVG = "{http://www.w3.org/2000/svg}"
NOTHING = ["Nothing was measured."]


@pytest.fixture(scope="module")
def spec(study):
    return study("gomez-rodriguez-2018").figure("sentences")


@pytest.fixture(scope="module")
def curve(study):
    return study("nilsson-2009").figure("curve")


@pytest.fixture(scope="module")
def clustering(study):
    return study("nilsson-2009").figure("clustering")


def draw(spec, values=(), treebanks=(), tests=()):
    return figures.draw(spec, Values(values), treebanks, Tests(tests))


def covered(treebank, *shares):
    """The coverage of three classes of trees, 50 % if no shares are given."""
    place, setting = (treebank, "train"), ("level=sentence", "coverage", "percent")
    systems = zip(("projective", "mh4", "1ec"), shares or (50, 50, 50), strict=True)
    return [measured(*place, system, *setting, share, 100) for system, share in systems]


def texts(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def shown(*arguments, **tests):
    return texts(draw(*arguments, **tests))


def test_every_figure_names_its_series_and_treebanks_or_says_that_it_is_empty(
    studies, values, significance, suite
):
    shown_in = (with_winners(study, values) for study in studies)
    for spec in (spec for study in shown_in for spec in study.figures):
        found = shown(spec, values, suite.treebanks, significance)
        assert {spec.axis, *(series.label for series in spec.series)} <= set(found)
        assert any(text.startswith("<img src=x") for text in found), spec.id
        assert NOTHING[0] not in found
        assert shown(spec) == NOTHING


def test_a_figure_has_the_same_bytes_in_another_process(spec):
    rows = covered("t")
    code = (
        "import sys, pickle; arguments = pickle.loads(bytes.fromhex(sys.argv[1]));"
        "from studies.figures.draw import draw; sys.stdout.buffer.write(draw(*arguments))"
    )
    argument = pickle.dumps((spec, Values(rows))).hex()
    other = subprocess.run([sys.executable, "-c", code, argument], capture_output=True, check=True)
    assert other.stdout == draw(spec, rows)
    assert b"<dc:date>" not in other.stdout


def test_bars_of_a_complement_are_as_long_as_the_uncovered_share(spec):
    svg = draw(spec, covered("t", 60, 80, 90)).decode()
    lengths = []
    for colour in style.SERIES[:3]:
        path = re.search(rf'<path d="([^"]*)"[^>]*style="fill: {colour}"', svg).group(1)
        across = [float(x) for x in re.findall(r"[ML] ([\d.]+)", path)]
        lengths.append(max(across) - min(across))
    assert lengths[0] / lengths[2] == pytest.approx(4, abs=0.01)
    assert lengths[1] / lengths[2] == pytest.approx(2, abs=0.01)


def test_treebanks_without_all_series_are_left_out_and_long_names_are_shortened(spec):
    rows = covered("t") + covered("u")[1:2]
    found = shown(spec, rows, [SuiteTreebank("t", "x" * 99)])
    assert "x" * (style.LABEL_LENGTH - 1) + "…" in found
    assert "u" not in found
    stacked = replace(spec, complement=False, kind="stacked")
    assert "t" in shown(stacked, covered("t", 0, 0, 0)), "bars without length"


def test_themed_figures_share_no_ids_and_no_colours(spec):
    svg = draw(spec, covered("t"))
    one, two = style.themed(svg, "one"), style.themed(svg, "two")
    ids = [set(re.findall(r'\bid="([^"]+)"', text)) for text in (one, two)]
    assert not ids[0] & ids[1]
    referred = {a or b for a, b in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', one)}
    assert set() < referred <= ids[0]
    assert "var(--series-1)" in one
    assert not any(colour in one for colour in style.THEME)


def reduction(treebank, system, part, share, split="dev20"):
    setting = f"baseline=arc-eager+raw;of=uas;punctuation=exclude;train={part}"
    return measured(treebank, split, system, setting, "error-reduction", "percent", share, 100)


def curves(treebank, parts):
    systems = ("arc-eager", "arc-eager+head", "arc-eager+path", "arc-eager+headpath")
    return [
        reduction(treebank, system, f"{part}%", share + i)
        for i, system in enumerate(systems)
        for part, share in parts.items()
    ]


def line(svg, colour):
    """The corners of the line that has this colour."""
    pattern = rf'<path d="([^"]*)"[^>]*style="fill: none; stroke: {colour}; stroke-width: 1.5'
    path = re.search(pattern, svg).group(1)
    return [(float(x), float(y)) for x, y in re.findall(r"[ML] ([\d.]+) ([\d.]+)", path)]


def test_curves_run_along_their_item_whatever_the_order_of_values(curve):
    rows = curves("t", {100: 9, 20: 1, 40: 5})
    svg = draw(curve, rows[::-1]).decode()
    for colour in style.SERIES[:4]:
        points = line(svg, colour)
        assert len(points) == 3
        (x1, y1), (x2, y2), (x3, y3) = points
        assert (x3 - x2) / (x2 - x1) == pytest.approx(3, abs=0.01)
        assert y1 - y2 == pytest.approx(y2 - y3, abs=0.01)
        assert y1 > y2  # up, in an SVG
    named = {"20", "40", "100", "p0", "pHP", "t", curve.axis, curve.across.label}
    assert named <= set(texts(svg.encode()))


def test_curves_need_two_points_of_every_series_and_the_right_setting(curve):
    rows = curves("t", {100: 9, 20: 1})
    lacking = curves("u", {100: 9}), curves("u", {100: 9, 20: 1})[2:]
    for more in lacking:
        found = shown(curve, rows + more)
        assert "t" in found
        assert "u" not in found
    for other in (
        [replace(row, key=row.key.under("arcs=proj")) for row in rows],
        [replace(row, key=row.key._replace(split="train-cv10")) for row in rows],
    ):
        assert shown(curve, other) == NOTHING
    with pytest.raises(NonprojError, match="train=all is not a number"):
        draw(curve, [reduction("t", "arc-eager", "all", 1)])


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=6), st.floats(0.1, 20))
def test_labels_that_overlap_are_moved_apart_in_their_order(places, gap):
    moved = spread_apart(places, gap)
    order = sorted(range(len(places)), key=lambda i: places[i])
    assert all(moved[b] - moved[a] > gap - 1e-9 for a, b in pairwise(order))
    assert sum(moved) == pytest.approx(sum(places), abs=1e-6)

    assert spread_apart([5, 0, 9], 2) == [5, 0, 9], "labels that are apart stay"
    assert spread_apart([1, 1, 9], 2) == [0, 2, 9]


def orders(svg):
    """Number of solid and of dashed arrows; an arrow is a line with a head of its own."""
    text = svg.decode()
    shafts = re.findall(r'<path d="M [\d. ]+\s+Q [^"]*"[^>]*style="fill: none;([^"]*)"', text)
    return sum("dash" not in shaft for shaft in shafts), sum("dash" in shaft for shaft in shafts)


@pytest.fixture(scope="module")
def order(study):
    figure = study("kuhlmann-nivre-2010").figure("significance")
    systems = [item.address.system for item in figure.series]
    las = replace(figure, metrics={"las": "LAS"})

    def order(**p):
        """Tests of all pairs; those named are won by the second, with this p."""
        tests = [
            pairwise_test("t", "las", a, b, 10, 90, p.get(f"P{i}P{j}", 0.5))
            for (i, a), (j, b) in combinations(enumerate(systems), 2)
        ]
        return las, tests

    return order


def test_tests_of_more_than_four_systems_are_drawn_as_a_matrix(study):
    spec = study("bjorkelund-kuhn-2012").figure("order")
    (a, one), (b, other) = [(s.address.system, s.label) for s in spec.series[:2]]
    found = shown(spec, tests=[pairwise_test("t", "las", a, b, 10, 90, 0.02)])
    assert {one, other, "+8.00", ".020", "t: LAS", spec.axis} <= set(found)
    assert found.count("+8.00") == 1, "below the diagonal alone"
    turned = shown(spec, tests=[pairwise_test("t", "las", b, a, 10, 90, 0.02)])
    assert "−8.00" in turned


@pytest.mark.parametrize("letters", [2, 14, 15, 16, 25])
def test_labels_of_columns_of_a_matrix_do_not_overlap(order, letters):
    """Of slanted ones, lines of text are as far apart as they are high."""
    spec, tests = order(P0P1=0.009)
    series = [replace(s, label=s.label[:2].ljust(letters, "n")) for s in spec.series]
    with style.figure_style("order"):
        figure = draw_matrices(replace(spec, series=series), Tests(tests), {"t": "t"})
        figure.draw_without_rendering()
        labels = figure.axes[0].get_xticklabels()
        boxes = [label.get_window_extent() for label in labels]
        high = labels[0].get_fontsize() * figure.dpi / 72
    angle = np.deg2rad(labels[0].get_rotation())
    assert len(labels) == len(series)
    for one, other in pairwise(boxes):
        apart = one.x1 < other.x0 if angle == 0 else (other.x0 - one.x0) * np.sin(angle) > high
        assert apart


def test_dots_of_a_single_treebank_have_a_row_for_each_series(study):
    spec = study("bjorkelund-kuhn-2012").figure("las")
    rows = [
        Value(s.address.keys("t")[-1], "percent", 800 + i, 1000) for i, s in enumerate(spec.series)
    ]
    found = shown(spec, rows)
    assert {"t", "80", "80.1", *(s.label for s in spec.series)} <= set(found)
    both = shown(spec, rows + [replace(r, key=r.key._replace(treebank="u")) for r in rows])
    assert {"t", "u"} <= set(both)
    assert "80.1" not in both


def test_counts_below_points_are_the_smallest_of_all_series(clustering):
    rows = clustered(clustering, "t")
    rates = [row for row in rows if row.key.metric == "error-rate"]
    assert {row.denominator for row in rates} == {1000}
    fewer = replace(rates[-2], denominator=900)
    found = shown(clustering, [row for row in rows if row != rates[-2]] + [fewer])
    assert (found.count("900"), found.count("1000")) == (1, len(clustering.across.values) - 1)


@pytest.mark.parametrize(
    ("p", "solid", "dashed"),
    [
        ({}, 0, 0),
        ({"P0P1": 0.009, "P2P3": 0.04, "P0P3": 0.05}, 1, 1),
        ({"P0P1": 0.001, "P1P2": 0.001, "P0P2": 0.001}, 2, 0),  # the third follows from the others
    ],
)
def test_arrows_are_solid_or_dashed_by_their_level_in_any_order_of_the_tests(
    order, p, solid, dashed
):
    spec, tests = order(**p)
    svg = draw(spec, tests=tests)
    assert orders(svg) == (solid, dashed)
    assert {"P0", "P1", "P2", "P3", "LAS", "p < 0.01", "p < 0.05", "t"} <= set(texts(svg))
    assert ("no difference is significant" in texts(svg)) == (not p)
    assert draw(spec, tests=tests[::-1]) == svg


def test_a_partial_order_is_drawn_only_if_every_pair_was_tested(order):
    spec, tests = order(P0P1=0.001)
    for some in (
        tests[1:],
        [replace(test, split="test") for test in tests],
        [replace(test, setting=frozenset({"punctuation=exclude"})) for test in tests],
    ):
        assert shown(spec, tests=some) == NOTHING


@pytest.mark.parametrize("of_part", [False, True])
def test_rounding_errors_of_the_layout_do_not_change_the_bytes(of_part):
    """Neither of panels nor of parts of the figure that have panels."""

    def drawn(left):
        figure = Figure()
        part = figure.subfigures(1, 2, width_ratios=[left, 1])[1] if of_part else figure
        part.add_axes((0.1 if of_part else left, 0.1, 0.8, 0.8)).plot([1, 2])
        with style.figure_style("noise"):
            return style.as_svg(figure)

    assert drawn(0.1) == drawn(0.1 + 1e-13) != drawn(0.11)


# Machado, Oliveira & Fernandes (2009), table 1, complete absence of one kind of cones.
EYES = {
    "all cones": np.eye(3),
    "no green": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "no red": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
}


@pytest.mark.parametrize("eyes", EYES)
def test_colours_of_four_series_differ_for_readers_without_red_or_green_cones(eyes):
    """Distances in CIE L*a*b*, where 2.3 is just noticeable."""
    colours = []
    for name in style.SERIES[:4]:
        rgb = np.array([int(name[i : i + 2], 16) / 255 for i in (1, 3, 5)])
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        to_xyz = [[0.434, 0.376, 0.190], [0.213, 0.715, 0.072], [0.018, 0.109, 0.873]]
        x, y, z = np.cbrt(np.maximum(to_xyz @ (np.array(EYES[eyes]) @ linear), 0.009))
        colours.append(np.array([116 * y, 500 * (x - y), 200 * (y - z)]))
    assert min(np.linalg.norm(a - b) for a, b in combinations(colours, 2)) > 18


def clustered(spec, treebank, total=1000):
    """Error rates of 10 to 17 % of as many words each, out of 20 % in all; and the quotients."""
    rows = []
    for item in spec.series:
        key = (treebank, "test", item.address.system)
        plain = "labelled;punctuation=exclude;train=90%"
        rows.append(measured(*key, plain, "error-rate", "percent", total // 5, total))
        for i, value in enumerate([*spec.across.values, "1-2"]):
            setting = f"{plain};bin={value}"
            rate = (total * (10 + i) // 100, total)
            rows.append(measured(*key, setting, "error-rate", "percent", *rate))
            norm = (metric := "norm-error-rate", "percent-of-total-error", 5 * rate[0], total)
            assert metric == spec.series[0].address.metric
            rows.append(measured(*key, setting, *norm))
    return rows


def test_named_places_of_an_axis_are_evenly_spaced_in_the_order_given(clustering):
    svg = draw(clustering, clustered(clustering, "t")).decode()
    label = f"{clustering.across.label}; along the bottom: numbers of words"
    assert {*clustering.across.values, label} <= set(texts(svg.encode()))
    assert "1-2" not in texts(svg.encode())
    corners = line(svg, style.SERIES[0])
    steps = {round(b[0] - a[0], 2) for a, b in pairwise(corners)}
    assert len(corners) == 8
    assert max(steps) - min(steps) <= 0.02
    assert [y for _, y in corners] == sorted((y for _, y in corners), reverse=True)


def test_a_last_panel_shows_all_drawn_treebanks_together(clustering):
    rows = clustered(clustering, "t") + clustered(clustering, "u", 3000)
    incomplete = [row for row in clustered(clustering, "v") if row.key.system != "mst"]
    found = shown(clustering, rows + incomplete)
    assert "All (2 treebanks)" in found
    assert "v" not in found
    alone = shown(clustering, clustered(clustering, "t"))
    assert not any(text.startswith("All") for text in alone)


def test_some_of_many_named_places_are_labelled_and_always_the_last(study):
    spec = study("nilsson-2009").figure("voted.length")
    keys = [series.address.keys("t")[0]._replace(split="test") for series in spec.series]
    found = shown(spec, [
        key.under(f"length={value}").value("precision", 1, 2)
        for key in keys
        for value in spec.across.values
    ])  # fmt: skip
    labelled = [value for value in spec.across.values if value in found]
    assert labelled[-1] == ">15"
    assert 4 <= len(labelled) <= 8


def test_a_figure_of_ranks_needs_two_treebanks_with_all_systems():
    [study] = load_studies("src/studies/papers", ["since-2010"])
    ranks = study.figure("ranks")
    systems = [series.system for series in ranks.series]

    def values(*treebanks):
        return [
            measured(t, "test", s, "", "las", "percent", 50 + i, 100)
            for t in treebanks
            for i, s in enumerate(systems)
        ]

    assert shown(ranks, values("t")) == NOTHING
    partly = measured("v", "test", systems[0], "", "las", "percent", 99, 100)
    found = shown(ranks, [*values("t", "u"), partly])
    assert any(text.startswith("t; u. Critical difference ") for text in found)
    labels = [text for text in found if text in {series.label for series in ranks.series}]
    assert labels == [series.label for series in reversed(ranks.series)]  # the best comes first


def test_a_figure_outside_the_pages_follows_the_theme():
    """A dark screen has the page's dark colours; other programs show the light ones."""
    rows = pd.DataFrame([{"treebank": "x", "short": "x", "points": 1.0, "low": 0.0, "high": 2.0,
                          "significant": True}])  # fmt: skip
    light = style.svg_of("salt", lambda: draw_forest(rows))
    dark = style.with_dark_theme(light).decode()
    page = Path(style.__file__).parent / "templates" / "style.css"
    of_page = {*re.findall(r"#\w{6}", page.read_text(encoding="utf-8"))}
    ElementTree.fromstring(dark)
    rules = dict(re.findall(r'\[style\*="fill: (#\w+)"\] { fill: (#\w+) !important }', dark))
    assert rules.keys() == style.THEME.keys()
    assert not of_page & {*rules.values()}, "light colours"
    drawn = {*re.findall(r'style="[^"]*(#\w{6})', light.decode())}
    assert drawn <= rules.keys()
    assert "@media (prefers-color-scheme: dark)" in dark
