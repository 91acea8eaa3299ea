"""A cell of a table, which shows published | ours | difference as far as they are known."""

from dataclasses import dataclass
from fractions import Fraction

from nonproj.public.errors import NonprojError
from nonproj.public.scores import OTHER_ANSWER, SAME_ANSWER, printing
from nonproj.public.values import Value
from studies.plan.study.published import PublishedValue


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
    best: bool = False  # among the parsers of its treebank
    gain: str | None = None  # over the projective baseline, with an interval

    @property
    def spread(self) -> str:
        """The standard deviation, followed by the standard error in brackets: "± 0.42 (0.13)"."""
        parts = [f"± {self.sd}" if self.sd else "", f"({self.se})" if self.se else ""]
        return " ".join(filter(None, parts))


@dataclass(frozen=True)
class Ours:
    """One of our numbers; for a ratio of counts, the numerator and denominator are also given."""

    value: Fraction
    sd: Fraction | None = None
    se: Fraction | None = None
    numerator: int | None = None
    denominator: int | None = None


def ours_from(
    value: Value | None, unit: str, sd: Value | None = None, se: Value | None = None
) -> Ours | None:
    """Return our number for a cell; None if nothing was measured or counted."""
    number = None if value is None else printing.number_in(value, unit)
    if number is None:
        return None
    spread = [None if part is None else printing.number_in(part, "points") for part in (sd, se)]
    return Ours(number, *spread, value.numerator, value.denominator)


def cell_of(ours: Ours | None, theirs: PublishedValue | None, unit: str, decimals: int) -> Cell:
    """Return a cell with as many decimals as the published value or, without one, `decimals`."""
    if theirs is not None and theirs.unit != unit:
        raise NonprojError(f"{theirs} is not printed in the unit {unit!r}")
    published = {}
    if theirs is not None:
        decimals = printing.decimals_of(theirs.value)
        published = {
            "published": _shown(theirs.value, unit),
            "published_sd": theirs.sd or None,
            "note": theirs.note,
        }
    if ours is None:
        return Cell(**published)
    if theirs is None:
        decimals = printing.enough_decimals(ours.value, unit, decimals)
    difference = theirs and printing.difference(ours.value, theirs.value)
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


def _shown(number: str, unit: str) -> str:
    if unit == "probability" and not number.strip("0."):
        return f"<{number[:-1]}1"
    return printing.YES_NO.get(number, number) if unit == "boolean" else number


def _shown_difference(difference: str | None, unit: str) -> str | None:
    if difference is None or unit != "boolean":
        return difference
    return SAME_ANSWER if difference == "0" else OTHER_ANSWER
