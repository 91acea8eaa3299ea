"""Relations: what operators record and compute."""

from fractions import Fraction

import pytest

from nonproj.claims.relations import (
    AbsentError,
    ClaimError,
    Metric,
    Outcome,
    System,
    Treebank,
    UndefinedError,
    between,
    falling,
    highest,
    iff,
    lowest,
    name_all,
    rising,
    significant,
    tied,
)
from nonproj.errors import NonprojError

a, b, x = (Metric("las", "dev", system="gold") for _ in range(3))
name_all({"a": a, "b": b, "x": x})


class Given:
    """Values by hand; p-values by the pair of terms."""

    level = Fraction(1, 16)  # a float has it exactly

    def __init__(self, tests=None, close=0.0, **values):
        self._close = close
        self._values = {f"{name}()": Fraction(value) for name, value in values.items()}
        self._tests = tests

    def value(self, term):
        if str(term) not in self._values:
            raise AbsentError(str(term))
        return self._values[str(term)]

    def beyond_chance(self, first, second):
        """By the tests; what has none differs."""
        pair = [getattr(getattr(part, "metric", None), "name", "") for part in (first, second)]
        return (self._tests or {}).get(tuple(pair), 0) < self.level

    def equivalence(self, first, second, margin):
        return None if self._tests is None else self._close

    def p_value(self, first, second):
        if self._tests is None:
            return None
        pair = first.metric.name, second.metric.name
        if pair not in self._tests:
            raise AbsentError(f"{first} {second}")
        return self._tests[pair]


@pytest.mark.parametrize(
    "relation",
    [
        lambda: a() > 1 and b() > 1,
        lambda: 0 < a() < 1,
        lambda: not a() > 1,
        lambda: a() > "1",
        lambda: a > 1,
        lambda: highest(a(), b) > 1,
        lambda: (a() > 1) & True,
        lambda: significant(a() >= b()),
        lambda: significant(falling(a(), b(), x())),
        lambda: significant(a() > 2),
        lambda: significant(a() - b() > x()),
        lambda: tied(a(), b() + 1),
        lambda: a(System("arc-eager")),
        lambda: Metric("las", "dev")(),
        lambda: Metric("las", "dev")(System("arc-eager"), System("mst")),
        lambda: a(Treebank("czech"), Treebank("german")),
        lambda: System("arc-eagre"),
    ],
)
def test_what_is_no_relation_is_refused(relation):
    with pytest.raises((NonprojError, TypeError)):
        relation()


@pytest.mark.parametrize(
    ("relation", "holds"),
    [
        (a() == 100 - b(), True),
        (a() / 3 + a() / 3 + a() / 3 == a(), True),
        (0.1 * a() == 7, True),
        (rising(b(), a(), 71), True),
        (rising(b(), a(), 70), False),
        (between(b(), a(), 70), True),
        (falling(a(), b(), 30), False),
        (highest(a(), b()) - lowest(a(), b(), 20) == 50, True),
        (abs(b() - a()) == 40, True),
        ((a() >= 70) & (b() <= 30), True),
        ((a() >= 70) & (b() < 30), False),
        (iff(a() > b(), b() < a()), True),
        (iff(a() > b(), a() < b()), False),
    ],
)
def test_arithmetic_is_exact(relation, holds):
    outcome = relation.at(Given(a=70, b=30))
    assert outcome is (Outcome.HOLDS if holds else Outcome.CONTRADICTED)


@pytest.mark.parametrize(
    ("p", "above", "below"),
    [
        (0.0624, Outcome.HOLDS, Outcome.CONTRADICTED),
        (0.0625, Outcome.NOT_SIGNIFICANT, Outcome.NOT_SIGNIFICANT),
    ],
)
def test_significance(p, above, below):
    given = Given({("a", "b"): p}, a=2, b=1)
    assert significant(a() > b()).at(given) is above
    assert significant(a() < b()).at(given) is below


