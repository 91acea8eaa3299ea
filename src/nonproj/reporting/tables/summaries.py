"""One figure over several treebanks: the last row of a table, the last panel of curves."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import Measurement
from nonproj.experiments.addresses import ADDITIVE, Address, Lookup
from nonproj.reporting import printing
from nonproj.reporting.tables.cells import Ours, ours_from
from nonproj.reporting.tables.quotients import Quotient, quotient_of

SUM = "sum"


def summarised(kind: str, lookup: Lookup, names: Sequence[str], address: Address) -> Ours | None:
    """mean: unweighted, of the treebanks (Nilsson 2009, table 5.6); sum: of the counts, as if the
    outputs were concatenated (Nilsson 2009, chapters 4 and 7-9). None where a treebank lacks the
    figure or nothing was counted."""
    figures = [lookup.find(name, address) for name in names]
    if None in figures:
        return None
    if len(figures) == 1:
        return ours_from(figures[0], address.unit)
    quotient = quotient_of(address)
    if kind == SUM and quotient is not None:
        return _divided(quotient, lookup, names, address.unit)
    if kind == SUM:
        return ours_from(_summed(figures), address.unit)
    values = [printing.value_in(row, address.unit) for row in figures]
    return None if None in values else Ours(Fraction(sum(values), len(values)))


def _divided(quotient: Quotient, lookup: Lookup, names: Sequence[str], unit: str) -> Ours | None:
    """The quotient of sums, which is no sum of quotients."""
    rates = [summarised(SUM, lookup, names, part) for part in (quotient.part, quotient.whole)]
    if None in rates or rates[1].value == 0:
        return None
    value = rates[0].value / rates[1].value
    return Ours(printing.SCALES[unit] * (1 - value if quotient.complement else value))


def _summed(figures: Sequence[Measurement]) -> Measurement:
    first = figures[0]
    if first.unit not in ADDITIVE:
        raise NonprojError(f"{first}: counts in the unit {first.unit!r} do not add up")
    return replace(
        first,
        numerator=sum(row.numerator for row in figures),
        denominator=sum(row.denominator for row in figures),
    )
