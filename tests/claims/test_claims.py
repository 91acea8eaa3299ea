"""Claims: every one of the catalogue is computed or says why it is not, and as it says."""

import csv
import math
import re
import sys
from dataclasses import replace
from statistics import NormalDist

import pytest

from nonproj.claims.catalogue import ELSEWHERE, Study, load_claims
from nonproj.claims.relations import (
    ClaimError,
    Metric,
    System,
    Treebank,
    identity,
    name_all,
    significant,
    tied,
)
from nonproj.claims.verdicts import (
    CONCATENATION,
    Judgement,
    about_seconds,
    verdicts,
    write_verdicts,
)
from nonproj.evaluation.significance.paired_tests import mcnemar_of_counts
from nonproj.evaluation.significance.table import PairwiseTest
from nonproj.evaluation.significance.table import Tests as TableOfTests
from nonproj.evaluation.values import Key, Subject, Value, Values, items_of
from oracles.published_claims import CLAIMS, ROOT, ROWS

A, B = System("arc-eager"), System("arc-standard")
czech, german = Treebank("conll09-czech"), Treebank("conll09-german")
las, uas = Metric("las", "dev"), Metric("uas", "dev")
name_all({"A": A, "B": B, "czech": czech, "german": german, "las": las, "uas": uas})
a, b = A.variant, B.variant


def test_every_claim_is_computed_or_says_why_it_is_not():
    assert [claim.id for claim in CLAIMS] == list(ROWS)
    assert len(ROWS) == 176
    for claim in CLAIMS:
        reasons = claim.untestable, claim.undone, claim.proved
        assert claim.cases or claim.across or any(reasons), claim.id


def test_what_open_treebanks_cannot_test_is_not_tested_on_them():
    stand_in = {"ours": {"published": "|".join(_every_published())}}
    values = Values([row("ours", "blend", "las", 1, 2, split="test")])
    untestable = [claim for claim in CLAIMS if ROWS[claim.id]["testable_on_ud"] == "no"]
    assert len(untestable) == 10
    for verdict in verdicts(untestable, values, TableOfTests(), stand_in):
        assert verdict.verdict is Judgement.NOT_TESTABLE, verdict
        assert verdict.note


@pytest.mark.parametrize(
    ("restoring", "verdict"), [(1, Judgement.HOLDS), (30, Judgement.CONTRADICTED)]
)
def test_claims_about_seconds_are_judged_where_times_were_measured(restoring, verdict):
    (claim,) = about_seconds(CLAIMS)
    assert claim.id == "NI32"
    times = [
        row("ours", "arc-eager+head", metric, seconds, 10, split="dev20", unit="seconds")
        for metric, seconds in (("time-s", 100), ("restoring-time-s", restoring))
    ]
    origin = {"ours": {"published": "", "origin": "artificial"}}
    (found,) = verdicts([claim], Values(times), None, origin)
    assert (found.verdict, found.not_run) == (verdict, 2)
    unmeasured = Values([row("ours", "gold", "n-tokens", 1, 1, split="train", unit="count")])
    assert verdicts([claim], unmeasured, None, {})[0].verdict is Judgement.NOT_RUN


def test_without_runs_nothing_holds():
    values = Values([row("ours", "gold", "n-tokens", 1, 1, split="train", unit="count")])
    rows = verdicts(CLAIMS, values, TableOfTests(), {})
    assert {row.claim for row in rows} == set(ROWS)
    assert {row.claim for row in rows if row.verdict is Judgement.BY_CONSTRUCTION} == {
        *("GR20", "GR21", "NI29"),
    }
    assert {row.verdict for row in rows} == {
        *(Judgement.NOT_RUN, Judgement.NOT_DONE, Judgement.NOT_TESTABLE, Judgement.BY_CONSTRUCTION),
    }
    assert all(row.note for row in rows)


def row(treebank, system, metric, numerator, denominator, setting="", split="dev", unit="percent"):
    key = Key(treebank, split, system, items_of(setting), metric)
    return Value(key, unit, numerator, denominator)