@pytest.mark.parametrize(
    ("p", "close", "outcome"),
    [
        (0.0625, 0.0624, Outcome.HOLDS),
        (0.0625, 0.0625, Outcome.NOT_SIGNIFICANT),  # too few words for either
        (0.0624, 0.0625, Outcome.CONTRADICTED),
        (0.0624, 0.0624, Outcome.NOT_SIGNIFICANT),  # so many that a trifle is told from nothing
    ],
)
def test_a_tie_is_neither_told_apart_nor_further_than_the_margin(p, close, outcome):
    assert tied(a(), b()).at(Given({("a", "b"): p}, close, a=2, b=1)) is outcome


def test_an_equal_pair_is_not_significant():
    given = Given({("a", "b"): 1.0}, a=1, b=1)
    assert significant(a() > b()).at(given) is Outcome.NOT_SIGNIFICANT


def test_without_tests_the_values_decide():
    relation = significant(a() > b()) & tied(a(), b())
    assert relation.at(Given(a=2, b=1.75)) is Outcome.HOLDS
    assert relation.at(Given(a=2, b=1)) is Outcome.CONTRADICTED


def test_not_significant_lies_between_true_and_false():
    given = Given({("a", "b"): 0.5}, a=2, b=1)
    undecided, true, false = significant(a() > b()), a() > b(), a() < 0
    for relation, outcome in (
        (undecided & true, Outcome.NOT_SIGNIFICANT),
        (undecided & false, Outcome.CONTRADICTED),
        (iff(undecided, true), Outcome.NOT_SIGNIFICANT),
        (iff(undecided, false), Outcome.NOT_SIGNIFICANT),
        (iff(false, false), Outcome.HOLDS),
    ):
        assert relation.at(given) is outcome, str(relation)


@pytest.mark.parametrize("relation", [(a() < 0) & (x() > 1), highest(a(), x()) > 0])
def test_an_absent_value_is_noticed_wherever_it_stands(relation):
    with pytest.raises(AbsentError):
        relation.at(Given(a=1))


def test_division_by_zero_is_undefined():
    with pytest.raises(UndefinedError, match=r"a\(\) / \(a\(\) - 1\) divides by 0"):
        (a() / (a() - 1) > 0).at(Given(a=1))


@pytest.mark.parametrize(
    ("relation", "text"),
    [
        (a() - (b() - 1) > a() - b() - 1, "a() - (b() - 1) > a() - b() - 1"),
        ((a() + 1) / (2 * b()) < a() * b() / x(), "(a() + 1) / (2 * b()) < a() * b() / x()"),
        (a() + 1 > b(), "a() + 1 > b()"),
        (highest(1, a()) >= abs(a() - b()), "max(1, a()) >= abs(a() - b())"),
        ((a() < 1) & (b() <= 2) & iff(a() == 1, x() > 2.5),
         "a() < 1 and b() <= 2 and iff(a() == 1, x() > 2.5)"),
    ],
)  # fmt: skip
def test_the_text_of_a_relation_is_what_was_written(relation, text):
    assert str(relation) == text


def test_a_relation_shows_its_values():
    given = Given({("a", "b"): 0.012345}, a=Fraction(200, 3), b=1)
    relation = significant(a() > b()) & (b() < 2)
    shown = "significant(a() [66.67] > b() [1], p=0.012) and b() [1] < 2"
    assert relation.filled_in(given) == shown
    assert (a() == b()).filled_in(given) == "a() [66.6667] == b() [1]"


def test_terms_are_those_of_their_variables():
    las, P1, czech = Metric("las", "dev"), System("arc-eager+head"), Treebank("conll09-czech")
    name_all({"las": las, "P1": P1, "czech": czech, "other": 1})
    (term,) = (las(P1, czech) > las(P1, czech) - 1).terms()
    assert str(term) == "las(P1, czech)"
    assert (term.system, term.published) == ("arc-eager+head", "conll09-czech")


def test_a_condition_is_no_claim():
    with pytest.raises(ClaimError, match="expected &"):
        bool(a() > 1)
