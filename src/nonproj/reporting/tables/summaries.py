"""One number over several treebanks: the last row of a table, the last panel of curves."""

from collections.abc import Sequence
from fractions import Fraction

from nonproj.errors import NonprojError
from nonproj.evaluation.units import UNITS
from nonproj.evaluation.values import Values, summed
from nonproj.experiments.study.addresses import Address
from nonproj.reporting import printing
from nonproj.reporting.tables.cells import Ours, ours_from
from nonproj.reporting.tables.quotients import DIFFERENCE, Quotient, compared, quotient_of

SUM = "sum"


def summarised(kind: str, values: Values, names: Sequence[str], address: Address) -> Ours | None:
    """mean: unweighted, of the treebanks (Nilsson 2009, table 5.6); sum: of the counts, as if the
    outputs were concatenated (Nilsson 2009, chapters 4 and 7-9). None where a treebank lacks the
    value or nothing was counted."""
    found = [values.find(*address.keys(name)) for name in names]
    if None in found:
        return None
    if address.unit == "probability":
        return None  # tests of several texts are no test of all
    if len(found) == 1:
        return ours_from(found[0], address.unit)
    pair = compared(address)
    if kind == SUM and pair is not None:
        return _gained([summarised(SUM, values, names, part) for part in pair], address)
    quotient = quotient_of(address)
    if kind == SUM and quotient is not None:
        return _divided(quotient, values, names, address.unit)
    if kind == SUM:
        whole = summed(found)
        if whole is None:
            raise NonprojError(f"{found[0]}: counts in this unit do not add up")
        return ours_from(whole, address.unit)
    numbers = [printing.number_in(value, address.unit) for value in found]
    return None if None in numbers else Ours(Fraction(sum(numbers), len(numbers)))


def _gained(scores: Sequence[Ours | None], address: Address) -> Ours | None:
    """Points gained, or the share of the errors that is gone."""
    if None in scores:
        return None
    own, baseline = (score.value for score in scores)
    if address.metric == DIFFERENCE:
        return Ours(own - baseline)
    return None if baseline == 100 else Ours(100 * (own - baseline) / (100 - baseline))


def _divided(quotient: Quotient, values: Values, names: Sequence[str], unit: str) -> Ours | None:
    """The quotient of sums, which is no sum of quotients."""
    rates = [summarised(SUM, values, names, part) for part in (quotient.part, quotient.whole)]
    if None in rates or rates[1].value == 0:
        return None
    ratio = rates[0].value / rates[1].value
    return Ours(UNITS[unit].scale * (1 - ratio if quotient.complement else ratio))
