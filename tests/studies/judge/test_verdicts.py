"""Verdicts: every claim of the catalogue is computed or says why it is not, and as it says."""

import csv
import math
from dataclasses import replace
from statistics import NormalDist

import pytest

from nonproj.errors import NonprojError
from nonproj.results.significance.comparison import Comparison
from nonproj.results.significance.paired_tests import mcnemar
from nonproj.results.values import Key, Subject, Value, Values, items_of
from oracles.published_claims import CLAIMS, ROOT, ROWS
from studies.judge.catalogue import FEWEST_AVERAGED, ClaimKind, Measure, Paper, system
from studies.judge.chance import sampling_variance
from studies.judge.evidence import EvidenceRow, Side
from studies.judge.quantities import ClaimError
from studies.judge.verdicts import MEAN, Judgement, Verdict, read_verdicts, verdicts, write_verdicts
from studies.papers.claims import load_claims
from studies.values.tests import Tests as TableOfTests

CONFIRMED, AS_CLAIMED, AGAINST, CONTRADICTED, BY_CONSTRUCTION, NOT_TESTABLE, NOT_RUN = Judgement
A, B = map(system, ("arc-eager", "arc-standard"))
a, b = A.name, B.name
czech, german = "conll09-czech", "conll09-german"
las, uas = Measure("las", "dev"), Measure("uas", "dev")
covered = Measure("coverage", "dev", of="mh4")
STAND_INS = {"got": {"published": f"conll06-czech-pdt|{czech}"}, "pt": {"published": german}}


def above(bound, parser=A):
    return lambda at: at(las, parser) > bound


def higher(at):
    return at(las, A) > at(las, B)


def row(treebank, system, metric, numerator, denominator, setting="", split="dev", unit="percent"):
    key = Key(treebank, split, system, items_of(setting), metric)
    return Value(key, unit, numerator, denominator)


def pair(treebank, a, b, only_a, only_b, metric="las", split="dev", setting="", p=None):
    p = mcnemar(only_a, only_b).p if p is None else p
    correct = 500 + only_a, 500 + only_b
    key = treebank, split, items_of(setting), metric, Subject.of(a), Subject.of(b)
    return Comparison(*key, *correct, 1000, only_a, only_b, p, p, 1.0, p, -0.1, 0.1)


def load(paper, folder, about=czech, kind="general"):
    """The claims of a made-up paper about the treebanks of KN."""
    catalogue = folder / "claims.csv"
    with open(catalogue, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "paper", "treebanks", "kind"])
        writer.writerows([name, paper.id, about, kind] for name in paper.claims)
    return load_claims(catalogue, [paper])


@pytest.fixture
def claims_of(tmp_path):
    """Claims XX01, XX02, ..., each given by its relations or by these and its options."""

    def claims(*given, test="mcnemar", kind="general"):
        paper = Paper("study", test=test)
        for number, claim in enumerate(given, 1):
            relations, options = claim if isinstance(claim, tuple) else (claim, {})
            paper.claim(f"XX{number:02}", relations, **options)
        return load(paper, tmp_path, kind=kind)

    return claims


def judged(claims, values, tests=(), stand_ins=None):
    return verdicts(claims, Values(values), TableOfTests(tests), stand_ins or {})


def judge(claims, values, tests=(), stand_ins=None):
    return {found.treebank: found for found in judged(claims, values, tests, stand_ins)}


def test_every_claim_is_computed_or_says_why_it_is_not():
    assert [claim.id for claim in CLAIMS] == list(ROWS)
    assert len(ROWS) == 173
    for claim in CLAIMS:
        reasons = claim.untestable, claim.proved
        assert claim.each or claim.across or any(reasons), claim.id


def test_untestable_claims_are_not_judged_on_open_treebanks():
    stand_in = {"ours": {"published": "|".join(_every_published())}}
    values = Values([row("ours", "blend", "las", 1, 2, split="test")])
    untestable = [claim for claim in CLAIMS if claim.untestable]
    assert len(untestable) > 30
    for verdict in verdicts(untestable, values, TableOfTests(), stand_in):
        assert verdict.verdict is NOT_TESTABLE, verdict
        assert verdict.note


