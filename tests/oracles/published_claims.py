"""The papers' printed figures as values under our names, as far as claims relate them.

The names are those of the printed tables and translated without those of the claims, so that a
claim that takes one system for another is found out."""

import csv
import re
from fractions import Fraction
from pathlib import Path

from nonproj.claims.catalogue import Claim
from nonproj.claims.studies import all_claims
from nonproj.results.units import UNITS
from nonproj.results.values import Key, Value, Values, items_of

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "data/published/claims.csv"
CLAIMS = all_claims(CATALOGUE)
with open(CATALOGUE, encoding="utf-8", newline="") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}
CHAPTER_5 = {
    "none": "arc-eager+raw",
    "p0": "arc-eager",
    "pH": "arc-eager+head",
    "pP": "arc-eager+path",
    "pHP": "arc-eager+headpath",
}
TRANSFORMATIONS = {
    "tc": "tau-c",
    "tc-star": "tau-c-star",
    "tc-plus": "tau-c-plus",
    "tc-plus-star": "tau-c-plus-star",
    "tv": "tau-v",
    "coordination": "tau-c",
}
CHAPTER_6 = {
    "none": "arc-eager+raw",
    "tv.tc": "arc-eager+tau-v+tau-c+raw",
    **{name: f"arc-eager+{ours}+raw" for name, ours in TRANSFORMATIONS.items()},
}
SYSTEMS = {
    "kuhlmann-nivre-2010": {
        "P0": "arc-standard",
        "P1": "arc-standard+head",
        "P2": "attardi",
        "P3": "swap-lazy",
    },
    "bjorkelund-kuhn-2012": {
        "baseline": "carreras",
        "npa": "carreras+npa",
        **{name: f"carreras+{name}" for name in ("path", "head", "headpath")},
        **{f"{name}30": f"carreras+{name}-cap30" for name in ("path", "head", "headpath")},
    },
    "nivre-2007": {
        "covington-d0": "covington-d0~nivre-2007+raw",
        **{f"covington-{d}": f"covington-{d}~nivre-2007" for d in ("d1", "d2", "dinf")},
    },
    "gomez-rodriguez-2018": {
        "mst": "mst-neural",
        "mh3-greedy": "mh3-greedy-neural",
        "mh4-greedy": "mh4-greedy-neural",
    },
    "T4": {"maltparser": "arc-eager+head", "mstparser": "mst"},
    "T5.6": CHAPTER_5,
    "T5.7": CHAPTER_5,
    "T5.8": CHAPTER_5,
    "T6.2": TRANSFORMATIONS,
    "S6.5.4": TRANSFORMATIONS | {"none": "gold"},
    "T6": CHAPTER_6,
    "T7": {
        "svm-q": "arc-eager+own-root+head@svm2-split-cpos",
        "svm-l": "arc-eager+own-root+head@svm1-split-cpos",
        "maxent": "arc-eager+own-root+head@maxent",
        "mbl": "arc-eager+own-root+head@mbl-mvdm-k5",
    },
    "T8": {
        "single": "arc-eager+head",
        "reverse-single": "arc-eager-r2l+head",
        "arc-eager-l2r": "arc-eager+head",
        "arc-eager-r2l": "arc-eager-r2l+head",
        "arc-standard-l2r": "arc-standard+head",
        "arc-standard-r2l": "arc-standard-r2l+head",
        "covington-l2r": "covington-dinf",
        "covington-r2l": "covington-dinf-r2l",
    },
}
# Punctuation is not scored, which these tables do not repeat with every figure.
WITHOUT_PUNCTUATION = (
    "nivre-2007 T2",
    "nivre-2007 T4",
    *(f"nilsson-2009 {table}" for table in ("T4.1", "T4.2", "T4.3", "F4.1", "T5.6", "T5.7", "T5.8",
                                            "T6.3", "T6.6")),
)  # fmt: skip
# Trained on nine of ten sets.
NINE_TENTHS = ("T4", "T7", "T8")
DROPPED = ("style=ms", "cap=30", "split=", "transformation=", "features=shift")
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
    with open(ROOT / f"data/published/{claim.paper}.csv", encoding="utf-8", newline="") as file:
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
    systems = _systems(row)
    setting = _setting(row, systems)
    metric, split = row["metric"], row["split"]
    if metric == "time-s":
        metric = "n-decisions"  # what decides claims about time
    found = []
    for treebank in row["treebank"].split("|"):
        for system in row["system"].split("|"):
            name = systems.get(system, system)
            if row["paper"] == "gomez-rodriguez-2018" and row["table"] == "T1":
                words = row["setting"].removeprefix("features=").replace(",", "-")
                name = name if words == "s2-s1-s0-b0" else f"{name}~{words}"
            if row["table"] == "T6.3" and "style=cs" in setting:
                name = name.replace("tau-c", "cs")
            cleaned = ";".join(item for item in setting.split(";") if item != "style=cs")
            key = (treebank, split, name, cleaned)
            found.append(_value(*key, metric, row["unit"], row["value"]))
            if row["sd"]:
                found.append(_value(*key, f"{metric}-sd", "points", row["sd"]))
    return found


def _systems(row: dict[str, str]) -> dict[str, str]:
    if row["paper"] in SYSTEMS:
        return SYSTEMS[row["paper"]]
    prefixes = sorted((name for name in SYSTEMS if row["table"].startswith(name)), key=len)
    return SYSTEMS[prefixes[-1]] if prefixes and row["paper"] == "nilsson-2009" else {}


def _setting(row: dict[str, str], systems: dict[str, str]) -> str:
    items = [item for item in row["setting"].split(";") if item]
    items = [item for item in items if not item.startswith(DROPPED)]
    for position, item in enumerate(items):
        key, _, value = item.partition("=")
        if key == "baseline":
            items[position] = f"baseline={systems.get(value, value)}"
    if row["paper"] == "gomez-rodriguez-2018":
        items = [item for item in items if not item.startswith("features=")]
    if row["system"] == "none" and "style=cs" in items:
        items.remove("style=cs")
    if row["table"].startswith("T7") and "classifiers=" in row["setting"]:
        items.append("conditions=thesis")
    if row["table"] in ("T9.1", "F9.3"):
        items.append("labels=16")
    if row["table"] == "F9.3" and row["system"] != "base":
        items.append("peak")
    if f"{row['paper']} {row['table']}" in WITHOUT_PUNCTUATION:
        items.append("punctuation=exclude")
    if row["paper"] == "nilsson-2009" and row["table"].startswith(NINE_TENTHS):
        items.append("train=90%")
    return ";".join(items)


def _value(treebank, split, system, setting, metric, unit, value: str) -> Value:
    exact = Fraction(value) / (100 if unit == "percent" else 1)
    key = Key(treebank, split, system, items_of(setting), metric)
    return Value(key, unit, exact.numerator, exact.denominator)
