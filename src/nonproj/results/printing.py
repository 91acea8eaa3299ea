"""Numbers as the papers print them: exact fractions, rounded half away from zero."""

import re
from decimal import Decimal
from fractions import Fraction

from nonproj.errors import NonprojError
from nonproj.results.units import PRINTED_AS, UNITS
from nonproj.results.values import Value

YES_NO = {"0": "no", "1": "yes"}


def number_in(value: Value, unit: str) -> Fraction | None:
    """Return the number to print for a value in `unit`; None if nothing was counted."""
    if unit not in UNITS:
        raise NonprojError(f"unit {unit!r}; expected one of {', '.join(UNITS)}")
    if value.unit != unit and (value.unit, unit) not in PRINTED_AS:
        raise NonprojError(f"{value} cannot be printed in the unit {unit!r}")
    if value.denominator == 0:
        return None
    return UNITS[unit].scale * Fraction(value.numerator, value.denominator)


def with_number(value: Value) -> dict[str, str | int | float | None]:
    """Return a value's row, with the result of `number_in` added as the field `value`."""
    number = number_in(value, value.unit)
    return value.as_dict() | {"value": None if number is None else float(number)}


def rounded(value: Fraction, decimals: int) -> Decimal:
    """Round half away from zero: rounded(Fraction(25, 1000), 2) == Decimal("0.03")."""
    steps = abs(value) * 10**decimals
    whole = (2 * steps.numerator + steps.denominator) // (2 * steps.denominator)
    return Decimal(-whole if value < 0 else whole).scaleb(-decimals)


def printed(value: Fraction, decimals: int) -> str:
    return f"{rounded(value, decimals):.{decimals}f}"


def decimals_of(published: str) -> int:
    """Count the decimals of a published number: decimals_of("98.10") == 2."""
    if not re.fullmatch(r"-?\d+(\.\d+)?", published):
        raise NonprojError(f"published value {published!r} is not a decimal number")
    return len(published.partition(".")[2])


def difference(ours: Fraction, published: str) -> str:
    """Format ours minus the published number, with the published decimals: "+0.02", "0.00"."""
    decimals = decimals_of(published)
    gap = rounded(ours, decimals) - Decimal(published)
    return f"{gap:+.{decimals}f}" if gap else f"{abs(gap):.{decimals}f}"


def enough_decimals(value: Fraction, unit: str, decimals: int) -> int:
    """Return `decimals`, or more if a small value would otherwise be printed as 0 thousand."""
    while unit == "thousand" and value and decimals < 3 and not rounded(value, decimals):
        decimals += 1
    return decimals
