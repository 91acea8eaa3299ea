"""Summaries over treebanks, for the last row of a table or the last panel of curves."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from nonproj.public.errors import NonprojError
from nonproj.public.scores import METRICS, UNITS, Counts, printing
from nonproj.public.values import Values, summed
from studies.plan.study.addresses import Address
from studies.tables.cells import Ours, ours_from

SUM = "sum"


def summarised(kind: str, values: Values, names: Sequence[str], address: Address) -> Ours | None:
    """Summarise a value over treebanks; None if it is missing for one or nothing was counted.

    `mean` is the unweighted mean (Nilsson 2009, table 5.6); `sum` adds up the counts, as if the
    outputs were concatenated (Nilsson 2009, chapters 4 and 7-9)."""
    found = [values.find(*address.keys(name)) for name in names]
    if None in found:
        return None
    if address.unit == "probability":
        return None  # the tests on several texts do not give a joint p-value
    if len(found) == 1:
        return ours_from(found[0], address.unit)
    if kind != SUM:
        numbers = [printing.number_in(value, address.unit) for value in found]
        return None if None in numbers else Ours(Fraction(sum(numbers), len(numbers)))
    if combined := combined_of(address):
        *parts, combine = combined
        sums = [summarised(SUM, values, names, part) for part in parts]
        counts = Counts(0, 0) if None in sums else combine(*(_share(part) for part in sums))
        return Ours(100 * Fraction(*counts)) if counts.denominator else None
    whole = summed(found)
    if whole is None:
        raise NonprojError(f"{found[0]}: counts in this unit do not add up")
    return ours_from(whole, address.unit)


def _share(percentage: Ours) -> Counts:
    return Counts(*(percentage.value / 100).as_integer_ratio())


def combined_of(
    address: Address,
) -> tuple[Address, Address, Callable[[Counts, Counts], Counts]] | None:
    """Return two percentages and a function that combines them; None if counts are added up.

    Two percentages are combined for normalised error rates, differences, and error reductions over
    different words, as with precision, Pre and Post (Nilsson 2009, 4.2.1, 7.3.2)."""
    row = METRICS[address.metric]
    if row.formula is None:
        return None
    own, other, combine = row.formula(address.setting)
    if UNITS[row.unit].additive and not METRICS[own.metric].own_words:
        return None
    parts = (
        Address(part.system or address.system, part.setting, address.split, part.metric, "percent")
        for part in (own, other)
    )
    return *parts, combine