def pair(treebank, a, b, only_a, only_b, metric="las", split="dev", setting="", p=None):
    p = mcnemar_of_counts(only_a, only_b).p if p is None else p
    correct = 500 + only_a, 500 + only_b
    key = treebank, split, items_of(setting), metric, Subject.of(a), Subject.of(b)
    return PairwiseTest(*key, *correct, 1000, only_a, only_b, p, p, 1.0, p, -0.1, 0.1)


@pytest.fixture
def load(tmp_path):
    """Load the claims of a made-up study about the treebanks of KN."""

    def loaded(study, about="conll09-czech"):
        catalogue = tmp_path / "claims.csv"
        with open(catalogue, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "paper", "treebanks", "testable_on_ud"])
            writer.writerows([name, "study", about, "yes"] for name in study.claims)
        return load_claims(catalogue, [study])

    return loaded


@pytest.fixture
def claims_of(load):
    """Claims XX01, XX02, ..., each given by its relations or by these and its options."""

    def claims(*given, **study):
        made_up = Study("study", **study)
        for number, claim in enumerate(given, 1):
            relations, options = claim if isinstance(claim, tuple) else (claim, {})
            made_up.claim(f"XX{number:02}", relations, **options)
        return load(made_up)

    return claims


def judged(claims, values, tests=(), stand_ins=None):
    return verdicts(claims, Values(values), TableOfTests(tests), stand_ins or {})


def judge(claims, values, tests=(), stand_ins=None):
    return {found.treebank: found for found in judged(claims, values, tests, stand_ins)}


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_an_identity_of_counts_holds_exactly_or_not_at_all(off):
    """KN03 with shares that no float holds."""
    values = [
        row("x", "arc-standard", "uem", 200 + off, 300, "oracle"),
        row("x", "gold", "pct-nonproj-sentences", 100, 300),
    ]
    found = judge([claim for claim in CLAIMS if claim.id == "KN03"], values)["x"]
    assert found.verdict is (Judgement.CONTRADICTED if off else Judgement.BY_CONSTRUCTION)
    assert found.evidence == "x,arc-standard,oracle,dev,uem x,gold,,dev,pct-nonproj-sentences"


@pytest.mark.parametrize(
    ("of_a", "of_b", "p", "verdict"),
    [
        (8, 6, 0.01, Judgement.HOLDS),
        (8, 6, 0.06, Judgement.NOT_SIGNIFICANT),
        (6, 6, 1.0, Judgement.NOT_SIGNIFICANT),
        (6, 8, 0.06, Judgement.NOT_SIGNIFICANT),
        (6, 8, 0.04, Judgement.CONTRADICTED),
    ],
)
def test_a_difference_needs_its_test(claims_of, of_a, of_b, p, verdict):
    claims = claims_of(significant(las(A) > las(B)))
    values = [row("x", a, "las", of_a, 10), row("x", b, "las", of_b, 10)]
    found = judge(claims, values, [pair("x", b, a, of_b, of_a, p=p)])["x"]
    assert found.verdict is verdict
    untested = judge(claims, values)["x"].verdict
    assert untested is (Judgement.NOT_RUN if of_a > of_b else Judgement.NOT_SIGNIFICANT), (
        "only a difference that is there needs a test; ten words alone contradict nothing"
    )


def test_level_and_test_are_those_of_the_claim(claims_of):
    relation = significant(las(A) > las(B))
    values = [row("x", a, "las", 8, 10), row("x", b, "las", 6, 10)]
    test = pair("x", a, b, 8, 6, p=0.01)
    tests = [PairwiseTest(**vars(test) | {"p_t": 0.2, "p_holm": 0.04})]
    strict, lenient = judged(claims_of((relation, {"level": 0.001}), relation), values, tests)
    (by_t,) = judged(claims_of(relation, test="t"), values, tests)
    assert [found.verdict for found in (strict, lenient, by_t)] == [
        Judgement.NOT_SIGNIFICANT,
        Judgement.HOLDS,
        Judgement.NOT_SIGNIFICANT,
    ]


