"""The committed verdicts are those that the committed values give."""

from committed import PAPERS, ROOT
from nonproj.claims.verdicts import verdicts, write_verdicts
from nonproj.experiments.treebanks.provenance import stand_ins
from nonproj.results.significance.table import read_tests
from nonproj.results.values import read_values
from oracles.published_claims import CLAIMS


def test_verdicts_are_those_of_the_values(tmp_path):
    values = read_values(PAPERS / "measurements.csv", PAPERS / "scores.csv")
    tests = read_tests(PAPERS / "significance.csv")
    standing = stand_ins(ROOT / "data" / "stand-ins.tsv")
    write_verdicts(tmp_path / "claims.csv", verdicts(CLAIMS, values, tests, standing))
    again, committed = (folder / "claims.csv" for folder in (tmp_path, PAPERS))
    assert again.read_text(encoding="utf-8") == committed.read_text(encoding="utf-8")
