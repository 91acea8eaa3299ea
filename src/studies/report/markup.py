"""Templates for the pages of reports, and the filters for their tables."""

import jinja2

from nonproj.public.drawing import environment
from studies.tables.build import TableRow, groups
from studies.tables.cells import Cell


def report_environment() -> jinja2.Environment:
    """Return the environment of the templates of reports."""
    found = environment("studies.report")
    found.filters |= {
        "groups": groups,
        "sort_value": _sort_value,
        "spreads": lambda rows: any(c.sd or c.published_sd for row in rows for c in row.cells),
    }
    return found


def _sort_value(cell: Cell, row: TableRow) -> str:
    """Return the number to sort a cell by: ours or, in rows without ours, the published number."""
    if cell.ours is not None and cell.denominator:
        return repr(cell.numerator / cell.denominator)
    if any(other.ours is not None for other in row.cells):
        return ""
    return {"yes": "1", "no": "0"}.get(cell.published or "", cell.published or "")
