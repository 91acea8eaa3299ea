"""A table as CSV."""

from collections.abc import Sequence

from nonproj.public.files import as_csv
from studies.tables.build import Table
from studies.tables.cells import Cell

# Field of a cell -> suffix that its CSV column adds to the id of the table's column.
CSV_FIELDS = {
    "ours": "",
    "sd": ".sd",
    "se": ".se",
    "gain": ".gain",
    "published": ".published",
    "published_sd": ".published.sd",
    "difference": ".difference",
}


def to_csv(table: Table) -> str:
    """Return a table as CSV, with one line per row.

    Each column has as many fields as needed: ours (without a suffix), .sd, .se, .published,
    .published.sd, .difference, .gain."""
    rows = table.rows + table.published_rows
    fields = [_fields([row.cells[i] for row in rows]) for i in range(len(table.columns))]
    header = ["treebank", "label", "part"]
    for column, names in zip(table.columns, fields, strict=True):
        header += [column.id + CSV_FIELDS[name] for name in names]
    lines = (
        [row.treebank, row.label, row.part]
        + [getattr(cell, n) for cell, names in zip(row.cells, fields, strict=True) for n in names]
        for row in rows
    )
    return as_csv(header, lines)


def _fields(cells: Sequence[Cell]) -> list[str]:
    """List the CSV fields of a column: ours, and every other field that at least one cell has."""
    used = [name for name in CSV_FIELDS if any(getattr(cell, name) is not None for cell in cells)]
    if "published" in used and "difference" not in used:
        used.append("difference")
    return used if "ours" in used else ["ours", *used]
