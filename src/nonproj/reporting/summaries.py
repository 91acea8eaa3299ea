"""The last row of a table: one figure over several treebanks."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import Measurement
from nonproj.reporting import printing
from nonproj.reporting.addresses import ADDITIVE
from nonproj.reporting.cells import Ours, ours_from


def summarised(kind: str, measurements: Sequence[Measurement], unit: str) -> Ours | None:
    """mean: unweighted, of the treebanks (Nilsson 2009, table 5.6); sum: of the counts, as if the
    outputs were concatenated (Nilsson 2009, chapters 4 and 7-9). None where nothing was counted."""
    if kind == "mean":
        values = [printing.value_in(row, unit) for row in measurements]
        return None if None in values else Ours(Fraction(sum(values), len(values)))
    first = measurements[0]
    if first.unit not in ADDITIVE:
        raise NonprojError(f"{first}: counts in the unit {first.unit!r} do not add up")
    total = replace(
        first,
        numerator=sum(row.numerator for row in measurements),
        denominator=sum(row.denominator for row in measurements),
    )
    return ours_from(total, unit)