def test_one_failing_relation_contradicts_more_than_there_are_exceptions(claims_of):
    relations = [las(A) > 50, las(A) > 70, las(A) > 90]
    claims = claims_of(
        relations,
        (relations, {"exceptions": 1}),
        relations[:2],
        [*relations, las(B) > 0],
        [*relations[:2], las(B) > 0],
        ([*relations[:2], las(B) > 0], {"of_those_run": True}),
    )
    found = judged(claims, [row("x", a, "las", 8000, 10000)])
    assert [(one.verdict, one.held, one.instances, one.not_run) for one in found] == [
        (Judgement.CONTRADICTED, 2, 3, 0),
        (Judgement.HOLDS, 2, 3, 0),
        (Judgement.HOLDS, 2, 2, 0),
        (Judgement.CONTRADICTED, 2, 4, 1),
        (Judgement.NOT_RUN, 2, 3, 1),
        (Judgement.HOLDS, 2, 3, 1),
    ]


def test_a_ratio_of_nothing_is_not_testable(claims_of):
    found = judge(claims_of(las(A) > 50), [row("x", a, "las", 0, 0)])["x"]
    assert found.verdict is Judgement.NOT_TESTABLE
    assert "0 of 0" in found.note


def test_a_claim_with_a_condition_is_made_only_where_it_holds(claims_of):
    claims = claims_of((las(A) > 50, {"where": las(B) > 50}))
    values = [row(t, a, "las", 8, 10) for t in "xy"]
    values += [row("x", b, "las", 6, 10), row("y", b, "las", 4, 10)]
    found = judge(claims, values)
    assert found["x"].verdict is Judgement.HOLDS
    assert found["y"].verdict is Judgement.NOT_TESTABLE
    assert found["y"].note == "does not apply: it is not so that las(B) [40] > 50"


def test_stand_ins_and_other_treebanks(claims_of):
    claims = claims_of(
        las(A) > 50, {czech: las(A) > 50}, {czech: las(A) > 50, ELSEWHERE: las(A) < 50}
    )
    values = [row("got", a, "las", 8, 10), row("tr", a, "las", 8, 10)]
    stand_ins = {"got": {"published": "conll06-czech-pdt|conll09-czech"}}
    every, cases, otherwise = (judge([c], values, (), stand_ins) for c in claims)
    assert [(t, v.stands_for) for t, v in every.items()] == [("got", "conll09-czech"), ("tr", "")]
    assert [v.verdict for v in every.values()] == [Judgement.HOLDS] * 2
    assert [v.verdict for v in cases.values()] == [Judgement.HOLDS, Judgement.NOT_TESTABLE]
    assert [v.verdict for v in otherwise.values()] == [Judgement.HOLDS, Judgement.CONTRADICTED]


def test_relations_between_treebanks_use_the_original_before_its_stand_in(claims_of):
    claims = claims_of(las(A, czech) > las(A, german))
    stand_ins = {
        "got": {"published": "conll09-czech"},
        "pt": {"published": "conll09-german"},
    }
    values = [row("got", a, "las", 600, 1000), row("pt", a, "las", 700, 1000)]
    (found,) = judged(claims, values, (), stand_ins)
    assert (found.treebank, found.verdict) == ("got|pt", Judgement.CONTRADICTED)
    original = row("conll09-czech", a, "las", 800, 1000)
    (found,) = judged(claims, [*values, original], (), stand_ins)
    assert (found.treebank, found.verdict) == ("conll09-czech|pt", Judgement.HOLDS)
    (found,) = judged(claims, values[:1], (), stand_ins)
    assert found.verdict is Judgement.NOT_RUN
    assert "conll09-german" in found.note


def test_predicted_tags_do_not_change_what_a_treebank_stands_for(claims_of):
    claims = claims_of({czech: las(A) > 50}, las(A, czech) > las(A, german))
    stand_ins = {
        "got": {"published": "conll09-czech"},
        "pt": {"published": "conll09-german"},
    }
    values = [row(f"{name}-jackknifed", a, "las", n, 10) for name, n in (("got", 9), ("pt", 8))]
    each, _, across = judged(claims, values, (), stand_ins)
    assert (each.treebank, each.stands_for) == ("got-jackknifed", "conll09-czech")
    assert each.verdict is Judgement.HOLDS
    assert (across.treebank, across.verdict) == ("got-jackknifed|pt-jackknifed", Judgement.HOLDS)
    (_, _, across) = judged(claims, [*values, row("pt", a, "las", 7, 10)], (), stand_ins)[-3:]
    assert across.treebank == "got-jackknifed|pt"


