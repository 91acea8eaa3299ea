"""The committed verdicts are those that the committed values give."""

from committed import PAPERS, ROOT
from nonproj.results.values import read_values
from oracles.published_claims import CLAIMS
from studies.judge.verdicts import verdicts, write_verdicts
from studies.plan.treebanks.provenance import stand_ins
from studies.values.tests import read_tests


def test_verdicts_are_those_of_the_values(tmp_path):
    values = read_values(PAPERS / "measurements.csv", PAPERS / "scores.csv")
    tests = read_tests(PAPERS / "significance.csv")
    standing = stand_ins(ROOT / "data" / "stand-ins.tsv")
    write_verdicts(tmp_path / "claims.csv", verdicts(CLAIMS, values, tests, standing))
    again, committed = (folder / "claims.csv" for folder in (tmp_path, PAPERS))
    texts = [path.read_text(encoding="utf-8") for path in (again, committed)]
    assert texts[0] == texts[1], "not those of the present claims: make publish SUITE=papers"
