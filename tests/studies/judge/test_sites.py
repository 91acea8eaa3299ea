"""Sites: numbers with errors, relations between them, and what they rest on."""

import numpy as np
import pytest
from scipy import stats

from nonproj.errors import NonprojError
from nonproj.results.significance.comparison import Comparison
from nonproj.results.values import Key, Value, Values
from studies.judge.catalogue import Measure, system
from studies.judge.quantities import Decision, UndefinedError
from studies.judge.sites import Results, Site
from studies.values.tests import Tests as TableOfTests

A, B, C = map(system, ("arc-eager", "arc-standard", "attardi"))
las, uas = Measure("las", "dev"), Measure("uas", "dev")
CONTRADICTED, AGAINST, AS_CLAIMED, CONFIRMED = Decision
WORDS = 100_000


def given(a=70, b=30, tests=(), words=WORDS, **more) -> Site:
    """A site with LAS of A and B, in percent, and perhaps of others."""
    shares = {A: a, B: b, **{system(name): share for name, share in more.items()}}
    values = [
        Value(
            Key("x", "dev", subject.name, metric="las"), "percent", int(words * share / 100), words
        )
        for subject, share in shares.items()
        if share is not None
    ]
    tests = None if tests is None else TableOfTests(tests)
    return Site(Results(Values(values), tests, {}), ["x"], "mcnemar")


def paired(p, only_a=30, only_b=10, a=A, b=B):
    half = WORDS // 2
    counts = half + only_a, half + only_b, WORDS, only_a, only_b
    return Comparison("x", "dev", frozenset(), "las", a, b, *counts, p_mcnemar=p)


@pytest.mark.parametrize(
    ("relation", "holds"),
    [
        (lambda at: at(las, A) == 100 - at(las, B), True),
        (lambda at: at(las, A) / 3 + at(las, A) / 3 + at(las, A) / 3 == at(las, A), True),
        (lambda at: 0.1 * at(las, A) == 7, True),
        (lambda at: at.rising(at(las, B), at(las, A), 71), True),
        (lambda at: at.rising(at(las, B), at(las, A), 70), False),
        (lambda at: at.between(at(las, B), at(las, A), 70), True),
        (lambda at: at.falling(at(las, A), at(las, B), 30), False),
        (lambda at: at.falling(las, A, B), True),
        (lambda at: at.rising(las, A, B), False),
        (lambda at: at.highest(las, A, B) - at.lowest(at(las, A), 20) == 50, True),
        (lambda at: abs(at(las, B) - at(las, A)) == 40, True),
        (lambda at: at.gain(las, A, B) == 40, True),
        (lambda at: at.reduction(las, A, B) * 7 == 4, True),
        (lambda at: (at(las, A) >= 70) & (at(las, B) <= 30), True),
        (lambda at: (at(las, A) >= 70) & (at(las, B) < 30), False),
        (lambda at: at.only_if(at(las, A) > at(las, B), at(las, B) < at(las, A)), True),
        (lambda at: at.only_if(at(las, A) > at(las, B), at(las, A) < at(las, B)), False),
    ],
)
def test_relations_of_numbers_are_decided_by_exact_arithmetic(relation, holds):
    assert relation(given(tests=None)).decision is (CONFIRMED if holds else CONTRADICTED)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (lambda a, b, at: a - (b - 1) - 1, "A - (B - 1) - 1"),
        (lambda a, b, at: (a + 1) / (2 * b), "(A + 1) / (2 * B)"),
        (lambda a, b, at: a / b * 2, "A / B * 2"),
        (lambda a, b, at: at.highest(1, abs(a - b)), "max(1, |A - B|)"),
    ],
)
def test_a_number_is_shown_as_the_expression_that_was_computed(expression, text):
    at = given()
    text = text.replace("A", "las(arc-eager) 70").replace("B", "las(arc-standard) 30")
    assert expression(at(las, A), at(las, B), at).text == text


def test_the_text_of_a_relation_shows_values_and_p():
    at = given(a=200 / 3, tests=[paired(0.012345)])
    relation = (at(las, A) > at(las, B)) & at.alike(las, A, B, 50) & (at(las, B) < 31)
    assert relation.text == (
        "las(arc-eager) 66.67 > las(arc-standard) 30, p = 0.012 and "
        "|las(arc-eager) 66.67 - las(arc-standard) 30| <= 50, p = 0 and "
        "las(arc-standard) 30 < 31"
    )
    assert (at(las, B) == 30.001).text == "las(arc-standard) 30 == 30.001, off by 0.001"
    assert at.only_if(at(las, A) > 1, at(las, B) > 2).text == (
        "(las(arc-eager) 66.67 > 1) only if (las(arc-standard) 30 > 2)"
    )


@pytest.mark.parametrize(
    ("p", "above", "below"),
    [(0.0499, CONFIRMED, CONTRADICTED), (0.05, AS_CLAIMED, AGAINST)],
)
def test_a_relation_and_its_opposite_have_one_level_of_significance(p, above, below):
    at = given(tests=[paired(p)])
    assert (at(las, A) > at(las, B)).decision is above
    assert (at(las, B) > at(las, A)).decision is below
    assert (at(las, B) < at(las, A)).decision is above
    assert [*(at(las, A) > at(las, B)).p_values.values()] == [p]


