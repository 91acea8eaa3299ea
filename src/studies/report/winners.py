"""Winners: the best systems in a table, which other tables and figures show in more detail.

Nilsson (2009, 7.3) analyses the best votes in his table 7.2; we also analyse the best votes in our
table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonproj.public.values import Setting, Values, items_of, text_of
from studies.plan.study.addresses import Address
from studies.plan.study.study import RowSpec, SeriesSpec, Study, TableSpec, Winner
from studies.tables.summaries import SUM, summarised

Lines = Sequence[RowSpec | SeriesSpec]


class BestSystem(NamedTuple):
    """A winner: its system, the items that it adds to the table's setting, and its printed name."""

    system: str
    items: Setting
    label: str


def with_winners(study: Study, values: Values) -> Study:
    """Replace winners in rows and series with their systems; drop winners that were not run."""
    found = {w.system: _best(study.table(w.table), w, values) for w in study.winners}
    tables = tuple(_resolved(table, "rows", found) for table in study.tables)
    figures = tuple(_resolved(figure, "series", found) for figure in study.figures)
    return replace(study, tables=tables, figures=figures)


def _best(table: TableSpec, winner: Winner, values: Values) -> BestSystem | None:
    """Return the candidate that is best on the pooled treebanks with values for every candidate.

    Ties go to the first candidate."""
    candidates: dict[Address, str] = {}
    for row in table.rows:
        for column in table.columns:
            address = table.address_of(row, column)
            if address.system in winner.among:
                candidates[address] = f"{column.group} {column.header}, {row.label}"
    names = [
        name
        for name in values.treebanks
        if all(values.find(*address.keys(name)) for address in candidates)
    ]
    if not names:
        return None
    scores = {address: summarised(SUM, values, names, address).value for address in candidates}
    best = max(scores, key=lambda address: scores[address])
    return BestSystem(best.system, best.setting - table.address.setting, candidates[best])


def _resolved(spec, lines: str, found: Mapping[str, BestSystem | None]):
    own = getattr(spec, lines)
    if not {line.system for line in own} & found.keys():
        return spec
    return replace(spec, **{lines: tuple(_lines(own, found))})


def _lines(lines: Lines, found: Mapping[str, BestSystem | None]) -> Lines:
    """Replace winners with their systems; if a system already has a line, extend its label."""
    kept = [line for line in lines if line.system not in found]
    for line in lines:
        winner = found.get(line.system)
        if winner is None:
            continue
        setting = text_of(items_of(line.setting) | winner.items)
        named = f"{line.label}: {winner.label}"
        line = replace(line, system=winner.system, setting=setting, label=named)
        same = [k for k, other in enumerate(kept) if other.address == line.address]
        for k in same:
            kept[k] = replace(kept[k], label=f"{kept[k].label} = {named.partition(':')[0]}")
        kept += [] if same else [line]
    return kept
