"""Reading and writing CSV files with a known header."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nonproj.data.files import atomic_write
from nonproj.errors import NonprojError

if TYPE_CHECKING:
    import pandas


def read_rows(path: Path | str, header: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows below the header, each with its line number.

    Raise NonprojError if the header differs, or if a row has too few or too many values."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        found = next(rows, [])
        if found != list(header):
            raise NonprojError(f"{path}:1: columns {found}, expected {list(header)}")
        for row in rows:
            if len(row) != len(header):
                place = f"{path}:{rows.line_num}"
                raise NonprojError(f"{place}: {len(row)} values, expected {len(header)}")
            yield rows.line_num, row


def read_table(path: Path | str, header: Sequence[str]) -> "pandas.DataFrame":
    """Read a CSV file as a pandas table of strings; missing values become empty strings.

    For long files, this takes half as long as `read_rows`. pandas is imported only here, because
    importing it takes as long as reading 100,000 rows."""
    import pandas

    try:
        table = pandas.read_csv(path, dtype=str, na_filter=False)
    except (pandas.errors.EmptyDataError, pandas.errors.ParserError) as error:
        raise NonprojError(f"{path}: {error}") from None
    if list(table.columns) != list(header):
        raise NonprojError(f"{path}:1: columns {list(table.columns)}, expected {list(header)}")
    if not isinstance(table.index, pandas.RangeIndex):  # pandas made the first values an index
        raise NonprojError(f"{path}: more values than columns")
    return table


def as_csv(header: Sequence[str], rows: Iterable[Sequence], delimiter: str = ",") -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def write_rows(path: Path | str, header: Sequence[str], rows: Iterable[Sequence]) -> None:
    """Write a CSV file atomically."""
    atomic_write(Path(path), as_csv(header, rows))
