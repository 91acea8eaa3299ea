"""The units of values: how counts become the printed number, and whether they add up."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Unit:
    label: str = ""  # what a table writes behind the header of a column
    scale: Fraction = Fraction(1)  # what a fraction is multiplied by before it is printed
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
# Units of a value that may be printed in another one.
PRINTED_AS = {("count", "thousand")}


def signed(points: float) -> str:
    """Print a difference with a true minus sign, and no sign before zero."""
    return f"{points:+z.2f}".replace("-", "−")
