"""The units of values: how to print counts as a number, and whether counts can be added up."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Unit:
    label: str = ""  # what a table adds to the header of a column
    scale: Fraction = Fraction(1)  # factor applied to a fraction before printing
    additive: bool = False  # counts of several texts add up; label inventories do not


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
SAME_ANSWER, OTHER_ANSWER = "same", "other"  # the difference of two booleans, as printed
# Units whose values may also be printed in another unit.
PRINTED_AS = {("count", "thousand")}


def signed(points: float) -> str:
    """Print a difference with a true minus sign, and zero without a sign."""
    return f"{points:+z.2f}".replace("-", "−")