def test_without_values_only_proved_claims_are_confirmed():
    rows = judged(CLAIMS, [row("ours", "gold", "n-tokens", 1, 1, split="train")])
    assert {row.claim for row in rows} == set(ROWS)
    proved = {row.claim for row in rows if row.verdict is BY_CONSTRUCTION}
    assert proved == {"GR20", "GR21", "NI29"}
    for found in (rows, judged(CLAIMS, [])):
        assert {row.verdict for row in found} == {NOT_RUN, NOT_TESTABLE, BY_CONSTRUCTION}
    assert all(row.note for row in rows)


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_an_identity_of_counts_holds_exactly_or_not_at_all(off, claims_of):
    """Shares that no float holds."""
    exact, nonproj = Measure("uem", "dev", "oracle"), Measure("pct-nonproj-sentences", "dev")
    gold = system("gold")
    claims = claims_of((lambda at: at(exact, B) == 100 - at(nonproj, gold), {"identity": True}))
    values = [
        row("x", "arc-standard", "uem", 200 + off, 300, "oracle"),
        row("x", "gold", "pct-nonproj-sentences", 100, 300),
    ]
    found = judge(claims, values)["x"]
    assert found.verdict is (CONTRADICTED if off else BY_CONSTRUCTION)
    assert found.evidence == [
        Key("x", "dev", "arc-standard", items_of("oracle"), "uem"),
        Key("x", "dev", "gold", metric="pct-nonproj-sentences"),
    ]


def test_a_claim_is_tested_by_the_test_of_its_paper(claims_of):
    values = [row("x", a, "las", 8, 10), row("x", b, "las", 6, 10)]
    test = pair("x", a, b, 8, 6, p=0.01)
    tests = [Comparison(**vars(test) | {"p_t": 0.2, "p_holm": 0.04})]
    (by_mcnemar,) = judged(claims_of(higher), values, tests)
    (by_t,) = judged(claims_of(higher, test="t"), values, tests)
    assert (by_mcnemar.verdict, by_t.verdict) == (CONFIRMED, AS_CLAIMED)


@pytest.mark.parametrize(
    ("correct", "only", "verdict"),
    [
        ((80, 60), (30, 10), CONFIRMED),
        ((62, 60), (12, 10), AS_CLAIMED),
        ((60, 62), (10, 12), AGAINST),
        ((60, 80), (10, 30), CONTRADICTED),
    ],
)
def test_a_claim_and_its_opposite_are_judged_by_one_rule(claims_of, correct, only, verdict):
    """The sign of a difference says as claimed or against; its test, whether beyond chance."""
    values = [row("x", s, "las", n, 100) for s, n in zip((a, b), correct, strict=True)]
    (found,) = judged(claims_of(higher), values, [pair("x", a, b, *only)])
    assert found.verdict is verdict


def test_a_claim_is_contradicted_by_more_failing_relations_than_exceptions(claims_of):
    def bounds(*shares, absent=False):
        lacking = [above(0, B)] * absent
        return lambda at: [relation(at) for relation in (*map(above, shares), *lacking)]

    claims = claims_of(
        bounds(50, 70, 90),
        (bounds(50, 70, 90), {"exceptions": 1}),
        bounds(50, 70),
        bounds(50, 70, 90, absent=True),
        bounds(50, 70, absent=True),
        (bounds(50, 70, absent=True), {"of_those_run": True}),
    )
    found = judged(claims, [row("x", a, "las", 8000, 10000)])
    assert [(one.verdict, one.held, one.instances, one.not_run) for one in found] == [
        (CONTRADICTED, 2, 3, 0),
        (CONFIRMED, 2, 3, 0),
        (CONFIRMED, 2, 2, 0),
        (CONTRADICTED, 2, 4, 1),
        (NOT_RUN, 2, 3, 1),
        (CONFIRMED, 2, 3, 1),
    ]


