"""Figures are well-formed, escaped, and the same bytes for the same measurements."""

import pickle
import re
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from nonproj.evaluation.measurements import Measurement
from nonproj.reporting import figures
from nonproj.reporting.suite import SuiteTreebank

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def spec(studies):
    return studies[1].figure("sentences")


def covered(treebank, system, share):
    return Measurement(
        treebank, "train", system, "level=sentence", "coverage", "percent", share, 100
    )


def texts(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_every_figure_names_its_treebanks(studies, measurements, suite):
    for study in studies:
        for spec in study.figures:
            found = texts(figures.draw(spec, measurements, suite.treebanks))
            assert {series.label for series in spec.series} <= set(found)
            assert spec.axis in found
            assert any(text.startswith("<img src=x") for text in found), spec.id
            assert "Nothing was measured." not in found


def test_the_same_bytes_in_another_process(spec):
    rows = [covered("t", system, 70) for system in ("projective", "mh4", "1ec")]
    code = (
        "import sys, pickle; spec, rows = pickle.loads(bytes.fromhex(sys.argv[1]));"
        "from nonproj.reporting.figures import draw; sys.stdout.buffer.write(draw(spec, rows))"
    )
    argument = pickle.dumps((spec, rows)).hex()
    other = subprocess.run([sys.executable, "-c", code, argument], capture_output=True, check=True)
    assert other.stdout == figures.draw(spec, rows)
    assert b"<dc:date>" not in other.stdout


def test_bars_are_as_long_as_what_is_not_covered(spec):
    rows = [covered("t", s, share) for s, share in (("projective", 60), ("mh4", 80), ("1ec", 90))]
    svg = figures.draw(spec, rows).decode()
    lengths = []
    for colour in figures.SERIES[:3]:
        path = re.search(rf'<path d="([^"]*)"[^>]*style="fill: {colour}"', svg).group(1)
        across = [float(x) for x in re.findall(r"[ML] ([\d.]+)", path)]
        lengths.append(max(across) - min(across))
    assert lengths[0] / lengths[2] == pytest.approx(4, abs=0.01)
    assert lengths[1] / lengths[2] == pytest.approx(2, abs=0.01)


def test_treebanks_without_all_series_are_left_out(spec):
    rows = [covered("t", s, 50) for s in ("projective", "mh4", "1ec")] + [covered("u", "mh4", 50)]
    found = texts(figures.draw(spec, rows))
    assert "t" in found
    assert "u" not in found


def test_an_empty_figure_says_so(studies):
    for study in studies:
        for spec in study.figures:
            assert texts(figures.draw(spec, [])) == ["Nothing was measured."]


def test_long_names_are_shortened(spec):
    rows = [covered("t", s, 50) for s in ("projective", "mh4", "1ec")]
    found = texts(figures.draw(spec, rows, [SuiteTreebank("t", "x" * 99)]))
    assert "x" * (figures.LABEL_LENGTH - 1) + "…" in found


def test_themed_figures_share_no_ids_and_no_colours(spec):
    rows = [covered("t", s, 50) for s in ("projective", "mh4", "1ec")]
    svg = figures.draw(spec, rows)
    one, two = figures.themed(svg, "one"), figures.themed(svg, "two")
    ids = [set(re.findall(r'\bid="([^"]+)"', text)) for text in (one, two)]
    assert ids[0]
    assert not ids[0] & ids[1]
    assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', one)) != set()
    for pair in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', one):
        assert (pair[0] or pair[1]) in ids[0]
    assert "var(--series-1)" in one
    assert not any(colour in one for colour in figures.THEME)


def test_constant_values_can_be_drawn(studies):
    spec = replace(studies[1].figure("sentences"), complement=False, kind="stacked")
    rows = [covered("t", s, 0) for s in ("projective", "mh4", "1ec")]
    assert "t" in texts(figures.draw(spec, rows))
