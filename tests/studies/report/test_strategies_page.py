"""The table in docs/strategies.md has the scores and mean ranks of the committed report."""

import csv
import re
from collections import defaultdict
from functools import cache

import pytest

from committed import ROOT
from studies.values.ranks import critical_difference, mean_ranks

TREEBANKS = ("got", "hu", "el", "tr", "la", "vi", "perseus-la")
PAGE = (ROOT / "docs/strategies.md").read_text(encoding="utf-8")
SECTION = re.search(r"^## What to choose\n(.*?)^## ", PAGE, re.DOTALL | re.MULTILINE)[1]
ROW = re.compile(r"^\| `(.+?)` \| (.+) \|$", re.MULTILINE)
ROWS = ROW.findall(SECTION)
CODECS = dict(ROW.findall(PAGE[PAGE.index("## One tag per word") : PAGE.index("## Let several")]))


@cache
def scores(metric="las", setting=""):
    """{parser: {treebank: score}} on the test sets, from forms alone."""
    found = defaultdict(dict)
    with open(ROOT / "reports/published/parsers/scores.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            asked = (row["split"], row["setting"], row["metric"]) == ("test", setting, metric)
            if asked and row["treebank"].endswith("-forms"):
                name = row["treebank"].removeprefix("ud217-").removesuffix("-forms")
                share = int(row["numerator"]) / max(1, int(row["denominator"]))
                found[row["system"]][name] = 100 * share
    return found


OF_ALL = scores()
SCORES = {parser: of for parser, of in OF_ALL.items() if len(of) == len(TREEBANKS)}
RANKS = mean_ranks([[of[name] for of in SCORES.values()] for name in TREEBANKS])


@pytest.mark.parametrize(("parser", "cells"), ROWS)
def test_the_table_of_strategies_has_the_scores_and_ranks_of_the_report(parser, cells):
    of = OF_ALL[parser]
    printed = [f"{of[name]:.2f}" if name in of else "" for name in TREEBANKS]
    mean = rank = ""
    if parser in SCORES:
        mean = f"{sum(of[name] for name in TREEBANKS) / len(TREEBANKS):.2f}"
        rank = f"{RANKS[list(SCORES).index(parser)]:.1f}"
    assert [cell.strip() for cell in cells.split(" |")] == [*printed, mean, rank]


@pytest.mark.parametrize(("parser", "cells"), CODECS.items())
def test_the_table_of_codecs_has_the_scores_of_the_report(parser, cells):
    las, uas = OF_ALL[parser]["got"], scores("uas")[parser]["got"]
    crossing = (
        scores(metric, "arcs=nonproj;labelled")[parser]["got"] for metric in ("precision", "recall")
    )
    expected = f"{las:.2f}", f"{uas:.2f}", *(f"{share:.1f}" if share else "" for share in crossing)
    assert [cell.strip() for cell in cells.split(" |")] == [*expected]


def test_numbers_in_the_text_on_strategies_equal_those_of_the_report():
    assert f"{len(SCORES)} parsers without neural networks" in SECTION
    assert f"{critical_difference(len(SCORES), len(TREEBANKS)):.1f} apart" in SECTION
    graph = ("eisner", "mst", "carreras", "carreras+head", "carreras+npa")
    gains = [
        max(SCORES[parser][name] for parser in graph)
        - max(of[name] for parser, of in SCORES.items() if parser not in graph)
        for name in TREEBANKS
    ]
    best = max(OF_ALL[name]["got"] for name in CODECS)
    assert f"`tagging-7bit`, scores {best:.2f}" in SECTION
    assert f"{OF_ALL['biaffine']['got'] - best:.2f} points below" in SECTION
    assert f"by {min(gains):.2f} to {max(gains):.2f} points" in SECTION
