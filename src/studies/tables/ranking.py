"""Marks for the best parsers on a treebank, and parsers' gains over projective baselines."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from nonproj.public.scores import HIGHER, METRICS
from nonproj.public.values import Subject, Value
from nonproj.public.variants import strategy_of
from studies.plan.study.addresses import Address
from studies.plan.study.names import TREES
from studies.tables.cells import Cell
from studies.values.tests import Tests


def with_best(
    rows: Sequence[Sequence[Cell]], addresses: Sequence[Sequence[Address]]
) -> list[tuple[Cell, ...]]:
    """Mark our best values for one treebank, under each metric.

    Values are compared if only their systems differ. If all these values are equal, none is marked.
    """
    groups: dict[tuple, dict[tuple[int, int], Fraction]] = {}
    for i, (cells, row) in enumerate(zip(rows, addresses, strict=True)):
        for j, (cell, address) in enumerate(zip(cells, row, strict=True)):
            if _ranked(cell, address):
                group = address.metric, address.setting, address.split, address.unit
                value = Fraction(cell.numerator, cell.denominator)
                groups.setdefault(group, {})[i, j] = value
    best = {place for group, found in groups.items() for place in _best(group[0], found)}
    return [
        tuple(replace(cell, best=True) if (i, j) in best else cell for j, cell in enumerate(cells))
        for i, cells in enumerate(rows)
    ]


def _ranked(cell: Cell, address: Address) -> bool:
    """Check whether a cell holds a score by which parsers are ranked."""
    of_a_parser = address.system not in TREES and "oracle" not in address.setting
    return bool(of_a_parser and cell.denominator and METRICS[address.metric].better)


def _best(metric: str, found: dict[tuple[int, int], Fraction]) -> Iterable[tuple[int, int]]:
    if len(set(found.values())) < 2:
        return []
    top = (max if METRICS[metric].better == HIGHER else min)(found.values())
    return [place for place, value in found.items() if value == top]


def gain_of(tests: Tests, value: Value) -> str | None:
    """Return the gain over the projective baseline with its 95 % interval: "+1.54 [1.08, 2.01]".

    Return None for a projective parser, or if there is no test of the parser and its baseline."""
    key = value.key
    strategy = strategy_of(key.system)
    if strategy is None:
        return None
    test = tests.find(key, key._replace(system=strategy.baseline))
    if test is None:
        return None
    seen = test.seen_from(Subject(key.system, key.setting - test.setting))
    points = f"{100 * seen.difference:+z.2f}"
    if seen.low is None:
        return points
    return f"{points} [{100 * seen.low:z.2f}, {100 * seen.high:z.2f}]"
