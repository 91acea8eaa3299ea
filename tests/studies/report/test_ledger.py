"""The ledger joins what the papers say with the verdicts, and leads to the tables they rest on."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from nonproj.results.values import Key
from studies.judge.verdicts import MEAN, Judgement, Verdict
from studies.papers.claims import catalogues
from studies.report.ledger import TOGETHER, ledger_of

NAMES = {"mine": "Mine", "yours": "Yours"}
SHOWN = Key("mine", "dev", "carreras+npa", metric="las")


def verdict(claim, treebank, judgement, evidence=(), stands_for=""):
    paper = {"BK": "bjorkelund-kuhn-2012", "NV": "nivre-2007"}[claim[:2]]
    return Verdict(claim, paper, treebank, stands_for, judgement, evidence=evidence)


@pytest.fixture
def ledger(studies):
    def ledger(*verdicts):
        chosen = [s for s in studies if s.id in ("bjorkelund-kuhn-2012", "nivre-2007")]
        return ledger_of(catalogues("src/studies/papers"), verdicts, chosen, NAMES)

    return ledger


def test_the_ledger_has_every_claim_of_the_studies_in_its_words(ledger):
    found = ledger()
    ids = [claim.id for claim in found.claims]
    assert {id[:2] for id in ids} == {"BK", "NV"}
    assert len(ids) == len(set(ids)) > 25
    assert found.claims[0].text.startswith("NPA LAS exceeds")
    assert {claim.outcome for claim in found.claims} == {Judgement.NOT_RUN}
    assert found.tally("nivre-2007") == ["12 not run"]
    some = ledger(verdict("NV01", "mine", Judgement.CONFIRMED, stands_for="conll09-czech"))
    assert some.tally("nivre-2007") == ["1 as claimed", "11 not run"]


def test_the_outcome_of_a_claim_is_that_of_the_mean_or_the_median_verdict(ledger):
    """A tie contradicts nothing and confirms nothing."""
    confirmed, as_claimed, against, contradicted, by_construction, untestable, not_run = Judgement

    def about(claim, *judgements, stands_for="conll09-czech"):
        return [verdict(claim, "mine", one, stands_for=stands_for) for one in judgements]

    found = ledger(
        *about("BK01", confirmed, contradicted),
        *about("BK02", contradicted, confirmed, confirmed, confirmed),
        *about("BK03", confirmed, not_run),
        *about("BK03", contradicted, contradicted, stands_for=""),
        *about("BK04", against, as_claimed, as_claimed),
        *about("BK05", by_construction),
        *about("BK06", contradicted, confirmed, confirmed, stands_for=""),
        *about("BK07", confirmed, confirmed),
        verdict("BK07", MEAN, against),
        *about("BK08", not_run, untestable),
    )
    assert [claim.outcome for claim in found.claims[:9]] == [
        *(against, confirmed, as_claimed, as_claimed, by_construction, not_run),
        *(against, untestable, not_run),
    ]
    ties = {
        (contradicted, against): against,
        (contradicted, as_claimed): against,
        (contradicted, confirmed): against,
        (against, confirmed): against,
        (as_claimed, confirmed): as_claimed,
        (contradicted, contradicted, confirmed): against,  # each of the first two decides
        (contradicted, contradicted, contradicted, confirmed): contradicted,
    }
    for judgements, outcome in ties.items():
        found = ledger(*about("BK01", *judgements))
        assert found.claims[0].outcome is outcome, judgements


def test_an_outcome_names_the_treebanks_and_the_kind_of_test_that_decide(ledger):
    confirmed, as_claimed, *_ = Judgement
    yours = SHOWN._replace(treebank="yours")
    found = ledger(
        replace(verdict("BK01", "mine", confirmed, [SHOWN], "a"), basis="exact"),
        replace(verdict("BK01", "yours", as_claimed, [yours]), basis="tested"),
        replace(verdict("BK02", MEAN, confirmed, [SHOWN, yours], "a"), basis="tested"),
        replace(verdict("BK02", "mine", as_claimed, [SHOWN], "a"), basis="tested"),
        replace(verdict("BK03", "", Judgement.NOT_TESTABLE), note="needs more"),
        replace(verdict("BK04", "mine", Judgement.NOT_RUN), note="missing: all"),
        replace(verdict("BK05", "mine", as_claimed, [SHOWN]), basis="tested"),
    ).claims
    assert [(claim.decided_by, claim.basis) for claim in found[:5]] == [
        ("Mine", "exact"),
        ("Mine; Yours together", "tested"),
        ("needs more", ""),
        ("", ""),
        ("", ""),
    ]


def test_verdicts_are_counted_by_study_and_site(ledger):
    found = ledger(
        verdict("BK01", "mine", Judgement.CONFIRMED),
        verdict("BK02", "mine", Judgement.CONFIRMED),
        verdict("BK02", "mine|yours", Judgement.CONTRADICTED),
        verdict("NV01", "concatenation", Judgement.CONFIRMED),
    )
    assert found.counts("bjorkelund-kuhn-2012", "mine") == {"confirmed": 2}
    assert found.counts("bjorkelund-kuhn-2012", TOGETHER) == {"contradicted": 1}
    assert found.counts("bjorkelund-kuhn-2012") == {"confirmed": 2, "contradicted": 1}
    assert found.counts("nivre-2007", TOGETHER) == {"confirmed": 1}
    sites = [j.site for claim in found.claims if claim.id == "BK02" for j in claim.judged]
    assert sites == ["Mine", "Mine, Yours"]


def test_evidence_leads_to_the_tables_that_show_it(ledger):
    found = ledger(
        verdict("BK01", "mine", Judgement.CONFIRMED, [SHOWN, SHOWN]),
        verdict("BK02", "mine", Judgement.CONFIRMED, [SHOWN._replace(metric="uas")]),
    )
    of_las, of_uas = (found.claims[i].judged[0].exhibits for i in (0, 1))
    assert of_las[0].study == "bjorkelund-kuhn-2012"
    assert of_las[0].title == "Encodings and approximation"
    assert [e.id for e in of_las] == ["T2", "threshold"]
    assert of_uas == (), "no table of theirs shows UAS"


def test_contradictions_with_a_test_come_before_others(ledger):
    def against(claim, treebank, relation, p=""):
        found = verdict(claim, treebank, Judgement.CONTRADICTED, stands_for="a")
        return replace(found, relation=relation, p=p)

    found = ledger(
        against("BK01", "mine", "las[train=90%](a) 1.00 > las(b) 2.00"),
        against("BK01", "yours", "las(a) 1.00 > las(b) 2.00, but longer"),
        against("BK02", "mine", "las[](a) 1.00 > las[](b) 2.00, p = 0.01", "0.01"),
        against("BK02", "yours", "n(a) 1 > n(b) 2"),
        verdict("BK03", "mine", Judgement.CONFIRMED),
    )
    tested, other = found.contradicted
    assert (tested.id, other.id) == ("BK02", "BK01")
    assert tested.plainest_contradiction.site == "Mine"


def test_a_contradicted_claim_names_its_stand_ins_and_deviations(ledger):
    found = ledger(
        replace(verdict("BK01", "mine", Judgement.CONTRADICTED, [SHOWN]), stands_for="a|b"),
        replace(verdict("BK01", "yours", Judgement.CONTRADICTED), stands_for="a|yours"),
        replace(verdict("BK02", "mine", Judgement.CONFIRMED, [SHOWN]), stands_for="a"),
    )
    falls, holds = found.claims[:2]
    assert falls.stand_ins == {"Mine": ["a", "b"]}
    assert holds.stand_ins == {}
    [exhibit, *_] = [(e.study, e.id) for e in falls.contradictions[0].exhibits]
    tags, mine, yours = (
        SimpleNamespace(id=name, only=only)
        for name, only in (("gold-tags", ()), ("mine", ("mine",)), ("yours", ("yours",)))
    )
    touching = {exhibit: [tags, mine, yours], ("other", "T1"): ["another"]}
    assert falls.differing(touching) == [tags, mine]
    assert holds.differing(touching) == []