def test_without_a_test_the_errors_of_both_values_decide():
    at = given(a=70.01, b=70)
    assert (at(las, A) > at(las, B)).decision is AS_CLAIMED
    assert (at(las, B) > at(las, A)).decision is AGAINST
    equal = given(a=70, b=70, tests=[paired(1.0)])
    assert (equal(las, A) > equal(las, B)).decision is AGAINST
    assert (equal(las, A) >= equal(las, B)).decision is AS_CLAIMED


@pytest.mark.parametrize(
    ("a", "b", "only_a", "only_b", "decision"),
    [
        (70, 69.9, 600, 500, CONFIRMED),
        (70, 69.9, 60_000, 59_900, AS_CLAIMED),
        (70, 69, 49_500, 48_500, AGAINST),
        (70, 60, 10_500, 500, CONTRADICTED),
    ],
)
def test_scores_are_alike_within_a_margin(a, b, only_a, only_b, decision):
    """Two one-sided tests inside the margin of half a point, one outside."""
    counts = int(a * 1000), int(b * 1000), WORDS, only_a, only_b
    test = Comparison("x", "dev", frozenset(), "las", A, B, *counts, p_mcnemar=0.5)
    assert given(a, b, tests=[test]).alike(las, A, B, within=0.5).decision is decision
    untested = given(a, b, tests=None).alike(las, A, B, within=0.5).decision
    assert untested is (CONFIRMED if decision >= AS_CLAIMED else CONTRADICTED)


def test_one_significant_difference_of_several_contradicts_if_holm_leaves_it_so():
    """Two p-values of 0.03 are 0.06 after the adjustment, one of 0.02 stays below 0.05."""
    for p, decisions in ((0.03, [AS_CLAIMED] * 2), (0.02, [CONTRADICTED, AS_CLAIMED])):
        at = given(tests=[paired(p), paired(0.06, b=C)], attardi=50)
        found = at.indistinct((las, A, B), (las, A, C))
        assert [one.decision for one in found] == decisions, p
    missing, tested = given(tests=[paired(0.02)]).indistinct((las, A, C), (las, A, B))
    assert (missing.missing is None, tested.decision) == (False, CONTRADICTED)
    (printed,) = given(tests=None).indistinct((las, A, B))
    assert printed.decision is CONFIRMED


def test_rank_correlation_decides_whether_numbers_rise_together():
    at = given()
    rising = [at.constant(n) for n in (1, 2, 3, 4, 5)]
    assert at.rank_correlated(rising, rising).decision is CONFIRMED  # p = 2/120
    assert at.rank_correlated(rising[:3], rising[:3]).decision is AS_CLAIMED  # p = 2/6
    assert at.rank_correlated(rising[:3], rising[2::-1]).decision is AGAINST
    for one in (rising[:2], [rising[0]] * 3):
        assert isinstance(at.rank_correlated(one, rising[: len(one)]).missing, UndefinedError)


def test_a_relation_within_chance_lies_between_true_and_false():
    at = given(tests=[paired(0.5)])
    likely, unlikely = at(las, A) > at(las, B), at(las, A) < at(las, B)
    true, false = at(las, A) > 1, at(las, A) < 0
    for relation, decision in (
        (likely & true, AS_CLAIMED),
        (unlikely & likely, AGAINST),
        (likely & false, CONTRADICTED),
        (at.only_if(likely, true), CONFIRMED),
        (at.only_if(likely, false), AGAINST),
        (at.only_if(unlikely, false), AS_CLAIMED),
        (at.only_if(false, false), CONFIRMED),
        (at.only_if(true, unlikely), AGAINST),
        (at.only_if(true, false), CONTRADICTED),
    ):
        assert relation.decision is decision, relation.text


@pytest.mark.parametrize(
    ("relation", "before"),
    [
        (lambda at: (at(las, A) < 0) & (at(las, C) > 1), 1),
        (lambda at: (at(las, C) > 1) & (at(las, A) < 0), 0),
        (lambda at: at.highest(las, A, C, B) > 0, 1),
        (lambda at: at(las, A) - at(las, B) < at(las, C), 2),
        (lambda at: at.alike(las, A, C, 1), 1),
        (lambda at: at.indistinct((las, A, C))[0], 1),
        (lambda at: at.only_if(at(las, A) > 1, at(las, C) > 1), 1),
        (lambda at: at.highest(las, A, C) / 0 > 1, 1),
    ],
)
def test_a_missing_value_is_noticed_wherever_it_stands(relation, before):
    """What it rests on are the values before it."""
    found = relation(given())
    assert str(found.missing) == "LAS of attardi (dev)"
    assert sum(map(len, found.values)) == before


def test_a_ratio_with_denominator_zero_is_undefined():
    at = given(a=0, words=0)
    assert isinstance((at(las, A) > 1).missing, UndefinedError)
    at = given()
    message = "las(arc-eager) 70 / (las(arc-eager) 70 - 70) divides by 0"
    assert str((at(las, A) / (at(las, A) - 70) > 0).missing) == message


