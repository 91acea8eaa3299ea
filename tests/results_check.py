"""Compare the values of reports that were just made with what is committed.

    python -m tests.results_check reports/check reports/coverage

A value is found by its treebank, split, system, setting and metric in every committed report that
has it. Another value, or a committed report of which none was compared, ends with status 1.
Left out are p-values that are adjusted for all tests of a suite."""

import csv
import sys
from pathlib import Path

from tests.committed import RESULTS

FILES = ("measurements.csv", "scores.csv")
PLACE = 5  # columns of a key
ADJUSTED = "-p-holm"  # ends the names of such metrics


def values_of(folder: Path) -> dict[tuple, tuple]:
    found = {}
    for name in FILES:
        with (folder / name).open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.reader(file) if not row[PLACE - 1].endswith(ADJUSTED)]
            found |= {tuple(row[:PLACE]): tuple(row[PLACE:]) for row in rows}
    return found


def main(folders: list[str]) -> int:
    made: dict = {}
    for folder in folders:
        made |= values_of(Path(folder))
    failed = False
    for report in RESULTS:
        committed = values_of(report)
        common = committed.keys() & made.keys()
        scores = sum(place[1:3] != ("train", "gold") for place in common)
        other = sorted(place for place in common if committed[place] != made[place])
        compared = f"{len(common)} of {len(committed)} values compared"
        print(f"{report.name}: {compared}, {len(other)} differ")
        for place in other[:5]:
            print("  ", *place, "committed", *committed[place], "made", *made[place])
        failed |= bool(other) or not scores
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
