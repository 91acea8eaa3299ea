"""Numbers as printed; rounding is compared with that of the standard library."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventions import measured
from nonproj.errors import NonprojError
from nonproj.results import printing


@given(st.decimals(-1000, 1000, places=6), st.integers(0, 4))
def test_rounded_rounds_half_away_from_zero(value, decimals):
    with localcontext(prec=60):
        expected = value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    assert printing.rounded(Fraction(value), decimals) == expected
    assert Decimal(printing.printed(Fraction(value), decimals)) == expected
    assert printing.printed(Fraction(22, 10), 2) == "2.20", "trailing zeros stay"
    assert printing.printed(Fraction(1999, 1000), 0) == "2"


@pytest.mark.parametrize(
    ("ours", "figure", "expected"),
    [
        ("98.244", "98.24", "0.00"),
        ("98.245", "98.24", "+0.01"),
        ("98.2", "98.24", "-0.04"),
        ("27.4", "27", "0"),
        ("30", "27", "+3"),
        ("99.96", "100.0", "0.0"),
    ],
)
def test_a_difference_has_the_precision_of_the_printed_figure(ours, figure, expected):
    assert printing.difference(Fraction(ours), figure) == expected


@pytest.mark.parametrize("figure", ["", "98,2", "1e3", "~98", "98."])
def test_a_printed_figure_that_is_no_decimal_number_is_refused(figure):
    with pytest.raises(NonprojError, match="not a decimal number"):
        printing.decimals_of(figure)


def test_a_value_is_printed_only_in_a_unit_that_suits_it():
    share = measured("t", "train", "gold", "", "m", "percent", 1, 8)
    count = measured("t", "train", "gold", "", "m", "count", 1249408)
    nothing = measured("t", "train", "gold", "", "m", "percent", 0, 0)
    assert printing.number_in(share, "percent") == Fraction("12.5")
    assert printing.number_in(count, "thousand") == Fraction("1249.408")
    assert printing.number_in(nothing, "percent") is None
    with pytest.raises(NonprojError, match="cannot be printed in the unit 'count'"):
        printing.number_in(share, "count")
    with pytest.raises(NonprojError, match="'furlong'"):
        printing.number_in(share, "furlong")


def test_a_small_number_gets_enough_decimals_not_to_print_as_zero():
    few, none, least = Fraction("0.3"), Fraction(0), Fraction(1, 10**9)
    cases = (few, "thousand", 0), (few, "percent", 0), (none, "thousand", 0), (least, "thousand", 1)
    assert [printing.enough_decimals(*case) for case in cases] == [1, 0, 0, 3]
