"""The committed verdicts are those that the committed values give."""

import pytest

from committed import RESULTS, ROOT
from nonproj.claims.verdicts import verdicts, write_verdicts
from nonproj.experiments.treebanks.provenance import stand_ins
from nonproj.results.significance.table import read_tests
from nonproj.results.values import read_values
from oracles.published_claims import CLAIMS

SMALL = [report for report in RESULTS if (report / "scores.csv").stat().st_size < 6_000_000]


@pytest.mark.parametrize("report", SMALL, ids=lambda report: report.name)
def test_verdicts_are_those_of_the_values(report, tmp_path):
    values = read_values(report / "measurements.csv", report / "scores.csv")
    tests = read_tests(report / "significance.csv")
    standing = stand_ins(ROOT / "data" / "stand-ins.tsv")
    write_verdicts(tmp_path / "claims.csv", verdicts(CLAIMS, values, tests, standing))
    again, committed = (
        (folder / "claims.csv").read_text(encoding="utf-8").splitlines()
        for folder in (tmp_path, report)
    )
    assert [row for row in again if row not in committed] == []
    assert len(again) == len(committed)
