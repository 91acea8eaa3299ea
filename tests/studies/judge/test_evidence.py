"""The comparisons behind a verdict, as a person reads them."""

import pytest

from committed import PAPERS
from nonproj.results.significance.comparison import Comparison
from nonproj.results.values import Key, Value, Values, items_of
from studies.judge.catalogue import Measure, system
from studies.judge.evidence import EvidenceRow, missing_value
from studies.judge.sites import Results, Site
from studies.judge.verdicts import read_verdicts
from studies.values.tests import Tests as TableOfTests

A, B, C = map(system, ("mst", "eisner", "carreras"))
las, uas = (Measure(name, "dev") for name in ("las", "uas"))
errors = Measure("error-rate", "dev", "labelled")
pre = Measure("pre-accuracy", "dev", "labelled")
lengths = Measure("mean-arc-length", "dev", of="gold")
recall = Measure("recall", "dev", "arcs=nonproj", "labelled")
short = Measure("recall", "dev", "arcs=nonproj", "labelled", "bin=1")
SHARES = {
    (las, A): 70, (las, B): 60, (las, C): 50, (uas, B): 80, (errors, A): 20, (pre, A): 10,
    (recall, B): 0, (short, A): 1.5,
}  # fmt: skip


def site(p=None, **more):
    """A site on one treebank; `p` is the p-value between the LAS of A and B."""
    values = [
        Value(measure.key("x", subject, 0), "percent", int(1000 * share), 100_000)
        for (measure, subject), share in SHARES.items()
    ]
    values.append(Value(lengths.key("x", lengths.system, 0), "words", 2, 1))
    words = 70_000, 60_000, 100_000, 20_000, 10_000
    one = Comparison("x", "dev", frozenset(), "las", A, B, *words, p_mcnemar=p)
    tests = TableOfTests([one] if p is not None else [])
    return Site(Results(Values(values), tests, {}), ["x"], "mcnemar", **more)


def shown(judge, **options):
    return [str(EvidenceRow.of(one)) for one in judge(site(**options)).comparisons]


@pytest.mark.parametrize(
    ("judge", "rows"),
    [
        (
            lambda at: at(short, A) >= at(recall, B),
            ["✓ recall, non-projective arcs, labelled: mst, bin 1 1.50 ≥ eisner 0"],
        ),
        (lambda at: at(lengths) > 1, ["✓ mean arc length: gold 2 > 1"]),
        (
            lambda at: at(pre, A) / at(errors, A) < at(uas, B),
            ["✓ accuracy in Pre of mst, labelled 10 / errors of mst, labelled 20 0.500"
             " < UAS of eisner 80"],
        ),
        (
            lambda at: at.falling(las, A, B, C),
            ["✓ LAS: mst 70 > eisner 60", "✓ LAS: eisner 60 > carreras 50"],
        ),
        (lambda at: at(las, A) < at(las, A), ["= LAS: mst 70 < mst 70"]),
        (lambda at: at(las, A) <= at(las, A), ["✓ LAS: mst 70 ≤ mst 70"]),
        (lambda at: at(las, A) < at(las, A) + 0.001, ["= LAS: mst 70 < mst 70 + 0.001 70.00"]),
        (
            lambda at: at.highest(las, A, B) - at(las, C) == 20,
            ["✓ LAS: max(mst 70, eisner 60) − carreras 50 20.00 = 20"],
        ),
        (lambda at: at(las, A) == at(las, B), ["✗ LAS: mst 70 = eisner 60"]),
        (
            lambda at: abs(at(las, B) - 2 * at(las, A)) > 79,
            ["✓ LAS: |eisner 60 − 2 × mst 70| 80.00 > 79"],
        ),
        (lambda at: at.alike(las, A, B, within=1), ["✗ LAS: |mst 70 − eisner 60| 10.00 ≤ 1"]),
    ],
)  # fmt: skip
def test_a_comparison_is_shown_in_words(judge, rows):
    """What both sides share is named once, and metrics that differ are named on their sides."""
    assert shown(judge) == rows


def test_a_claim_that_scores_do_not_differ_fails_at_a_significant_difference():
    def judge(at):
        [relation] = at.indistinct((las, A, B))
        return relation

    assert shown(judge, p=0.04) == ["✗ LAS: mst 70 ≈ eisner 60"]
    assert shown(judge, p=0.06) == ["✓ LAS: mst 70 ≈ eisner 60"]


def joined(judge, **options):
    return [EvidenceRow.of(one).joining for one in judge(site(**options)).comparisons]


def test_comparisons_of_a_relation_are_joined_by_and_or_only_if():
    assert joined(lambda at: at.falling(las, A, B, C) & (at(las, A) > 0)) == ["", "and", "and"]
    assert joined(
        lambda at: (
            (at(las, A) < 99)
            & at.only_if(at(las, A) > 2, (at(las, B) > 2) & (at(las, A) > 2))
        )
    ) == ["", "and", "only if", "and"]  # fmt: skip


def test_a_comparison_is_shown_with_its_p_value():
    relation = (site(p=0.01)(las, A) > site(p=0.01)(las, B)) & (site()(las, A) < 99)
    assert [EvidenceRow.of(one).p for one in relation.comparisons] == ["0.01", ""]


def test_marks_of_comparisons_agree_with_the_committed_verdicts():
    """Marks follow printed numbers, so that rounding may hide a few answers."""
    verdicts = [v for v in read_verdicts(PAPERS / "claims.csv") if v.relation]
    other = 0
    for verdict in verdicts:
        relations = []
        for one in verdict.comparisons:
            relations += [] if one.joining else [[]]
            relations[-1].append(one.holds)
        least = sum(all(holds) for holds in relations)
        most = sum(False not in holds for holds in relations)
        other += not least <= verdict.held <= most and "only if" not in verdict.relation
    assert len(verdicts) > 300
    assert other <= len(verdicts) // 100


def test_a_missing_value_is_named_in_words():
    setting = items_of("labelled;punctuation=exclude")
    key = Key("ud20-got", "test", "mst", setting, "pre-error-rate")
    assert missing_value(key) == "errors in Pre of mst (labelled, without punctuation, test)"
    assert missing_value(Key("a", "dev", "b", metric="las")) == "LAS of b (dev)"
