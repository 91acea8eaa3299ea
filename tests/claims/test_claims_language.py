"""The language of claims: what it refuses, what it computes."""

from fractions import Fraction

import pytest

from nonproj.claims.language import (
    AbsentError,
    ClaimError,
    Outcome,
    Term,
    UndefinedError,
    bind,
    evaluate,
    filled_in,
    parse,
    terms,
)


class Given:
    """Values by hand; p-values by the pair of terms."""

    level = Fraction(1, 16)  # a float has it exactly

    def __init__(self, tests=None, **values):
        self._values = {Term(name, ()): Fraction(value) for name, value in values.items()}
        self._tests = tests

    def value(self, term):
        if term not in self._values:
            raise AbsentError(str(term))
        return self._values[term]

    def p_value(self, a, b):
        if self._tests is None:
            return None
        if (a.name, b.name) not in self._tests:
            raise AbsentError(f"{a} {b}")
        return self._tests[a.name, b.name]


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "a().b > 1",
        "a()[0] > 1",
        "(lambda: 1)() > 0",
        "[x for x in a()] > 1",
        "'a' < 'b'",
        "a(1) > 2",
        "a(x=1) > 2",
        "a(*b) > 2",
        "a() ** 2 > 1",
        "a() // 2 > 1",
        "a() in b()",
        "a() is b()",
        "True > 0",
        "1j > 0",
        "a > 1",
        "a()",
        "1 + 1",
        "min(a()) > 1",
        "abs(a(), b()) > 1",
        "max(a(), b(), key=c) > 1",
        "iff(a() > 1)",
        "significant(a() >= b())",
        "significant(a() > b() > c())",
        "significant(a() > 2)",
        "tied(a(), b() + 1)",
        "not a()",
        "-(a() > 1)",
        "a() if b() else c()",
        "(a := 1) > 0",
        "f'{a()}' > 1",
        "a() >",
        "",
    ],
)
def test_whatever_is_no_relation_is_refused(text):
    with pytest.raises(ClaimError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("a() == 100 - b()", True),
        ("a() / 3 + a() / 3 + a() / 3 == a()", True),
        ("0.1 * a() == 7", True),
        ("a() != 70", False),
        ("b() < a() < 71", True),
        ("b() < a() < 70", False),
        ("max(a(), b()) - min(a(), b(), 20) == 50", True),
        ("abs(b() - a()) == 40", True),
        ("-a() < 0 and not b() > a()", True),
        ("a() < b() or b() <= 30", True),
        ("iff(a() > b(), b() < a())", True),
        ("iff(a() > b(), a() < b())", False),
        ("implies(a() < b(), a() == 0)", True),
        ("implies(a() > b(), a() == 0)", False),
    ],
)
def test_arithmetic_is_exact(text, holds):
    outcome = evaluate(parse(text), Given(a=70, b=30))
    assert outcome is (Outcome.HOLDS if holds else Outcome.CONTRADICTED)


@pytest.mark.parametrize(
    ("p", "above", "below", "tied"),
    [
        (0.0624, Outcome.HOLDS, Outcome.CONTRADICTED, Outcome.CONTRADICTED),
        (0.0625, Outcome.NOT_SIGNIFICANT, Outcome.CONTRADICTED, Outcome.HOLDS),
    ],
)
def test_significance(p, above, below, tied):
    given = Given({("a", "b"): p}, a=2, b=1)
    assert evaluate(parse("significant(a() > b())"), given) is above
    assert evaluate(parse("significant(a() < b())"), given) is below
    assert evaluate(parse("tied(a(), b())"), given) is tied


def test_an_equal_pair_is_not_significant():
    given = Given({("a", "b"): 1.0}, a=1, b=1)
    assert evaluate(parse("significant(a() > b())"), given) is Outcome.NOT_SIGNIFICANT


def test_without_tests_the_figures_decide():
    given = Given(a=2, b=1)
    assert evaluate(parse("significant(a() > b()) and tied(a(), b())"), given) is Outcome.HOLDS


def test_not_significant_lies_between_true_and_false():
    given = Given({("a", "b"): 0.5}, a=2, b=1)
    open_, true, false = "significant(a() > b())", "a() > b()", "a() < b()"
    for text, outcome in {
        f"{open_} and {true}": Outcome.NOT_SIGNIFICANT,
        f"{open_} and {false}": Outcome.CONTRADICTED,
        f"{open_} or {false}": Outcome.NOT_SIGNIFICANT,
        f"{open_} or {true}": Outcome.HOLDS,
        f"not {open_}": Outcome.NOT_SIGNIFICANT,
    }.items():
        assert evaluate(parse(text), given) is outcome, text


def test_what_is_absent_is_never_passed_by():
    for text in ("a() < 0 and x() > 1", "a() > 0 or x() > 1", "implies(a() < 0, x() > 1)"):
        with pytest.raises(AbsentError):
            evaluate(parse(text), Given(a=1))


def test_division_by_zero_is_undefined():
    with pytest.raises(UndefinedError):
        evaluate(parse("a() / (a() - 1) > 0"), Given(a=1))


def test_loop_variables_stand_for_names_only():
    relation = bind(parse("m(s) > m(P0) - 1"), {"m": "las", "s": "P1"})
    assert terms(relation) == [Term("las", ("P1",)), Term("las", ("P0",))]


def test_a_relation_shows_its_figures():
    given = Given({("a", "b"): 0.012345}, a=Fraction(200, 3), b=1)
    shown = filled_in(parse("significant(a() > b()) and b() < 2"), given)
    assert shown == "significant(a() [66.67] > b() [1], p=0.012) and b() [1] < 2"
