"""A table as CSV for programs, Markdown for people and LaTeX for papers."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict

from nonproj.data.rows import as_csv
from nonproj.reporting.tables.build import Table, TableColumn, TablePart, TableRow, groups
from nonproj.reporting.tables.cells import Cell
from nonproj.results.units import UNITS

DASH = "–"
ALL = "All printed figures"  # introduces a note without a mark
GAIN_NOTE = (
    "+d [low, high]: gain over the projective parser that a strategy extends, with 95 % interval."
)
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
SPACES = dict.fromkeys("\n\r\f\v", " ")
MARKDOWN = str.maketrans({sign: "\\" + sign for sign in r"\`*_{}[]<>|#~"} | SPACES)
LATEX = str.maketrans(
    {sign: "\\" + sign for sign in "&%$#_{}"}
    | {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "↑": r"$\uparrow$",
        "↓": r"$\downarrow$",
        "–": "--",
        "−": "$-$",
        "≥": r"$\ge$",
        "≤": r"$\le$",
        "×": r"$\times$",
    }
    | SPACES
)


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


def to_json(table: Table) -> str:
    return json.dumps(asdict(table), ensure_ascii=False, indent=1) + "\n"


def to_markdown(table: Table) -> str:
    """Return a Markdown table; cells with a printed number are `published | ours | difference`."""
    lines = [f"### {_md(table.id)} · {_md(table.title)}", "", _md(table.caption), ""]
    measured, published = table.measured_part, table.published_part
    lines += _pipe_table(table, measured, _parts) if table.rows else ["Nothing was measured.", ""]
    lines += [line for note in _footnotes(table) for line in (_md(note), "")]
    if table.published_rows:
        lines += ["Published figures for treebanks that are not available:", ""]
        lines += _pipe_table(table, published, lambda cell: _published(cell) + _marked(cell))
        lines += [line for note in _notes(published) for line in (_md(note), "")]
    return "\n".join(lines)


def to_latex(table: Table) -> str:
    """Return a table in LaTeX, for the package booktabs."""
    columns, rows, _ = table.measured_part
    head = _head(table)
    titles = [*head, *(_titled(column, column.header) for column in columns)]
    bodies = ([*_names(table, row), *map(_parts, row.cells)] for row in rows)
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_tex(table.title)}. {_tex(table.caption)}}}",
        rf"\label{{tab:{table.study}-{table.id}}}",
        rf"\begin{{tabular}}{{{'l' * len(head)}{'r' * len(columns)}}}",
        r"\toprule",
        *_latex_groups(columns, len(head)),
        " & ".join(map(_tex, titles)) + r" \\",
        r"\midrule",
        *(" & ".join(map(_tex, cells)) + r" \\" for cells in bodies),
        r"\bottomrule",
        r"\end{tabular}",
        *(rf"\par\footnotesize {_tex(note)}" for note in _footnotes(table)),
    ]
    return "\n".join([*lines, r"\end{table}", ""])


def _footnotes(table: Table) -> list[str]:
    """Return the notes to print below the rows of measured treebanks."""
    found = _notes(table.measured_part)
    if any(cell.gain for row in table.rows for cell in row.cells):
        found.append(GAIN_NOTE)
    if table.unavailable:
        names = "; ".join(f"{item.label} ({item.reason})" for item in table.unavailable)
        found.append(f"Not available: {names}.")
    return found


def _notes(part: TablePart) -> list[str]:
    return [f"{note.mark or ALL}: {note.text}" for note in part.notes]


def _head(table: Table) -> list[str]:
    return ["Treebank", "Part"] if table.has_parts else ["Treebank"]


def _names(table: Table, row: TableRow) -> list[str]:
    return [row.label, row.part] if table.has_parts else [row.label]


def _fields(cells: Sequence[Cell]) -> list[str]:
    """List the CSV fields of a column: ours, and every other field that at least one cell has."""
    used = [name for name in CSV_FIELDS if any(getattr(cell, name) is not None for cell in cells)]
    if "published" in used and "difference" not in used:
        used.append("difference")
    return used if "ours" in used else ["ours", *used]


def _parts(cell: Cell) -> str:
    ours = _spread(cell.ours, " ".join(filter(None, (cell.spread, cell.gain))))
    if cell.published is None:
        return ours
    parts = (_published(cell), ours, cell.difference or DASH)
    return " | ".join(parts).replace("-", "−") + _marked(cell)


def _published(cell: Cell) -> str:
    return _spread(cell.published, f"± {cell.published_sd}" if cell.published_sd else "")


def _marked(cell: Cell) -> str:
    return f" ({cell.mark})" if cell.mark else ""


def _spread(number: str | None, spread: str) -> str:
    return f"{number or DASH} {spread}".rstrip()


def _titled(column: TableColumn, header: str) -> str:
    """Add the column's unit and the mark of its note to a header."""
    labels = UNITS[column.unit].label, column.mark
    return header + "".join(f" ({label})" for label in labels if label)


def _pipe_table(table: Table, part: TablePart, shown: Callable[[Cell], str]) -> list[str]:
    columns, rows, _ = part
    head = _head(table)
    names = (f"{c.group}: {c.header}" if c.group else c.header for c in columns)
    titles = [*head, *map(_titled, columns, names)]
    alignment = [":--"] * len(head) + ["--:"] * len(columns)
    lines = [titles, *([*_names(table, row), *map(shown, row.cells)] for row in rows)]
    body = ["| " + " | ".join(map(_md, line)) + " |" for line in lines]
    return [body[0], "| " + " | ".join(alignment) + " |", *body[1:], ""]


def _latex_groups(columns: Sequence[TableColumn], offset: int) -> list[str]:
    """Write a line of group headers above neighbouring columns, with rules below the headers."""
    cells, rules, first = [], [], offset + 1
    for name, span in groups(columns):
        cells.append(rf"\multicolumn{{{span}}}{{c}}{{{_tex(name)}}}" if name else "")
        rules += [rf"\cmidrule(lr){{{first}-{first + span - 1}}}"] if name else []
        first += span
    return ["& " * offset + " & ".join(cells) + r" \\", "".join(rules)] if rules else []


def _md(text: str) -> str:
    return text.translate(MARKDOWN)


def _tex(text: str) -> str:
    """Escape text for TeX; protect an initial bracket or star, an argument of a preceding `\\`."""
    return re.sub(r"^([\[*])", r"{\1}", text.translate(LATEX).strip())
