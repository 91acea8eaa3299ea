"""The committed verdicts are about the committed values.

Their p-values may be over sentences, which only parses have; `test_recomputed_verdicts` checks what
follows from them."""

import csv
import re
import sys
from dataclasses import replace

from committed import FOLDERS, PAPERS, ROOT
from nonproj.results.values import read_values
from oracles.published_claims import CLAIMS
from studies.judge.verdicts import Judgement, read_verdicts, verdicts, write_verdicts
from studies.papers.claims import catalogues
from studies.plan.study.load import load_all
from studies.plan.treebanks.provenance import stand_ins
from studies.report.ledger import ledger_of
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


def test_verdicts_are_about_the_values(tmp_path):
    values = read_values(PAPERS / "measurements.csv", PAPERS / "scores.csv")
    tests = read_tests(PAPERS / "significance.csv")
    standing = stand_ins(ROOT / "data" / "stand-ins.tsv")
    write_verdicts(tmp_path / "claims.csv", verdicts(CLAIMS, values, tests, standing))
    again, committed = ([*facts(folder / "claims.csv")] for folder in (tmp_path, PAPERS))
    assert again == committed, "not those of the present claims: make publish SUITE=papers"


def test_the_level_of_the_thesis_leaves_what_is_confirmed():
    """docs/reproduction.md; the thesis tests at 0.01."""

    def outcomes(found):
        ledger = ledger_of(catalogues(FOLDERS), found, load_all(FOLDERS), {})
        return {claim.id: claim.outcome for claim in ledger.of("nilsson-2009")}

    found = [*read_verdicts(PAPERS / "claims.csv")]
    weaker = [
        replace(one, verdict=Judgement.AS_CLAIMED)
        if one.verdict is Judgement.CONFIRMED and any(float(p) >= 0.01 for p in one.p.split())
        else one
        for one in found
    ]
    at_five, at_one = outcomes(found), outcomes(weaker)
    confirmed = {name for name, of in at_five.items() if of is Judgement.CONFIRMED}
    assert len(confirmed) > 10
    assert confirmed == {name for name, of in at_one.items() if of is Judgement.CONFIRMED}
