"""Drawings of trees."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.drawing.tree import MARK, draw_before_and_after, draw_sentence
from nonproj.errors import NonprojError

GOLD = (
    "1\tWhat\t_\tP\tP\t_\t3\tobj\t_\t_\n2\tdid\t_\tV\tV\t_\t0\troot\t_\t_\n"
    "3\tsee\t_\tV\tV\t_\t2\tx<comp\t_\t_\n\n"
)


def arcs(svg):
    return [line for line in svg.splitlines() if line.startswith("<path")]


def test_a_drawn_sentence_has_its_words_and_labels_and_dashes_wrong_arcs():
    gold = parse_treebank(GOLD.encode())
    svg = draw_sentence(gold, 1)
    texts = ["".join(t.itertext()) for t in ElementTree.fromstring(svg).iter() if "text" in t.tag]
    assert {"What", "did", "see", "obj", "root", "x<comp"} <= {*texts}
    assert [MARK in arc for arc in arcs(svg)] == [True, False, False]
    height = float(re.search(r'height="([0-9.]+)"', svg)[1])
    ys = [float(y) for arc in arcs(svg) for y in re.findall(r"-?[0-9.]+ (-?[0-9.]+)", arc)]
    assert 0 <= min(ys) < max(ys) <= height
    parse = parse_treebank(GOLD.replace("\t3\tobj", "\t2\tobj").encode())
    drawn = arcs(draw_sentence(gold, 1, parse))
    assert ["dasharray" in arc for arc in drawn] == [False] * 3 + [True, False, False]
    with pytest.raises(NonprojError, match=r"sentence 2 outside 1\.\.1"):
        draw_sentence(gold, 2)
    text = GOLD.replace("What", "a\ufffe<").replace("root", "b\uffff")  # which XML forbids
    svg = draw_sentence(parse_treebank(text.encode()), 1)
    assert {"a\ufffd<", "b\ufffd"} <= {each.text for each in ElementTree.fromstring(svg).iter()}


def test_a_tree_is_drawn_above_its_transformation():
    before = parse_treebank(GOLD.encode())
    after = before.with_trees(np.array([-1, 2, 0, 2]), before.deprel)
    svg = draw_before_and_after(before, after, 1)
    assert ["dasharray" in arc for arc in arcs(svg)] == [False] * 3 + [True, False, False]
    words = [t.text for t in ElementTree.fromstring(svg).iter() if t.text == "see"]
    assert len(words) == 2
    single = float(re.search(r'height="([0-9.]+)"', draw_sentence(before, 1))[1])
    assert float(re.search(r'height="([0-9.]+)"', svg)[1]) > 1.5 * single
    shift = float(re.search(r"translate\(0 ([0-9]+)\)", svg)[1])
    assert shift == pytest.approx(single, abs=1)
