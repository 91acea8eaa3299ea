"""Values in the store: of the systems whose parses it does not have.

python -m studies.store.keeping REPORT...

This copies such values, tests and speeds from reports (folders), so that a suite takes them instead
of training the parsers, and also the results of other programs. A parse is not stored if its
treebank's licence forbids passing on what is derived from it, or if it has not been made yet.
Values of stored parses are removed."""

import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from nonproj.public.files import atomic_write, write_rows
from nonproj.public.values import Key, Subject, items_of
from studies.plan.parses import PEERS_JSON, SCORES_CSV, SPEEDS_CSV, STORE, TESTS_CSV, PlannedParse
from studies.plan.plan import Plan
from studies.plan.runs import grouped
from studies.store.filling import plan_of
from studies.store.storing import valued
from studies.values.cells import Cells
from studies.values.peers import PeerResult, read_results, results_as_json

Row = Mapping[str, str]
IDENTITY = "treebank", "split", "setting", "system", "a", "b", "metric"
NAMED = ("system", "a", "b")  # columns that name the system of a row, or the two that it compares


def keep(root: Path, reports: Sequence[Path], plans: Sequence[Plan]) -> list[str]:
    """Keep the values of reports, and those kept before, on parses that the store lacks.

    Results of other programs are all kept, because their parses are not stored. Of several values,
    that of the first report counts. Return the treebanks that have such values."""
    lacks = [Lacking(plan) for plan in plans]
    kept: dict[Path, dict[tuple[str, ...], Row]] = {}
    for name in (SCORES_CSV, TESTS_CSV, SPEEDS_CSV):
        before = sorted((root / STORE).glob(f"*/{name}"))
        files = [*(report / name for report in reports), *before]
        for row in chain.from_iterable(map(_rows, files)):
            if any(has(key) for has in lacks for key in keys_of(row)):
                rows = kept.setdefault(root / STORE / row["treebank"] / name, {})
                rows.setdefault(tuple(row.get(column, "") for column in IDENTITY), row)
    for path in (root / STORE).glob("*/*.csv"):
        path.unlink()
    for treebank, results in grouped(_peers(reports)).items():
        path = root / STORE / treebank / PEERS_JSON
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, results_as_json(results))
    for path, rows in kept.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        each = [*rows.values()]
        write_rows(path, [*each[0]], (row.values() for row in each))
    return valued(root, {path.parent.name for path in kept})


def keys_of(row: Row) -> list[Key]:
    """Return the keys of the value, the two values or the speed in a row."""
    setting = items_of(row["setting"])
    systems = [Subject.of(row[name]) for name in NAMED if name in row]
    place = row["treebank"], row["split"]
    return [Key(*place, s.name, setting | s.items, row.get("metric", "")) for s in systems]


class Lacking:
    """The values of a plan that depend on a parse that is not stored."""

    def __init__(self, plan: Plan) -> None:
        self.store, self.cells = plan.store, Cells(plan)
        self.moves = {(treebank, move) for treebank, _, move in plan.moves}

    def __call__(self, key: Key) -> bool:
        return any(map(self._is_lacking, self.cells.parses_of(key)))

    def _is_lacking(self, parse: PlannedParse) -> bool:
        if parse.variant.startswith("*"):  # the parsers of a move
            move = parse.variant.removeprefix("*+").removesuffix(":*")
            return (parse.treebank, move) in self.moves
        return not self.store.has(parse)


def _peers(reports: Sequence[Path]) -> Iterator[tuple[str, PeerResult]]:
    for report in reports:
        yield from ((result.treebank, result) for result in read_results(report / "peers.csv"))


def _rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


if __name__ == "__main__":
    folders = [Path(name) for name in sys.argv[1:]]
    plans = [plan_of(folder.name, Path())[0] for folder in folders]
    print("Values only:", *keep(Path(), folders, plans))
