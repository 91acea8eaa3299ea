"""A finding: a table with at most ten rows, sentences about the table, and output formats."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from nonproj.results.units import signed

# Columns that are printed with the name of a parser, which is in another column.
NAME_COLUMNS = {"las": "parser", "other_las": "other"}
PARSERS = {"las": "LAS", "uas": "UAS", "precision": "P", "recall": "R"}
PARSERS |= {"training": "Training, s", "speed": "Words/s"}
# Headers of the title column; in other findings this column holds treebanks.
TITLES = {"claims": "Study", "advice": "Purpose", "tried": "Parser", "strategies": "Strategy"}
TITLES |= {"profile": "Measure", "statistics": "Set"}
DECIMALS = {"nonprojective": ".1f", "training": ".1f", "speed": ".0f"}
DECIMALS |= {"p_t": ".2g", "p": ".2g", "difference": "+.2f"}


@dataclass(frozen=True)
class Finding:
    """A table with sentences about it; the column `title` names the rows, `headers` the columns."""

    id: str
    heading: str
    headers: Mapping[str, str]
    table: pd.DataFrame
    sentences: Sequence[str] = ()

    @property
    def first(self) -> str:
        """The header of the first column."""
        return TITLES.get(self.id, "Treebank")

    @property
    def n_better(self) -> int:
        """The number of rows whose difference is positive and significant."""
        return int((self.table.significant & (self.table.points > 0)).sum())

    @property
    def rows(self) -> list[tuple[str, list[tuple[str, object]]]]:
        """The rows: a title and cells, each given as a text and a value to sort by.

        Parser names are in backticks."""
        return [
            (row["title"], [(_printed(row, name), row[name]) for name in self.headers])
            for row in self.table.astype(object).where(self.table.notna(), "").to_dict("records")
        ]

    def as_markdown(self) -> str:
        """Return the heading, the sentences and the table as Markdown."""
        header = ["", *self.headers.values()]
        lines = [markdown_row(header), markdown_row(["---", *["--:"] * len(self.headers)])]
        lines += [markdown_row([title, *(text for text, _ in cells)]) for title, cells in self.rows]
        told = [f"- {sentence}" for sentence in self.sentences]
        parts = [f"### {self.heading}"], told, lines
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _printed(row: Mapping, column: str) -> str:
    value = row[column]
    if value == "":
        return ""
    if column == "points":
        return f"{signed(value)} [{signed(row['low'])},\u00a0{signed(row['high'])}]"
    number = f"{value:{DECIMALS.get(column, '.2f')}}" if isinstance(value, float) else str(value)
    number = number.replace("-", "−")
    name = row.get(NAME_COLUMNS.get(column, f"{column} parser"))
    return f"{number} `{name}`" if name else number


def as_json(findings: Iterable[Finding]) -> str:
    """Return findings as JSON, one per line, with unrounded numbers."""
    lines = []
    for one in findings:
        rows = one.table.astype(object).where(one.table.notna(), None).to_dict("records")
        lines.append(json.dumps(vars(one) | {"table": rows}, ensure_ascii=False))
    return "[" + ",\n".join(lines) + "]\n"


def read_findings(path: Path | str) -> list[Finding]:
    """Read findings from a JSON file that `as_json` made."""
    content = json.loads(Path(path).read_text(encoding="utf-8"))
    return [Finding(**one | {"table": pd.DataFrame(one["table"])}) for one in content]
