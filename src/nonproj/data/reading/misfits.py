"""Files whose lines all have the same defect, which is reported once for the whole file."""

import re
from collections.abc import Iterator

from nonproj.data.reading.defects import Defect
from nonproj.data.reading.formats import UNSPECIFIED, Layout
from nonproj.data.reading.warnings import STARTS_WITH_NUMBER

SEPARATORS = {";": ";", ",": ",", "spaces": None}  # name -> argument of `str.split`
IDENTIFIER = re.compile(r'"?(\d+([-.]\d+)?|id)"?', re.IGNORECASE)  # or the name of its column
PLAIN_TEXT = (
    "plain text (no line has a tab); `parse` and `tokenize` split it by a model that was trained "
    "with --text, see docs/treebank.md#parse-new-text"
)
NUMBERED_WORDS = "; if they are numbers and words, `parse` reads them with `--format words`"


def not_columns(lines: list[str], layout: Layout) -> Iterator[Defect]:
    """Report a file without tabs, or one in which every line has the same wrong number of columns.

    Comments and empty lines do not count."""
    rows = [
        (number, line)
        for number, line in enumerate(lines, start=1)
        if line.strip(" \t") and not line.startswith("#")
    ]
    widths = {line.count("\t") + 1 for _, line in rows}
    if len(widths) != 1:
        return
    (width,) = widths
    first = rows[0][0]
    if width == 1:
        yield Defect(first, None, _separated([line for _, line in rows]) or PLAIN_TEXT)
    elif len(rows) > 1 and not layout.allows(width):
        message = f"every line has {width} columns; expected {layout.width}"
        yield Defect(first, None, message + (NUMBERED_WORDS if width == 2 else ""))


def _separated(lines: list[str]) -> str | None:
    """Name the sign that separates columns if every line begins with an id and this sign."""
    for name, sign in SEPARATORS.items():
        rows = [line.split(sign, 1) for line in lines]
        if all(len(row) == 2 and IDENTIFIER.fullmatch(row[0]) for row in rows):
            return f"columns are separated by {name}, not by tabs"
    return None


def no_trees(lines: list[str], layout: Layout) -> Iterator[Defect]:
    """Report a file in which no word has a head."""
    first = 0
    for number, line in enumerate(lines, start=1):
        if STARTS_WITH_NUMBER.match(line):
            cells = line.split("\t", layout.head + 1)
            if cells[layout.head : layout.head + 1] != [UNSPECIFIED]:
                return
            first = first or number
    if first:
        message = (
            "no word has a HEAD: this is a text without trees; `parse`, `tag` and `check --text` "
            'accept it, and Python with heads="ignored"'
        )
        yield Defect(first, layout.names[layout.head], message)
