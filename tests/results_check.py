"""Compare reports that were just made with what is committed.

    python -m tests.results_check reports/check reports/coverage

A report that is committed under the same name must have the same values, verdicts and tables, and
nothing may be on one side only. The values of other suites, such as `check`, are compared with the
committed ones (of several reports with a value, the last counts), and each must be committed. Any
difference ends with status 1.
Left out are p-values that are adjusted for all tests of a suite."""

import csv
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.committed import RESULTS

FILES = {"measurements.csv": 5, "scores.csv": 5, "claims.csv": 3}  # columns that name a row
ADJUSTED = "-p-holm"  # ends the names of such metrics
MOST = 5  # differences to print

Found = Mapping[tuple, tuple]


def values_of(folder: Path) -> Found:
    """Return the values of a report by key."""
    names = ("measurements.csv", "scores.csv")
    return {place: row for name in names for place, row in _rows(folder / name)}


def contents_of(folder: Path) -> Found:
    """Return the values, verdicts and tables of a report, each by its place."""
    verdicts = dict(_rows(folder / "claims.csv"))
    tables = {(path.name,): (path.read_bytes(),) for path in folder.glob("tables/*.csv")}
    return {**values_of(folder), **verdicts, **tables}


def _rows(path: Path) -> Iterator[tuple[tuple, tuple]]:
    csv.field_size_limit(sys.maxsize)
    size = FILES[path.name]
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            if not row[size - 1].endswith(ADJUSTED):
                yield tuple(row[:size]), tuple(row[size:])


def differences(committed: Found, made: Found, whole: bool) -> Iterator[str]:
    """Name what differs; `whole`: the committed side may have nothing that was not made."""
    for place in sorted(committed.keys() | made.keys()):
        shown = ", ".join(filter(None, place))
        if place not in committed:
            yield f"{shown}: only made"
        elif place not in made:
            if whole:
                yield f"{shown}: only committed"
        elif committed[place] != made[place]:
            yield f"{shown}: committed {_short(committed[place])}, made {_short(made[place])}"


def _short(content: tuple) -> str:
    return " ".join(str(part)[:60] for part in content)


def main(folders: list[str]) -> int:
    committed = {report.name: report for report in RESULTS}
    failed = False
    for folder in map(Path, folders):
        whole = folder.name in committed
        if whole:
            ours, made = contents_of(committed[folder.name]), contents_of(folder)
        else:
            ours = {p: row for report in RESULTS for p, row in values_of(report).items()}
            made = values_of(folder)
        found = [*differences(ours, made, whole)]
        print(f"{folder.name}: {len(made)} values, verdicts and tables, {len(found)} differ")
        for line in found[:MOST]:
            print("  ", line)
        failed |= bool(found) or not made
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
