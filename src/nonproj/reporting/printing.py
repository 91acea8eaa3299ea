"""Numbers as the papers print them: exact fractions, rounded half away from zero."""

import re
from decimal import Decimal
from fractions import Fraction

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import Measurement

# What a fraction is multiplied by before it is printed in a unit.
SCALES = {
    "count": Fraction(1),
    "thousand": Fraction(1, 1000),
    "percent": Fraction(100),
    "percent-of-total-error": Fraction(100),
    "points": Fraction(100),
    "ratio": Fraction(1),
    "words": Fraction(1),
    "seconds": Fraction(1),
    "boolean": Fraction(1),
}
# Units of a measurement that may be printed in another one.
PRINTED_AS = {("count", "thousand")}
BOOLEANS = {"0": "no", "1": "yes"}
SAME, OTHER = "same", "other"


def value_in(measurement: Measurement, unit: str) -> Fraction | None:
    """The value of a measurement in `unit`; None where nothing was counted (denominator 0)."""
    if unit not in SCALES:
        raise NonprojError(f"unit {unit!r} is none of {', '.join(SCALES)}")
    if measurement.unit != unit and (measurement.unit, unit) not in PRINTED_AS:
        raise NonprojError(f"{measurement} cannot be printed in the unit {unit!r}")
    if measurement.denominator == 0:
        return None
    return SCALES[unit] * Fraction(measurement.numerator, measurement.denominator)


def rounded(value: Fraction, decimals: int) -> Decimal:
    """Half away from zero: rounded(Fraction(25, 1000), 2) == Decimal("0.03")."""
    steps = abs(value) * 10**decimals
    whole = (2 * steps.numerator + steps.denominator) // (2 * steps.denominator)
    return Decimal(-whole if value < 0 else whole).scaleb(-decimals)


def printed(value: Fraction, decimals: int) -> str:
    return f"{rounded(value, decimals):.{decimals}f}"


def decimals_of(figure: str) -> int:
    """decimals_of("98.10") == 2."""
    if not re.fullmatch(r"-?\d+(\.\d+)?", figure):
        raise NonprojError(f"printed figure {figure!r} is not a decimal number")
    return len(figure.partition(".")[2])


def difference(ours: Fraction, figure: str) -> str:
    """Ours less the printed figure, at its precision, signed: "+0.02", "-0.02", "0.00"."""
    decimals = decimals_of(figure)
    gap = rounded(ours, decimals) - Decimal(figure)
    return f"{gap:+.{decimals}f}" if gap else f"{abs(gap):.{decimals}f}"


def enough_decimals(value: Fraction, unit: str, decimals: int) -> int:
    """More than `decimals` where a small treebank would otherwise print as zero thousand."""
    while unit == "thousand" and value and decimals < 3 and not rounded(value, decimals):
        decimals += 1
    return decimals