@pytest.mark.parametrize(
    ("words", "verdict"), [(100, Judgement.NOT_SIGNIFICANT), (10_000, Judgement.CONTRADICTED)]
)
def test_what_chance_explains_contradicts_nothing(claims_of, words, verdict):
    """Four values without a test: their errors add up."""
    claims = claims_of(las(A) - las(B) > uas(A) - uas(B), las(A) > 66)
    counts = {("las", a): 64, ("las", b): 60, ("uas", a): 76, ("uas", b): 70}
    values = [
        row("x", system, metric, count * words // 100, words)
        for (metric, system), count in counts.items()
    ]
    assert [found.verdict for found in judged(claims, values)] == [verdict] * 2


def test_facts_are_no_matter_of_chance(claims_of):
    covered = Metric("coverage", "dev", system="mh4")
    (found,) = judged(claims_of(covered() > 66), [row("x", "mh4", "coverage", 64, 100)])
    assert found.verdict is Judgement.CONTRADICTED


@pytest.mark.parametrize(
    ("relation", "verdict"),
    [
        (las(A) == 80, Judgement.HOLDS),
        (identity(las(A) == 80), Judgement.BY_CONSTRUCTION),
        (identity(las(A) == 70), Judgement.CONTRADICTED),
        (Metric("coverage", "dev", system="mh4")() > 60, Judgement.BY_CONSTRUCTION),
    ],
)
def test_what_holds_by_construction_or_by_design_counts_apart(claims_of, relation, verdict):
    values = [row("x", a, "las", 8, 10), row("x", "mh4", "coverage", 64, 100)]
    stand_ins = {"x": {"published": "conll09-czech", "origin": "artificial"}}
    (found,) = judged(claims_of(relation), values, (), stand_ins)
    assert found.verdict is verdict
    mixed = claims_of([relation, las(A) > 50])
    (found,) = judged(mixed, values, (), stand_ins)
    assert found.verdict is (verdict if verdict is Judgement.CONTRADICTED else Judgement.HOLDS)


@pytest.mark.parametrize(
    ("only_a", "only_b", "total", "verdict"),
    [
        (100, 60, 10_000, Judgement.CONTRADICTED),  # significant
        (12, 8, 10_000, Judgement.HOLDS),
        (12, 8, 100, Judgement.NOT_SIGNIFICANT),  # 4 points, not significant, but not alike
        (0, 0, 100, Judgement.HOLDS),
    ],
)
def test_a_tie_needs_equivalence(claims_of, only_a, only_b, total, verdict):
    test = pair("x", a, b, only_a, only_b)
    test = replace(test, correct_a=50 + only_a, correct_b=50 + only_b, total=total)
    values = [row("x", a, "las", test.correct_a, total), row("x", b, "las", test.correct_b, total)]
    (found,) = judged(claims_of(tied(las(A), las(B))), values, [test])
    assert found.verdict is verdict
    assert len(found.p.split()) == len(found.p_holm.split()) == 2
    assert "within 0.50" in found.relation


def test_parts_of_several_treebanks_are_tested_by_their_mean_difference(claims_of):
    """Pre and Post have no discordant words; a bootstrap gave the interval of each treebank."""
    claims = claims_of((significant(las(A) > las(B)), {"scope": "pooled"}))
    shared = {"only_a": None, "only_b": None, "p_mcnemar": None, "p_t": None}
    tests = [
        replace(
            pair(name, *order, 0, 0), correct_a=of_a, correct_b=of_b, total=1000, total_b=1000,
            low=low, high=low + 0.08, p_resampled=0.1, **shared,
        )
        for name, order, of_a, of_b, low in (
            ("x", (a, b), 530, 500, -0.01),
            ("y", (b, a), 500, 530, -0.07),
        )
    ]  # fmt: skip
    values = [row(t, s, "las", n, 1000) for t in "xy" for s, n in ((a, 530), (b, 500))]
    found = judge(claims, values, tests)
    assert [found[name].verdict for name in "xy"] == [Judgement.NOT_SIGNIFICANT] * 2
    error = 0.04 / 1.959964 / math.sqrt(2)
    assert found[CONCATENATION].p == f"{2 * (1 - NormalDist().cdf(0.03 / error)):.3g}"
    assert found[CONCATENATION].verdict is Judgement.HOLDS


def test_what_is_not_built_is_not_done(claims_of):
    claims = claims_of(((), {"not_done": "later"}), ((), {"proved": "by tests"}))
    found = judged(claims, [row("x", a, "las", 8, 10)])
    assert [one.verdict for one in found] == [
        Judgement.NOT_DONE,
        Judgement.BY_CONSTRUCTION,
    ]
    assert found[0].note == "later"


def test_values_of_one_treebank_come_from_one_alternative_split(claims_of):
    either = Metric("las", "train-cv10|dev20")
    claims = claims_of(either(A) > either(B))
    folds = row("x", a, "las", 1, 10, split="train-cv10")
    held_out = [row("x", s, "las", n, 10, split="dev20") for s, n in ((a, 9), (b, 8))]
    found = judge(claims, [folds, *held_out])["x"]
    assert (found.verdict, found.split) == (Judgement.HOLDS, "dev20")
    both = [folds, row("x", b, "las", 8, 10, split="train-cv10"), *held_out]
    found = judge(claims, both)["x"]
    assert (found.verdict, found.split) == (Judgement.CONTRADICTED, "train-cv10")


def test_all_splits_are_added_up(claims_of):
    claims = claims_of(Metric("las", "all")(A) == 70)
    values = [row("x", a, "las", 1, 2, split="dev"), row("x", a, "las", 6, 8, split="train")]
    assert judge(claims, values)["x"].verdict is Judgement.HOLDS


def test_the_concatenation_adds_counts_and_discordant_pairs(claims_of):
    claims = claims_of((significant(las(A) > las(B)), {"scope": "pooled"}))
    counts = {"x": ((520, 1000), (505, 1000)), "y": ((1060, 2000), (1020, 2000))}
    values = [
        row(t, system, "las", *count)
        for t, both in counts.items()
        for system, count in zip((a, b), both, strict=True)
    ]
    tests = [pair("x", a, b, 20, 5), pair("y", b, a, 60, 100)]
    found = judge(claims, values, tests)[CONCATENATION]
    assert found.stands_for == "", "the claim speaks of neither"
    assert found.relation.startswith("significant(las(A) [52.67] > las(B) [50.83]")
    assert found.p == f"{mcnemar_of_counts(120, 65).p:.3g}"
    assert found.verdict is Judgement.HOLDS


def test_the_concatenation_is_of_the_treebanks_that_a_claim_speaks_of(claims_of):
    claims = claims_of((las(A) > 50, {"scope": "pooled"}))
    values = [row(t, a, "las", n, 10) for t, n in (("got", 6), ("pt", 7), ("other", 0))]
    stand_ins = {"got": {"published": "conll09-czech"}, "pt": {"published": "conll09-czech-2"}}
    found = judge(claims, values, (), stand_ins)
    assert found["other"].verdict is Judgement.CONTRADICTED
    assert found[CONCATENATION].relation == "las(A) [65] > 50"
    assert found[CONCATENATION].stands_for == "conll09-czech|conll09-czech-2"
    alone = judge(claims, [values[0], values[2]], (), stand_ins)
    assert CONCATENATION not in alone, "one treebank is no concatenation"


def test_nothing_is_judged_where_no_treebank_is_at_hand(claims_of):
    claims = claims_of((las(A) == 60, {"scope": "mean"}))
    (found,) = judged(claims, [])
    assert (found.verdict, found.note) == (Judgement.NOT_RUN, "no treebank is at hand")
    assert {v.verdict for v in verdicts(CLAIMS, Values(), TableOfTests(), {})} == {
        *(Judgement.NOT_RUN, Judgement.NOT_DONE, Judgement.NOT_TESTABLE, Judgement.BY_CONSTRUCTION),
    }


def test_deviations_of_folds_are_drawn_too(claims_of):
    """Of ten folds, a deviation has an error of about a quarter of itself."""
    deviation = Metric("las-sd", "train-cv10")
    claims = claims_of(deviation(A) > deviation(B))
    for smaller, verdict in ((399, Judgement.NOT_SIGNIFICANT), (100, Judgement.CONTRADICTED)):
        values = [
            row("x", s, "las-sd", n, 1000, split="train-cv10", unit="points")
            for s, n in ((a, smaller), (b, 400))
        ]
        assert judge(claims, values)["x"].verdict is verdict


def test_every_part_of_a_claim_has_a_name():
    assert not [claim.id for claim in CLAIMS for term in claim.terms() if "?" in str(term)]


def test_the_mean_is_unweighted(claims_of):
    claims = claims_of((las(A) == 60, {"scope": "mean"}))
    (found,) = judged(claims, [row("x", a, "las", 1, 2), row("y", a, "las", 700, 1000)])
    assert (found.treebank, found.stands_for) == ("mean", "")
    assert found.verdict is Judgement.HOLDS


def test_systems_under_different_settings_are_tested_by_their_full_names(claims_of):
    blend = System("gl-eq", "classifiers=all4")
    claims = claims_of(significant(las(blend) > las(B)))
    values = [row("x", "gl-eq", "las", 8, 10, "classifiers=all4"), row("x", b, "las", 6, 10)]
    tests = [pair("x", "gl-eq;classifiers=all4", b, 80, 40)]
    assert judge(claims, values, tests)["x"].verdict is Judgement.HOLDS


@pytest.mark.parametrize(
    ("relations", "options", "message"),
    [
        ((), {}, "expected relations or a reason"),
        (las(A) > 1, {"not_testable": "no"}, "expected relations or a reason"),
        (las(A), {}, "is no relation"),
        ([las(A) > 1, las(A)], {}, "is no relation"),
        (las(A, czech) > las(A), {}, "names no treebank for some"),
        ({czech: las(A, czech) > 1}, {}, "where none is expected"),
        (las(A) > 1, {"where": las(A, czech) > 1}, "where none is expected"),
        (las(A) > 1, {"scope": "everywhere"}, "scope 'everywhere', expected one of each"),
    ],
)
def test_a_claim_with_a_mistake_is_refused_with_its_name_and_line(relations, options, message):
    line = sys._getframe().f_lineno + 2
    with pytest.raises(ClaimError, match=f"{re.escape(__file__)}:{line}: XX01: .*{message}"):
        Study("study").claim("XX01", relations, **options)


def test_a_claim_is_made_once():
    study = Study("study")
    study.claim("XX01", las(A) > 1)
    with pytest.raises(ClaimError, match=r"XX01: is claimed in .*, too"):
        study.claim("XX01", las(A) > 1)


def test_catalogue_and_claims_agree(load, tmp_path):
    study = Study("study")
    for name in ("XX01", "XX02"):
        study.claim(name, not_testable="no")
    load(study)
    lines = (tmp_path / "claims.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "fewer.csv").write_text("\n".join(lines[:2]), encoding="utf-8")
    (tmp_path / "more.csv").write_text("\n".join([*lines, "XX03,study,any,yes"]), encoding="utf-8")
    with pytest.raises(ClaimError, match="XX02 is not in"):
        load_claims(tmp_path / "fewer.csv", [study])
    with pytest.raises(ClaimError, match=r"more.csv:4: no study .* has XX03"):
        load_claims(tmp_path / "more.csv", [study])


def test_verdicts_are_written_with_their_evidence(claims_of, tmp_path):
    claims = claims_of((las(A) > 50, {"note": "ours"}))
    write_verdicts(tmp_path / "out.csv", judged(claims, [row("x", a, "las", 8, 10)]))
    with open(tmp_path / "out.csv", encoding="utf-8", newline="") as file:
        assert list(csv.DictReader(file)) == [
            {
                "claim": "XX01",
                "paper": "study",
                "treebank": "x",
                "stands_for": "",
                "split": "dev",
                "verdict": "holds",
                "held": "1",
                "instances": "1",
                "not_run": "0",
                "relation": "las(A) [80] > 50",
                "p": "",
                "p_holm": "",
                "evidence": "x,arc-eager,,dev,las",
                "note": "ours",
            }
        ]


def _every_published() -> list[str]:
    names = {}
    for path in sorted((ROOT / "data/published").glob("*-20*.csv")):
        with open(path, encoding="utf-8", newline="") as file:
            names |= dict.fromkeys(row["treebank"] for row in csv.DictReader(file))
    return list(names)