def test_a_claim_about_a_ratio_with_denominator_zero_is_not_testable(claims_of):
    found = judge(claims_of(above(50)), [row("x", a, "las", 0, 0)])["x"]
    assert found.verdict is NOT_TESTABLE
    assert "0 of 0" in found.note


def test_a_claim_with_a_condition_is_made_only_where_it_holds(claims_of):
    claims = claims_of((above(50), {"where": above(50, B)}))
    values = [row(t, a, "las", 8, 10) for t in "xyz"]
    values += [row("x", b, "las", 6, 10), row("y", b, "las", 4, 10)]
    found = judge(claims, values)
    assert [found[name].verdict for name in "xyz"] == [CONFIRMED, NOT_TESTABLE, NOT_RUN]
    assert found["y"].note == "does not apply, because this is false: las(arc-standard) 40 > 50"
    assert (found["y"].instances, found["y"].not_run) == (1, 1)
    assert [len(found[name].evidence) for name in "xyz"] == [2, 1, 0]


def test_a_verdict_names_the_treebank_that_its_stand_in_replaces(claims_of):
    claims = claims_of(
        above(50),
        lambda at: at(las, A) > 50 if at.among(czech) else [],
        lambda at: at(las, A) > 50 if at.among(czech, german) else at(las, A) < 50,
    )
    values = [row("got", a, "las", 8, 10), row("tr", a, "las", 8, 10)]
    every, cases, otherwise = (judge([c], values, (), STAND_INS) for c in claims)
    assert [(t, v.stands_for) for t, v in every.items()] == [("got", czech), ("tr", "")]
    assert [v.verdict for v in every.values()] == [CONFIRMED] * 2
    assert [v.verdict for v in cases.values()] == [CONFIRMED, NOT_TESTABLE]
    assert [v.verdict for v in otherwise.values()] == [CONFIRMED, CONTRADICTED]


CZECH_HIGHER = (
    None,
    {"across": lambda at: at[czech](las, A) > at[german](las, A), "treebanks": (czech, german)},
)


def test_relations_between_treebanks_use_the_original_before_its_stand_in(claims_of):
    claims = claims_of(CZECH_HIGHER)
    values = [row("got", a, "las", 600, 1000), row("pt", a, "las", 700, 1000)]
    (found,) = judged(claims, values, (), STAND_INS)
    assert (found.treebank, found.verdict) == ("got|pt", CONTRADICTED)
    original = row(czech, a, "las", 800, 1000)
    (found,) = judged(claims, [*values, original], (), STAND_INS)
    assert (found.treebank, found.verdict) == (f"{czech}|pt", CONFIRMED)
    (found,) = judged(claims, values[:1], (), STAND_INS)
    assert (found.verdict, found.evidence) == (NOT_RUN, [])
    assert german in found.note


def test_predicted_tags_do_not_change_what_a_treebank_stands_for(claims_of):
    claims = claims_of(lambda at: at(las, A) > 50 if at.among(czech) else [], CZECH_HIGHER)
    values = [row(f"{name}-jackknifed", a, "las", n, 10) for name, n in (("got", 9), ("pt", 8))]
    each, _, across = judged(claims, values, (), STAND_INS)
    assert (each.treebank, each.stands_for) == ("got-jackknifed", czech)
    assert each.verdict is CONFIRMED
    assert (across.treebank, across.verdict) == ("got-jackknifed|pt-jackknifed", AS_CLAIMED)
    across = judged(claims, [*values, row("pt", a, "las", 7, 10)], (), STAND_INS)[-1]
    assert across.treebank == "got-jackknifed|pt"


