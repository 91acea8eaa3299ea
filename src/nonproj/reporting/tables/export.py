"""A table as CSV for programs, Markdown for people and LaTeX for papers."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict

from nonproj.data.rows import as_csv
from nonproj.evaluation.units import UNITS
from nonproj.reporting.tables.build import Table, TableColumn, TablePart, TableRow
from nonproj.reporting.tables.cells import Cell

DASH = "–"
ALL = "All printed figures"  # where a note without a mark belongs
GAIN_NOTE = (
    "+d [low, high]: difference to the projective parser that a strategy extends, 95 % interval."
)
# Field of a cell -> what the name of its CSV column adds to the id of the table's column.
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
    """One line per row. A column takes what it has: ours, .sd, .se, .published, .published.sd,
    .difference, .gain."""
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
    """A pipe table; `published | ours | difference` in the cells that the paper has."""
    lines = [f"### {_md(table.id)} · {_md(table.title)}", "", _md(table.caption), ""]
    lines += (
        _pipe_table(table, table.measured_part, _parts)
        if table.rows
        else ["Nothing was measured.", ""]
    )
    if table.rows:
        lines += _notes(table.measured_part)
    if _has_gains(table):
        lines += [_md(GAIN_NOTE), ""]
    if table.departures:
        lines += [f"{_md(_departures(table))}", ""]
    if table.unavailable:
        names = "; ".join(f"{_md(item.label)} ({_md(item.reason)})" for item in table.unavailable)
        lines += [f"Not available: {names}.", ""]
    if table.published_rows:
        lines += ["Published figures of treebanks that are not available:", ""]
        lines += _pipe_table(table, table.published_part, _published_alone)
        lines += _notes(table.published_part)
    return "\n".join(lines)


def to_latex(table: Table) -> str:
    """A table of the package booktabs."""
    head = ["Treebank", "Part"] if table.has_parts else ["Treebank"]
    columns, rows, notes = table.measured_part
    titles = [*head, *(_titled(column, column.header) for column in columns)]
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
        *(_latex_row(table, row) for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    lines += [rf"\par\footnotesize {_tex(f'{n.mark or ALL}: {n.text}')}" for n in notes]
    lines += [rf"\par\footnotesize {_tex(GAIN_NOTE)}"] if _has_gains(table) else []
    if table.departures:
        lines += [rf"\par\footnotesize {_tex(_departures(table))}"]
    if table.unavailable:
        names = "; ".join(f"{item.label} ({item.reason})" for item in table.unavailable)
        lines += [rf"\par\footnotesize {_tex(f'Not available: {names}.')}"]
    return "\n".join([*lines, r"\end{table}", ""])


def _has_gains(table: Table) -> bool:
    return any(cell.gain for row in table.rows for cell in row.cells)


def _departures(table: Table) -> str:
    return f"Departs from the paper (see departures.csv): {', '.join(table.departures)}."


def _fields(cells: Sequence[Cell]) -> list[str]:
    """Ours always, the others where some cell of the column has them."""
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


def _published_alone(cell: Cell) -> str:
    return _published(cell) + _marked(cell)


def _marked(cell: Cell) -> str:
    return f" ({cell.mark})" if cell.mark else ""


def _spread(number: str | None, spread: str) -> str:
    return f"{number or DASH} {spread}".rstrip()


def _titled(column: TableColumn, header: str) -> str:
    """With the unit and the mark of a note."""
    labels = UNITS[column.unit].label, column.mark
    return header + "".join(f" ({label})" for label in labels if label)


def _notes(part: TablePart) -> list[str]:
    return [line for n in part.notes for line in (f"{_md(n.mark or ALL)}: {_md(n.text)}", "")]


def _pipe_table(table: Table, part: TablePart, shown: Callable[[Cell], str]) -> list[str]:
    columns, rows, _ = part
    head = ["Treebank", "Part"] if table.has_parts else ["Treebank"]
    for column in columns:
        name = f"{column.group}: {column.header}" if column.group else column.header
        head.append(_titled(column, name))
    lines = [head, [":--"] * (1 + table.has_parts) + ["--:"] * len(columns)]
    for row in rows:
        start = [row.label, row.part] if table.has_parts else [row.label]
        lines.append([*start, *map(shown, row.cells)])
    escaped = [lines[0], *lines[2:]]
    body = ["| " + " | ".join(map(_md, line)) + " |" for line in escaped]
    return [body[0], "| " + " | ".join(lines[1]) + " |", *body[1:], ""]


def _latex_groups(columns: Sequence[TableColumn], offset: int) -> list[str]:
    """A line of headers over neighbouring columns of one group, with rules below them."""
    spans: list[tuple[str, int, int]] = []
    for position, column in enumerate(columns, start=offset + 1):
        if column.group and spans and spans[-1][0] == column.group:
            spans[-1] = (column.group, spans[-1][1], position)
        else:
            spans.append((column.group, position, position))
    if not any(name for name, _, _ in spans):
        return []
    cells = [
        rf"\multicolumn{{{b - a + 1}}}{{c}}{{{_tex(name)}}}" if name else "" for name, a, b in spans
    ]
    rules = [rf"\cmidrule(lr){{{a}-{b}}}" for name, a, b in spans if name]
    return ["& " * offset + " & ".join(cells) + r" \\", "".join(rules)]


def _latex_row(table: Table, row: TableRow) -> str:
    start = [row.label, row.part] if table.has_parts else [row.label]
    cells = [_tex(_parts(cell)) for cell in row.cells]
    return " & ".join([*map(_tex, start), *cells]) + r" \\"


def _md(text: str) -> str:
    return text.translate(MARKDOWN)


def _tex(text: str) -> str:
    """At the start of a line, brackets and stars would belong to the `\\\\` of the one above."""
    return re.sub(r"^([\[*])", r"{\1}", text.translate(LATEX).strip())
