"""Summaries over treebanks, for the last row of a table or the last panel of curves."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from nonproj.errors import NonprojError
from nonproj.experiments.study.addresses import Address
from nonproj.reporting import printing
from nonproj.reporting.tables.cells import Ours, ours_from
from nonproj.results.metrics import PLACES, Counts, difference, error_reduction, normalised
from nonproj.results.values import Values, drop_items, named_items, summed

SUM = "sum"
OF_A_COMBINATION = ("classifiers", "accumulate", "parsers")  # items for combinations only
# Error reductions in Pre and Post, which contain different words for each parser
PART_REDUCTIONS = {f"{part}-error-reduction": f"{part}-error-rate" for part in ("pre", "post")}


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


def _fewer_errors(own: Counts, baseline: Counts) -> Counts:
    """Return the error reduction, given the error rates of the parser and of the baseline."""
    return error_reduction(*(Counts(words - wrong, words) for wrong, words in (own, baseline)))


def combined_of(
    address: Address,
) -> tuple[Address, Address, Callable[[Counts, Counts], Counts]] | None:
    """Return two percentages and a function that combines them; None if counts are added up.

    Two percentages are combined for normalised error rates, differences, and error reductions over
    different words, as with precision, Pre and Post (Nilsson 2009, 4.2.1, 7.3.2)."""
    metric, items = address.metric, named_items(address.setting)
    rate = replace(address, unit="percent")
    if metric.startswith("norm-"):
        setting = drop_items(address.setting, *PLACES)
        whole = replace(rate, metric="error-rate", setting=setting)
        part = replace(rate, metric=metric.removeprefix("norm-"))
        return part, whole, normalised
    compared = PART_REDUCTIONS.get(metric, items.get("of", ""))
    setting = drop_items(address.setting, "of", "baseline")
    own = replace(rate, metric=compared, setting=setting)
    alone = drop_items(setting, *OF_A_COMBINATION)
    baseline = replace(own, system=items.get("baseline", ""), setting=alone)
    if metric in PART_REDUCTIONS:
        return own, baseline, _fewer_errors
    if metric == "difference":
        return own, baseline, difference
    if compared == "precision":
        return own, baseline, error_reduction
    return None