@pytest.mark.parametrize(
    "expression",
    [
        lambda at: at(las, A) - at(las, B),
        lambda at: 2 * at(las, A) - at(las, A) + 3,
        lambda at: at(las, A) * at(las, B) / 100,
        lambda at: at.reduction(las, A, B),
        lambda at: abs(at(las, B) - at(las, A)) - abs(at(las, A) - at(las, B)) / 2,
        lambda at: at.highest(las, A, B, C) - at.lowest(las, B, C),
        lambda at: (at(las, A) - at(las, C)) / (100 - at(las, A)),
    ],
)
def test_slopes_of_a_number_equal_its_change_with_each_value(expression):
    shares = {"a": 70.0, "b": 30.0, "attardi": 55.0}
    words = 10**9  # so that a line is a curve
    here = expression(given(**shares, words=words))
    slopes = {values[0].key.system: slope for values, slope in here.slopes.items()}
    for name, subject in zip(shares, (A, B, C), strict=True):
        moved = expression(given(**shares | {name: shares[name] + 1e-5}, words=words))
        expected = float(moved.number - here.number) * 1e5
        assert slopes.get(subject.name, 0) == pytest.approx(expected, rel=1e-3, abs=1e-4)


def test_comparisons_with_the_highest_or_lowest_combine_the_p_of_all_pairs():
    """The largest p of all pairs counts, or the smallest p, multiplied by the number of pairs."""
    tests = [paired(0.01, 30, 10), paired(0.02, b=C)]
    at = given(a=70, b=60, attardi=50, tests=tests)

    def p(relation):
        return relation.decision, relation.comparisons[0].p

    assert p(at(las, A) > at.highest(las, B, C)) == (CONFIRMED, 0.02)
    assert p(at.highest(las, B, C) > at(las, A)) == (CONTRADICTED, 0.02)
    assert p(at(las, A) > at.lowest(las, B, C)) == (CONFIRMED, 0.02)
    tests = [paired(0.03, 30, 10), paired(0.04, b=C)]
    at = given(a=70, b=60, attardi=50, tests=tests)
    assert p(at(las, A) > at.highest(las, B, C)) == (CONFIRMED, 0.04)
    assert p(at(las, A) > at.lowest(las, B, C)) == (AS_CLAIMED, 0.06)
    between = [paired(0.01, 30, 10), paired(0.001, b=C)]
    at = given(a=70, b=75, attardi=50, tests=between)
    assert p(at(las, A) > at.highest(las, B, C)) == (CONTRADICTED, 0.02), "above C, not above B"
    assert p(at(las, A) > at.lowest(las, B, C)) == (CONFIRMED, 0.002)
    assert p(at(las, A) > at.highest(las, B, C) - 1)[1] is None, "a margin has no test of systems"


TEXTS = {"x": 100, "y": 300}  # words


class Sentences(Values):
    """Values that know what sentences add to them: to those of the second parser, a quarter."""

    def influence(self, key):
        rng = np.random.default_rng(TEXTS[key.treebank])
        added = rng.normal(0, 0.003, 400) * (0.25 if key.system == B.name else 1)
        return (key.treebank, key.split, 400), added


def test_without_a_test_of_systems_errors_over_sentences_decide():
    values = [
        Value(Key(name, "dev", s.name, metric="las"), "percent", words * share // 100, words)
        for name, words in TEXTS.items()
        for s, share in {A: 70, B: 60, C: 55}.items()
    ]
    at = Site(Results(Sentences(values), TableOfTests(), {}), [*TEXTS], "mcnemar")
    relation = at(las, A) - at(las, C) > 2 * (at(las, A) - at(las, B)) - 1
    # the number is A - C - 2A + 2B: what a sentence adds cancels, but for a quarter of 2B and C
    (compared,) = relation.comparisons
    assert compared.p is None
    added = {n: at.results.values.influence(Key(n, "dev", A.name))[1] for n in TEXTS}
    of_number = [100 / 2 * (-x + 2 * x / 4 - x) for x in added.values()]
    error = np.sqrt(sum(400 / 399 * (x @ x) for x in of_number))
    assert [*relation.p_values.values()] == [compared.p_sentences]
    assert compared.p_sentences == pytest.approx(2 * stats.norm.sf((15 - 20 + 1) / -error))


@pytest.mark.parametrize(
    "mistake",
    [
        lambda at: at(las, A) > 1 and at(las, B) > 1,
        lambda at: 0 < at(las, A) < 1,
        lambda at: not at(las, A) > 1,
        lambda at: at(las, A) > "many",
        lambda at: at(las),
        lambda at: at(Measure("coverage", "dev", of="mh4"), A),
        lambda at: (at(las, A) > 1) & True,
        lambda at: at.alike(las, A),
        lambda at: system("arc-eagre"),
        lambda at: Measure("las", "dev", of="arc-eagre"),
        lambda at: Measure("las", "dev|test|train"),
    ],
)
def test_mistakes_in_relations_are_refused(mistake):
    with pytest.raises((NonprojError, TypeError, ValueError, AttributeError)):
        mistake(given())
