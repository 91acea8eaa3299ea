"""The papers' printed figures as values, as far as claims relate them."""

import csv
import re
from fractions import Fraction
from pathlib import Path

from nonproj.results.units import UNITS
from nonproj.results.values import Key, Value, Values, drop_items, items_of
from studies.judge.catalogue import Claim
from studies.papers.claims import all_claims, catalogues
from studies.plan.study.load import PAPERS, PUBLISHED_FILE, folder_of

ROOT = Path(__file__).parents[2]
CATALOGUES = catalogues(ROOT / PAPERS)
CLAIMS = all_claims(CATALOGUES)
ROWS = {
    row["id"]: row
    for path in CATALOGUES
    for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())
}
# Tables of the thesis, by its claims; one system has different figures in different chapters.
CHAPTERS = {
    range(1, 8): ("T4",),
    range(8, 34): ("T5",),
    range(34, 56): ("T6", "S6.5.4"),
    range(56, 67): ("T7",),
    range(67, 71): ("T8.1",),
    range(71, 81): ("T8.2", "T8.3", "T8.4"),
    range(81, 90): ("T9.1", "F9.3"),
    range(90, 91): ("T9.1", "F9.3", "T8.2"),
}


def printed_for(claim: Claim) -> Values:
    """The printed values that decide a claim."""
    with open(
        ROOT / PAPERS / folder_of(claim.paper) / PUBLISHED_FILE, encoding="utf-8", newline=""
    ) as file:
        rows = [row for row in csv.DictReader(file) if _concerns(row, claim)]
    first: dict[Key, Value] = {}  # some tables print a value again, rounded
    for value in (v for row in rows if row["unit"] in UNITS for v in _values(row)):
        first.setdefault(value.key, value)
    return Values(first.values())


def _concerns(row: dict[str, str], claim: Claim) -> bool:
    if claim.paper == "nilsson-2009":
        tables = next(t for numbers, t in CHAPTERS.items() if int(claim.id[2:]) in numbers)
        return row["table"].startswith(tables) and _number(row)
    if claim.scope == "mean":
        projective = any(name == "ud20-ja" for name in claim.about)
        ablation = "" if claim.id in ("GR04", "GR05") else "-proj" if projective else "-nonproj"
        return row["treebank"] == f"ud20-average-10{ablation}"
    return _number(row) and "average" not in row["treebank"]


def _number(row: dict[str, str]) -> bool:
    return re.fullmatch(r"-?[\d.]+", row["value"]) is not None


def _values(row: dict[str, str]) -> list[Value]:
    metric = row["metric"]
    if metric == "time-s":
        metric = "n-decisions"  # what decides claims about time
    setting = items_of(row["setting"]) - {"over=folds"}  # which claims pool
    found = []
    for treebank in row["treebank"].split("|"):
        for system in row["system"].split("|"):
            name = "mst" if row["printed_as"] == "mstparser" else system  # claims name both
            key = Key(treebank, row["split"], name, drop_items(setting, "features"))
            found.append(_value(key, metric, row["unit"], row["value"]))
            if row["sd"]:
                found.append(_value(key, f"{metric}-sd", "points", row["sd"]))
    return found


def _value(key: Key, metric: str, unit: str, value: str) -> Value:
    exact = Fraction(value) / (100 if unit == "percent" else 1)
    return key.value(metric, exact.numerator, exact.denominator, unit)
