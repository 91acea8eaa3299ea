"""The ledger joins what the papers say with the verdicts, and leads to the tables they rest on."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from nonproj.claims.verdicts import Judgement, Verdict, write_verdicts
from nonproj.reporting.ledger import TOGETHER, read_ledger

NAMES = {"mine": "Mine", "yours": "Yours"}
SHOWN = ("mine", "dev", "carreras+npa", "", "las")


def verdict(claim, treebank, judgement, evidence=(), stands_for=""):
    paper = {"BK": "bjorkelund-kuhn-2012", "NV": "nivre-2007"}[claim[:2]]
    return Verdict(claim, paper, treebank, stands_for, judgement, evidence=evidence)


@pytest.fixture
def ledger(studies, tmp_path):
    def ledger(*verdicts):
        path = tmp_path / "claims.csv"
        write_verdicts(path, verdicts)
        chosen = [s for s in studies if s.id in ("bjorkelund-kuhn-2012", "nivre-2007")]
        return read_ledger("data/published/claims.csv", path, chosen, NAMES)

    return ledger


def test_every_claim_of_the_studies_is_there_in_its_words(ledger):
    found = ledger()
    ids = [claim.id for claim in found.claims]
    assert {id[:2] for id in ids} == {"BK", "NV"}
    assert len(ids) == len(set(ids)) > 25
    assert found.claims[0].text.startswith("NPA LAS exceeds")
    assert {claim.outcome for claim in found.claims} == {"not tested"}


def test_claims_are_contradicted_confirmed_or_untested(ledger):
    found = ledger(
        verdict("BK01", "mine", Judgement.HOLDS, stands_for="conll09-czech"),
        verdict("BK01", "yours", Judgement.CONTRADICTED, stands_for="conll09-german"),
        verdict("BK02", "mine", Judgement.CONTRADICTED, stands_for="conll09-czech"),
        verdict("BK02", "yours", Judgement.NOT_SIGNIFICANT),
        verdict("BK03", "mine", Judgement.HOLDS),
        verdict("BK03", "yours", Judgement.NOT_RUN),
        verdict("BK04", "mine", Judgement.NOT_SIGNIFICANT),
        verdict("BK05", "mine", Judgement.BY_CONSTRUCTION),
        verdict("BK06", "mine", Judgement.CONTRADICTED),
        verdict("BK07", "mine", Judgement.CONTRADICTED, stands_for="conll09-czech"),
        verdict("BK07", "yours", Judgement.NOT_SIGNIFICANT, stands_for="conll09-german"),
    )
    assert [claim.outcome for claim in found.claims[:8]] == [
        *("undecided", "contradicted", "confirmed", "undecided", "by construction"),
        *("undecided", "contradicted", "not tested"),
    ]


def test_counts_by_study_and_site(ledger):
    found = ledger(
        verdict("BK01", "mine", Judgement.HOLDS),
        verdict("BK02", "mine", Judgement.HOLDS),
        verdict("BK02", "mine|yours", Judgement.CONTRADICTED),
        verdict("NV01", "concatenation", Judgement.HOLDS),
    )
    assert found.counts("bjorkelund-kuhn-2012", "mine") == {"holds": 2}
    assert found.counts("bjorkelund-kuhn-2012", TOGETHER) == {"contradicted": 1}
    assert found.counts("bjorkelund-kuhn-2012") == {"holds": 2, "contradicted": 1}
    assert found.counts("nivre-2007", TOGETHER) == {"holds": 1}
    sites = [j.site for claim in found.claims if claim.id == "BK02" for j in claim.judged]
    assert sites == ["Mine", "Mine, Yours"]


def test_evidence_leads_to_the_tables_that_show_it(ledger):
    found = ledger(
        verdict("BK01", "mine", Judgement.HOLDS, [SHOWN, SHOWN]),
        verdict("BK02", "mine", Judgement.HOLDS, [("mine", "dev", "carreras+npa", "", "uas")]),
    )
    of_las, of_uas = (found.claims[i].judged[0].exhibits for i in (0, 1))
    assert (of_las[0].study, of_las[0].title) == (
        "bjorkelund-kuhn-2012",
        "Encodings and approximation",
    )
    assert [e.id for e in of_las] == ["T2", "threshold"]
    assert of_uas == (), "no table of theirs shows UAS"


def test_why_it_may_differ(ledger):
    found = ledger(
        replace(verdict("BK01", "mine", Judgement.CONTRADICTED, [SHOWN]), stands_for="a|b"),
        replace(verdict("BK01", "yours", Judgement.CONTRADICTED), stands_for="a|yours"),
        replace(verdict("BK02", "mine", Judgement.HOLDS, [SHOWN]), stands_for="a"),
    )
    falls, holds = found.claims[:2]
    assert falls.stand_ins == {"Mine": ["a", "b"]}
    assert holds.stand_ins == {}
    [exhibit, *_] = [(e.study, e.id) for e in falls.contradictions[0].exhibits]
    tags = SimpleNamespace(id="gold-tags")
    assert falls.differing({exhibit: [tags], ("other", "T1"): ["another"]}) == [tags]
    assert holds.differing({exhibit: [tags]}) == []
