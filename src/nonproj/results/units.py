"""The units of values: how to print counts as a number, and whether counts can be added up."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Unit:
    label: str = ""  # text that a table adds to a column header
    scale: Fraction = Fraction(1)  # factor applied to a fraction before printing
    additive: bool = False  # whether counts of several texts can be added up


UNITS = {
    "count": Unit(),
    "thousand": Unit("thousand", scale=Fraction(1, 1000)),
    "percent": Unit("%", scale=Fraction(100), additive=True),
    "percent-of-total-error": Unit("% of total error", scale=Fraction(100)),
    "points": Unit("points", scale=Fraction(100)),
    "ratio": Unit(additive=True),
    "words": Unit("words", additive=True),
    "seconds": Unit("s"),
    "probability": Unit("p"),
    "boolean": Unit(),
}
SAME_ANSWER, OTHER_ANSWER = "same", "other"  # printed difference of two booleans
# Pairs of units: values in the first unit may be printed in the second.
PRINTED_AS = {("count", "thousand")}


def signed(points: float) -> str:
    """Format a difference with a true minus sign, but zero without a sign."""
    return f"{points:+z.2f}".replace("-", "−")
