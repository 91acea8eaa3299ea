"""A cell of a table: published | ours | difference, as far as they exist."""

from dataclasses import dataclass
from fractions import Fraction

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import Measurement
from nonproj.experiments.published import PublishedFigure
from nonproj.reporting import printing


@dataclass(frozen=True)
class Cell:
    published: str | None = None
    published_sd: str | None = None
    note: str = ""
    mark: str = ""
    ours: str | None = None
    sd: str | None = None
    se: str | None = None
    difference: str | None = None
    differs: bool = False
    numerator: int | None = None
    denominator: int | None = None

    @property
    def spread(self) -> str:
        """Standard deviation, and the standard error in brackets: "± 0.42 (0.13)"."""
        parts = [f"± {self.sd}" if self.sd else "", f"({self.se})" if self.se else ""]
        return " ".join(filter(None, parts))


@dataclass(frozen=True)
class Ours:
    """A figure of ours; only one that is a share of counts has these, too."""

    value: Fraction
    sd: Fraction | None = None
    se: Fraction | None = None
    numerator: int | None = None
    denominator: int | None = None


def ours_from(
    measurement: Measurement | None,
    unit: str,
    sd: Measurement | None = None,
    se: Measurement | None = None,
) -> Ours | None:
    """None where nothing was measured, or nothing was counted."""
    value = None if measurement is None else printing.value_in(measurement, unit)
    if value is None:
        return None
    spread = [None if row is None else printing.value_in(row, "points") for row in (sd, se)]
    return Ours(value, *spread, measurement.numerator, measurement.denominator)


def cell_of(ours: Ours | None, figure: PublishedFigure | None, unit: str, decimals: int) -> Cell:
    """At the precision of the printed figure, else with `decimals`."""
    if figure is not None and figure.unit != unit:
        raise NonprojError(f"{figure} is not printed in the unit {unit!r}")
    published = {}
    if figure is not None:
        decimals = printing.decimals_of(figure.value)
        published = {
            "published": _shown(figure.value, unit),
            "published_sd": figure.sd or None,
            "note": figure.note,
        }
    if ours is None:
        return Cell(**published)
    if figure is None:
        decimals = printing.enough_decimals(ours.value, unit, decimals)
    difference = figure and printing.difference(ours.value, figure.value)
    return Cell(
        **published,
        ours=_shown(printing.printed(ours.value, decimals), unit),
        sd=_printed(ours.sd, decimals),
        se=_printed(ours.se, decimals),
        difference=_shown_difference(difference, unit),
        differs=difference is not None and any(digit in "123456789" for digit in difference),
        numerator=ours.numerator,
        denominator=ours.denominator,
    )


def _printed(value: Fraction | None, decimals: int) -> str | None:
    return None if value is None else printing.printed(value, decimals)


def _shown(figure: str, unit: str) -> str:
    return printing.BOOLEANS.get(figure, figure) if unit == "boolean" else figure


def _shown_difference(difference: str | None, unit: str) -> str | None:
    if difference is None or unit != "boolean":
        return difference
    return printing.SAME if difference == "0" else printing.OTHER
