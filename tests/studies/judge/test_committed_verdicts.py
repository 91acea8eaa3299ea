"""The committed verdicts are about the committed values.

Their p-values may be over sentences, which only parses have; `test_recomputed_verdicts` checks what
follows from them."""

import csv
import re
import sys

from committed import PAPERS, ROOT
from nonproj.results.values import read_values
from oracles.published_claims import CLAIMS
from studies.judge.verdicts import verdicts, write_verdicts
from studies.plan.treebanks.provenance import stand_ins
from studies.values.tests import read_tests

WITHOUT_P = (
    *("claim", "paper", "treebank", "stands_for", "instances", "not_run"),
    *("relation", "evidence", "basis"),
)
csv.field_size_limit(sys.maxsize)


def facts(path):
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            row["relation"] = re.sub(r", p = [\d.e+-]+", "", row["relation"])
            yield {name: row[name] for name in WITHOUT_P}


def test_committed_verdicts_are_about_the_committed_values(tmp_path):
    values = read_values(PAPERS / "measurements.csv", PAPERS / "scores.csv")
    tests = read_tests(PAPERS / "significance.csv")
    standing = stand_ins(ROOT / "data" / "stand-ins.tsv")
    write_verdicts(tmp_path / "claims.csv", verdicts(CLAIMS, values, tests, standing))
    again, committed = ([*facts(folder / "claims.csv")] for folder in (tmp_path, PAPERS))
    assert again == committed, "not those of the present claims: make publish SUITE=papers"
