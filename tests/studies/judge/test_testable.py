"""The rule that says which claims can be tested, applied to the files alone.

The rule is that of docs/reproduction.md; nothing here calls the package."""

import csv
import re

from committed import PAPERS, ROOT

DECIDED = {"confirmed", "as claimed", "against the claim", "contradicted", "by construction"}
NEVER = {"preliminary", "vague"}
ORIGINALS = {"contrast", "number", "shared task"}


def rows(path, delimiter=","):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


CLAIMS = [
    row for path in sorted(ROOT.glob("src/studies/papers/*/claims.csv")) for row in rows(path)
]
STANDS_FOR = {
    row["treebank"]: row["published"].split("|")
    for row in rows(ROOT / "data" / "stand-ins.tsv", "\t")
}
OPEN = {name for names in STANDS_FOR.values() for name in names}


def is_open(treebanks: str) -> bool:
    """Whether a treebank that the claim names, or one of a group of several, is open."""
    names = treebanks.split("|")
    groups = [name for name in names if not re.fullmatch(r"conll\d\d-[a-z-]+", name)]
    return bool(groups) or any(o == n or o.startswith(f"{n}-") for n in names for o in OPEN)


def outcome_of(claim: str, page: str) -> str:
    row = re.search(rf"^\| {claim} \|[^|]*\|[^|]*\| ([^|(]*)", page, re.MULTILINE)
    assert row, f"docs/claims.md lacks {claim}: make publish SUITE=papers, then make docs"
    return row[1].strip()


def test_the_kind_of_a_claim_decides_whether_it_is_testable():
    page = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8").replace(r"\|", "¦")
    own = {row["claim"] for row in rows(PAPERS / "claims.csv") if _is_original(row)}
    for row in CLAIMS:
        never = row["kind"] in NEVER or (row["kind"] in ORIGINALS and row["id"] not in own)
        closed = row["kind"] == "texts" and not is_open(row["treebanks"])
        testable = not (never or closed)
        assert (outcome_of(row["id"], page) != "not testable") == testable, row["id"]


def _is_original(verdict: dict) -> bool:
    """Whether a verdict is on a treebank that the paper itself uses."""
    return verdict["verdict"] in DECIDED and verdict["treebank"] in verdict["stands_for"].split("|")


def test_each_claim_has_a_sentence_and_a_section_of_its_paper():
    for row in CLAIMS:
        assert row["sentence"], row["id"]
        assert row["section"], row["id"]
        assert not row["follows"] or row["follows"] in {other["id"] for other in CLAIMS}