@pytest.mark.parametrize(("words", "verdict"), [(100, AGAINST), (10_000, CONTRADICTED)])
def test_a_difference_within_its_error_contradicts_no_claim(claims_of, words, verdict):
    """Four values without a test: their errors add up."""
    claims = claims_of(lambda at: at.gain(las, A, B) > at.gain(uas, A, B), above(66))
    counts = {("las", a): 64, ("las", b): 60, ("uas", a): 76, ("uas", b): 70}
    values = [
        row("x", system, metric, count * words // 100, words)
        for (metric, system), count in counts.items()
    ]
    assert [found.verdict for found in judged(claims, values)] == [verdict] * 2


@pytest.mark.parametrize(("percent", "verdict"), [(68, "contradicted"), (66, "against the claim")])
def test_the_error_of_a_share_is_binomial(claims_of, percent, verdict):
    """1000 words of 64 per cent: the error is 1.52, so that 2.98 points are the limit."""
    assert judge(claims_of(above(percent)), [row("x", a, "las", 640, 1000)])["x"].verdict == verdict


def test_corpus_statistics_and_oracle_scores_have_no_sampling_error(claims_of):
    """Even where a test of oracle scores was made."""
    oracle = Measure("las", "dev", "oracle")
    of_oracles, of_trees = lambda at: at(oracle, A) > at(oracle, B), lambda at: at(covered) > 66
    claims = claims_of(of_oracles, higher, of_trees)
    values = [
        row("x", system, "las", n, 1000, setting)
        for setting in ("oracle", "")
        for system, n in ((a, 999), (b, 1000))
    ]
    values.append(row("x", "mh4", "coverage", 64, 100))
    tests = [pair("x", a, b, 0, 1, setting=setting) for setting in ("oracle", "")]
    found = [(one.verdict, one.basis) for one in judged(claims, values, tests)]
    exact = (CONTRADICTED, "exact")
    assert found == [exact, (AGAINST, "tested"), exact]


def test_claims_that_tell_named_treebanks_apart_are_judged_on_these_alone():
    claim = next(claim for claim in CLAIMS if claim.id == "NI10")
    values = [
        row(name, system, "uas", n, 1000, "arcs=all", split="train")
        for name in ("got", "conll06-arabic-padt")
        for system, n in (("pP", 998), ("pH", 999))
    ]
    (found,) = judged([claim], values, (), STAND_INS)
    assert (found.treebank, found.verdict) == ("conll06-arabic-padt", CONTRADICTED)


@pytest.mark.parametrize(
    ("treebank", "verdict"),
    [("got", CONFIRMED), ("conll06-czech-pdt", CONTRADICTED)],
)
def test_sizes_of_the_thesis_are_not_asked_of_stand_ins(treebank, verdict):
    claim = next(claim for claim in CLAIMS if claim.id == "NI09")
    values = [
        row(treebank, system, "uas", n, 1000, f"arcs={arcs}", split="train")
        for system, n in (("pH", 997), ("pP", 996), ("pHP", 999))
        for arcs in ("all", "nonproj")
    ]
    (found,) = judged([claim], values, (), STAND_INS)
    assert found.verdict is verdict


def test_deviations_over_folds_have_a_sampling_error(claims_of):
    """Of ten folds, a deviation has an error of 1/sqrt(18) of itself."""
    deviation = Measure("las-sd", "train-cv10")
    claims = claims_of(lambda at: at(deviation, A) > at(deviation, B))
    for smaller, verdict in ((200, AGAINST), (190, CONTRADICTED)):
        values = [
            row("x", s, "las-sd", n, 1000, split="train-cv10", unit="points")
            for s, n in ((a, smaller), (b, 400))
        ]
        assert judge(claims, values)["x"].verdict is verdict


def test_differences_that_another_seed_could_make_decide_no_claim(claims_of):
    """If scores deviate by 0.6 and 0.8 points, two deviations of a difference are 2 points."""
    again = [Key("y", "dev", name, items_of("seeds=4")) for name in (a, b)]
    for measure, metric in ((las, "las"), (uas, "uas")):
        claims = claims_of((lambda at, m=measure: at(m, A) > at(m, B), {"retrained": again}))
        for points, seeds in ((21, CONFIRMED), (19, AS_CLAIMED)):
            values = [row("x", s, metric, n, 1000) for s, n in ((a, 500 + points), (b, 500))]
            values += [
                row("y", s, "las-sd", n, 1000, "seeds=4", unit="points")
                for s, n in ((a, 6), (b, 8))
            ]
            tests = [pair("x", a, b, points, 0, metric)]
            expected = seeds if metric == "las" else AS_CLAIMED  # no deviation of UAS is known
            assert judge(claims, values, tests)["x"].verdict is expected


@pytest.mark.parametrize(
    ("relation", "options", "verdict"),
    [
        (lambda at: at(las, A) == 80, {}, CONFIRMED),
        (lambda at: at(las, A) == 80, {"identity": True}, BY_CONSTRUCTION),
        (lambda at: at(las, A) == 70, {"identity": True}, CONTRADICTED),
        (lambda at: at(covered) > 60, {}, BY_CONSTRUCTION),
        (lambda at: [at(covered) > 60, at(las, A) > 50], {}, CONFIRMED),
    ],
)
def test_claims_that_hold_by_construction_have_a_judgement_of_their_own(
    claims_of, relation, options, verdict
):
    values = [row("x", a, "las", 8, 10), row("x", "mh4", "coverage", 64, 100)]
    stand_ins = {"x": {"published": czech, "origin": "artificial"}}
    (found,) = judged(claims_of((relation, options)), values, (), stand_ins)
    assert found.verdict is verdict


def test_parts_of_several_treebanks_are_tested_by_their_mean_difference(claims_of):
    """Pre and Post have no discordant words; a bootstrap gave the interval of each treebank."""
    claims = claims_of((higher, {"scope": "joint"}), kind="general")
    shared = {"only_a": None, "only_b": None, "p_mcnemar": None, "p_t": None}
    tests = [
        replace(
            pair(name, *order, 0, 0), correct_a=of_a, correct_b=of_b, total=total, total_b=total,
            low=low, high=low + 0.06, p_resampled=0.1, **shared,
        )
        for name, order, of_a, of_b, low, total in (
            ("x", (a, b), 530, 500, 0.0, 1000),
            ("y", (b, a), 1500, 1590, -0.06, 3000),
        )
    ]  # fmt: skip
    values = [
        row(t, s, "las", n * k, 1000 * k)
        for t, k in (("x", 1), ("y", 3))
        for s, n in ((a, 530), (b, 500))
    ]
    found = judge(claims, values, tests)
    assert [found[name].verdict for name in "xy"] == [AS_CLAIMED] * 2
    error = 0.03 / 1.959964 * math.hypot(1 / 2, 1 / 2)
    assert found[MEAN].p == f"{2 * (1 - NormalDist().cdf(0.03 / error)):.6g}"
    assert found[MEAN].verdict is CONFIRMED


def test_means_over_seeds_are_preferred_to_scores_of_one_seed(claims_of):
    seeded = Measure("las", "dev", seeded=True)
    claims = claims_of((lambda at: at(seeded, A) > at(seeded, B), {"scope": "mean"}))
    one = [row("x", s, "las", n, 10_000) for s, n in ((a, 80), (b, 60))]
    three = [row("x", s, "las", n, 30_000, "seeds=3") for s, n in ((a, 180), (b, 240))]
    (found,) = judged(claims, one + three)
    assert {key.setting for key in found.evidence} == {items_of("seeds=3")}
    assert found.verdict is CONTRADICTED
    (found,) = judged(claims, one + three[:1])
    assert {key.setting for key in found.evidence} == {items_of("")}, "one alternative for all"


def test_values_of_one_treebank_come_from_one_alternative_split(claims_of):
    either = Measure("las", "train-cv10|dev20")
    claims = claims_of(lambda at: at(either, A) > at(either, B))
    folds = row("x", a, "las", 1, 10, split="train-cv10")
    held_out = [row("x", s, "las", n, 10, split="dev20") for s, n in ((a, 9), (b, 8))]
    found = judge(claims, [folds, *held_out])["x"]
    assert {key.split for key in found.evidence} == {"dev20"}
    assert found.verdict is AS_CLAIMED
    both = [folds, row("x", b, "las", 8, 10, split="train-cv10"), *held_out]
    found = judge(claims, both)["x"]
    assert {key.split for key in found.evidence} == {"train-cv10"}
    assert found.verdict is CONTRADICTED


def test_the_split_all_adds_up_the_counts_of_all_splits(claims_of):
    claims = claims_of(lambda at: at(Measure("las", "all"), A) == 70)
    values = [row("x", a, "las", 1, 2, split="dev"), row("x", a, "las", 6, 8, split="train")]
    assert judge(claims, values)["x"].verdict is CONFIRMED


def test_the_mean_weights_treebanks_equally(claims_of):
    claims = claims_of((higher, {"scope": "joint"}), kind="general")
    counts = {"x": ((520, 1000), (505, 1000)), "y": ((1060, 2000), (1020, 2000))}
    values = [
        row(t, system, "las", *count)
        for t, both in counts.items()
        for system, count in zip((a, b), both, strict=True)
    ]
    tests = [pair("x", a, b, 20, 5), pair("y", b, a, 60, 100)]
    found = judge(claims, values, tests)[MEAN]
    assert found.stands_for == "", "the claim is about neither"
    assert found.relation.startswith("las(arc-eager) 52.50 > las(arc-standard) 50.75, p = ")
    errors = [math.sqrt(n - d**2 / 1000) / 1000 for n, d in ((25, 15), (160, 40))]
    z = (0.015 + 0.04) / math.hypot(*errors)
    assert float(found.p) == pytest.approx(2 * (1 - NormalDist().cdf(z)), rel=0.01)
    assert found.verdict is CONFIRMED
    assert len(found.evidence) == 4


def test_the_mean_is_over_the_treebanks_that_a_claim_is_about(claims_of):
    claims = claims_of((above(50), {"scope": "joint"}), kind="texts")
    values = [row(t, a, "las", n, 10) for t, n in (("got", 6), ("pt", 7), ("other", 0))]
    stand_ins = {"got": {"published": czech}, "pt": {"published": f"{czech}-2"}}
    found = judge(claims, values, (), stand_ins)
    assert found["other"].verdict is CONTRADICTED
    assert found[MEAN].relation == "las(arc-eager) 65 > 50"
    assert found[MEAN].stands_for == f"{czech}|{czech}-2"


def test_an_average_needs_three_texts_each_in_one_version(claims_of):
    claims = claims_of((above(50), {"scope": "joint"}), kind="average")
    names = ["got", "got-jackknifed", "pt", "tr"]
    values = [row(name, a, "las", 8, 10) for name in names]
    stand_ins = {name: {"published": f"{czech}-{name}"} for name in names}
    assert judge(claims, values, (), stand_ins)[MEAN].verdict is CONFIRMED
    alike = stand_ins | {"pt": {"published": f"{czech}-tr|{czech}-pt"}}
    for few, of_few in ((values[:3], stand_ins), (values, alike)):
        found = judge(claims, few, (), of_few)[MEAN]
        assert found.verdict is NOT_RUN
        assert found.note == f"not run: 2 of the {FEWEST_AVERAGED} texts of an average"


def test_the_stand_ins_of_a_text_share_its_weight(claims_of):
    claims = claims_of((higher, {"scope": "joint"}), kind="texts")
    stand_ins = {"la": {"published": czech}, "grc": {"published": czech}}
    stand_ins |= {"pt": {"published": f"{czech}-2"}}
    counts = {"la": (600, 500), "grc": (700, 500), "pt": (800, 820)}
    values = [
        row(name, system, "las", n, 1000)
        for name, both in counts.items()
        for system, n in zip((a, b), both, strict=True)
    ]
    tests = [pair("la", a, b, 150, 50), pair("grc", b, a, 100, 300), pair("pt", a, b, 40, 60)]
    found = judge(claims, values, tests, stand_ins)[MEAN]
    assert found.relation.startswith("las(arc-eager) 72.50 > las(arc-standard) 66, p = ")
    errors = [math.sqrt(n - d**2 / 1000) / 1000 for n, d in ((200, 100), (400, 200), (100, 20))]
    error = math.hypot(errors[0] / 4, errors[1] / 4, errors[2] / 2)
    assert float(found.p) == pytest.approx(2 * (1 - NormalDist().cdf(0.065 / error)), rel=0.02)


def test_the_kind_of_a_claim_says_which_treebanks_decide_it(claims_of):
    values = [row("got", a, "las", 8, 10), row("tr", a, "las", 8, 10)]
    for kind, about, judgements in (
        ("general", "", [CONFIRMED] * 2),
        ("texts", czech, [CONFIRMED] * 2),
        ("contrast", czech, [NOT_TESTABLE]),
        ("number", "tr", [CONFIRMED]),
    ):
        paper = Paper("study")
        paper.claim("XX01", above(50))
        claim = replace(paper.claims["XX01"], kind=ClaimKind(kind), about=(about,))
        found = judged([claim], values, (), STAND_INS)
        assert [verdict.verdict for verdict in found] == judgements, kind
    nowhere = replace(claim, kind=ClaimKind.TEXTS, about=("conll06-arabic-padt",))
    first, *_ = judged([nowhere], values, (), STAND_INS)
    assert (first.verdict, first.treebank) == (NOT_TESTABLE, "")
    assert first.note == "no open treebank replaces the paper's"


def test_the_mean_is_unweighted_and_tested_by_the_errors_of_its_values(claims_of):
    claims = claims_of(*((rule, {"scope": "mean"}) for rule in (above(59), higher)))
    values = [row("x", a, "las", 1, 2), row("y", a, "las", 700, 1000)]
    values += [row(name, b, "las", 1, 10) for name in "xy"]
    mean, tested = judged(claims, values, [pair(name, a, b, 80, 10) for name in "xy"])
    assert (mean.treebank, mean.stands_for, mean.relation) == ("mean", "", "las(arc-eager) 60 > 59")
    assert (mean.verdict, tested.verdict) == (AS_CLAIMED, CONFIRMED)
    assert float(tested.p) < 1e-6, "from the differences on both, and their errors"
    (found,) = judged(claims[:1], [])
    assert (found.verdict, found.note) == (NOT_RUN, "no treebank is available")


def test_the_variance_of_a_mean_falls_with_the_treebanks(claims_of):
    claims = claims_of((above(53), {"scope": "mean"}))
    for treebanks, verdict in (("x", "against the claim"), ("wxyz", "contradicted")):
        values = [row(name, a, "las", 500, 1000) for name in treebanks]
        assert judge(claims, values)["mean"].verdict == verdict


def test_the_item_all_sentences_finds_the_test_without_it(claims_of):
    recall = Measure("recall", "dev", "sentences=all")
    claims = claims_of(lambda at: at(recall, A) > at(recall, B))
    values = [row("x", s, "recall", n, 1000, "sentences=all") for s, n in ((a, 520), (b, 505))]
    (found,) = judged(claims, values, [pair("x", a, b, 20, 5, metric="recall")])
    assert found.p == f"{mcnemar(20, 5).p:.6g}"


def test_sampling_variances_equal_those_by_hand():
    """11 of 12 for 10 of 10; the errors of both, 30 and 40, to the 40 of the baseline."""
    assert sampling_variance(row("x", a, "las", 10, 10)) == pytest.approx(10**4 * 11 / 144 / 10)
    fewer = row("x", a, "error-reduction", 10, 40, f"baseline={b};of=las")
    assert sampling_variance(fewer) == pytest.approx(10**4 * (30 + 40) / 40**2)
    for split in ("train", "all"):
        assert sampling_variance(row("x", a, "pct-lost", 1, 2, split=split)) == 0


def test_systems_under_different_settings_are_tested_by_their_full_names(claims_of):
    blend = system("gl-eq;classifiers=all4")
    claims = claims_of(lambda at: at(las, blend) > at(las, B))
    values = [row("x", "gl-eq", "las", 8, 10, "classifiers=all4"), row("x", b, "las", 6, 10)]
    tests = [pair("x", "gl-eq;classifiers=all4", b, 80, 40)]
    assert judge(claims, values, tests)["x"].verdict is CONFIRMED


@pytest.mark.parametrize(
    ("relations", "options", "message"),
    [
        (None, {}, "XX01: expected relations or a reason"),
        (above(1), {"not_testable": "no"}, "XX01: expected relations or a reason"),
        (above(1), {"scope": "everywhere"}, "XX01: scope 'everywhere', expected each"),
        (lambda at: at(las, A), {}, "XX01: .* is not a relation"),
        (lambda at: [at(las, A) > 1, True], {}, "XX01: True is not a relation"),
    ],
)
def test_a_claim_with_a_mistake_is_refused(claims_of, relations, options, message):
    with pytest.raises(ClaimError, match=message):
        judged(claims_of((relations, options)), [row("x", a, "las", 8, 10)])


def test_a_claim_is_made_once_and_is_in_the_catalogue(tmp_path):
    paper = Paper("study")
    for name in ("XX01", "XX02"):
        paper.claim(name, not_testable="no")
    with pytest.raises(ClaimError, match="XX01 is claimed twice"):
        paper.claim("XX01", above(1))
    load(paper, tmp_path, kind="vague")
    lines = (tmp_path / "claims.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "fewer.csv").write_text("\n".join(lines[:2]))
    (tmp_path / "more.csv").write_text("\n".join([*lines, "XX03,study,any,texts"]))
    with pytest.raises(ClaimError, match=r"fewer.csv: lacks XX02"):
        load_claims(tmp_path / "fewer.csv", [paper])
    with pytest.raises(ClaimError, match=r"more.csv:4: XX03: no module of study"):
        load_claims(tmp_path / "more.csv", [paper])


def test_verdicts_are_written_and_read_with_their_evidence(claims_of, tmp_path):
    claims = claims_of((above(50), {"note": "ours"}))
    found = judged(claims, [row("x", a, "las", 8, 10)])
    write_verdicts(tmp_path / "out.csv", found)
    (read,) = read_verdicts(tmp_path / "out.csv")
    shown = EvidenceRow("LAS", Side("arc-eager", "80"), ">", Side("", "50"), True)
    assert read == Verdict(
        "XX01", "study", "x", "", CONFIRMED, 1, 1, 0, "las(arc-eager) 80 > 50", "",
        [shown], [Key("x", "dev", "arc-eager", metric="las")], "ours", "tested",
    )  # fmt: skip


@pytest.mark.parametrize("column", ["verdict", "instances", "evidence"])
def test_a_damaged_verdict_is_refused_with_its_line(column, tmp_path):
    path = tmp_path / "out.csv"
    write_verdicts(path, [Verdict("XX01", "study")])
    with open(path, encoding="utf-8", newline="") as file:
        (found,) = csv.DictReader(file)
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, found)
        writer.writeheader()
        writer.writerow(found | {column: "many"})
    with pytest.raises(NonprojError, match=r"out.csv:2: .*"):
        list(read_verdicts(path))


def _every_published() -> list[str]:
    names = {}
    for path in sorted((ROOT / "src/studies/papers").glob("*_20*/published.csv")):
        with open(path, encoding="utf-8", newline="") as file:
            names |= dict.fromkeys(row["treebank"] for row in csv.DictReader(file))
    return list(names)
