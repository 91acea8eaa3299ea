"""The table in docs/strategies.md has the scores and mean ranks of the committed report."""

import csv
import re
from collections import defaultdict

import pytest

from committed import ROOT
from nonproj.results.significance.ranks import critical_difference, mean_ranks

TREEBANKS = ("got", "hu", "el", "tr", "la", "vi", "perseus-la")
PAGE = (ROOT / "docs/strategies.md").read_text(encoding="utf-8")
SECTION = re.search(r"^## What to choose\n(.*?)^## ", PAGE, re.DOTALL | re.MULTILINE)[1]
ROWS = re.findall(r"^\| `(.+?)` \| (.+) \|$", SECTION, re.MULTILINE)


def scores(report):
    """{parser: {treebank: LAS}} on the test sets."""
    found = defaultdict(dict)
    with open(ROOT / f"reports/published/{report}/scores.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if (row["split"], row["setting"], row["metric"]) == ("test", "", "las"):
                name = row["treebank"].removeprefix("ud217-").removesuffix("-forms")
                share = int(row["numerator"]) / int(row["denominator"])
                found[row["system"]][name] = 100 * share
    return found


OF_ALL = scores("since-2010")
SCORES = {parser: of for parser, of in OF_ALL.items() if len(of) == len(TREEBANKS)}
RANKS = mean_ranks([[of[name] for of in SCORES.values()] for name in TREEBANKS])


@pytest.mark.parametrize(("parser", "cells"), ROWS)
def test_rows(parser, cells):
    of = SCORES.get(parser) or scores("ud217")[parser]
    printed = [f"{of[name]:.2f}" if name in of else "" for name in TREEBANKS]
    mean = rank = ""
    if parser in SCORES:
        mean = f"{sum(of[name] for name in TREEBANKS) / len(TREEBANKS):.2f}"
        rank = f"{RANKS[list(SCORES).index(parser)]:.1f}"
    assert [cell.strip() for cell in cells.split(" |")] == [*printed, mean, rank]


def test_what_the_text_says():
    assert f"{len(SCORES)} parsers without neural networks" in SECTION
    assert f"{critical_difference(len(SCORES), len(TREEBANKS)):.1f} apart" in SECTION
    graph = ("eisner", "mst", "carreras", "carreras+head", "carreras+npa")
    gains = [
        max(SCORES[parser][name] for parser in graph)
        - max(of[name] for parser, of in SCORES.items() if parser not in graph)
        for name in TREEBANKS
    ]
    tagged = OF_ALL["tagging-2planar"]["got"]
    assert f"scores {tagged:.2f}" in SECTION
    assert f"{scores('ud217')['biaffine']['got'] - tagged:.2f} points below" in SECTION
    assert f"by {min(gains):.2f} to {max(gains):.2f} points" in SECTION
