"""The article about the five studies, as PDF: `make article`.

python -m studies.report.documents.article reports/published/papers reports/published/parsers

`docs/article/article.typ` has the text; it takes every number from values.json by name."""

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path

from nonproj.public.drawing import read_findings
from nonproj.public.files import atomic_write
from nonproj.public.significance import SIGNIFICANT
from nonproj.public.values import read_values
from studies.judge.verdicts import MEAN, Judgement, read_verdicts
from studies.papers.claims import catalogues
from studies.plan.study.load import PAPERS, PUBLISHED_FILE, folder_of, load_all, load_studies
from studies.plan.study.published import read_published
from studies.plan.treebanks.suite import Suite
from studies.report.documents.results import together
from studies.report.documents.strategies import OFTEN_CROSSED, strategies_of_all
from studies.report.ledger import Ledger, PaperClaim, ledger_of
from studies.report.study import tables_of
from studies.tables.export import to_csv

SOURCE = Path("docs/article/article.typ")
ARTICLE_VALUES = Path("reports/article")  # values.json and article.pdf
REMADE = re.compile(r"^\| (.+) \| `(make check-parses .+)` \| ([\d.]+) \|$", re.MULTILINE)
READINGS = re.compile(  # how often readers agreed, in docs/reproduction.md
    r"Two readings of the (?P<sentences>\d+) sentences.*?agreed on (?P<kinds>\d+) kinds.*?"
    r"Of the (?P<judged>\d+) outcomes,\s+(?P<same>\d+) are the same",
    re.DOTALL,
)


def values_of(folders: Sequence[Path], root: Path) -> dict:
    """Return everything that the article may quote, as a tree of names.

    `cells` are those of the papers' tables, by study, table, treebank (or label) and part."""
    papers, *_ = folders
    studies = load_studies(root / PAPERS)
    suites = [Suite.read(folder / "suite.json") for folder in folders]
    names = {name: title for suite in suites for name, title in suite.names.items()}
    ledger = ledger_of(
        catalogues(root / PAPERS), read_verdicts(papers / "claims.csv"), studies, names
    )
    values, tests = together(folders)
    rule = (root / "docs/reproduction.md").read_text(encoding="utf-8")
    overall = strategies_of_all(load_all(root / PAPERS), values, tests, names)
    return {
        "constants": {"significant": SIGNIFICANT, "often": OFTEN_CROSSED},
        "names": names,
        "studies": [{"id": s.id, "short": s.short} for s in studies if ledger.of(s.id)],
        "outcomes": outcomes(ledger, [study.id for study in studies]),
        "claims": {c.id: claim(c) for s in studies for c in ledger.of(s.id)},
        "cells": cells(papers, root),
        "findings": {
            folder.name: {
                found.id: json.loads(found.table.to_json(orient="records"))
                for found in read_findings(folder / "findings.json")
            }
            for folder in folders
        },
        "strategies": json.loads(overall.table.to_json(orient="records")),
        "scores": scores(folders),
        "stand_ins": [
            row for row in _table(root / "data/stand-ins.tsv") if row["origin"] != "artificial"
        ],
        "parses": stored(_table(root / "data/parses/index.tsv")),
        "remade": REMADE.findall(rule),
        "readings": READINGS.search(rule).groupdict(),
    }


def outcomes(ledger: Ledger, studies: Iterable[str]) -> dict[str, dict[str, int]]:
    """Count the outcomes of the claims of each study, of all, and of those that need no parser."""
    exact = [claim for claim in ledger.counted() if claim.basis == "exact"]
    groups = {study: ledger.counted(study) for study in studies}
    groups |= {"all": ledger.counted(), "exact": exact}
    return {
        name: dict.fromkeys(Judgement, 0) | Counter(c.outcome for c in claims)
        for name, claims in groups.items()
    }


def claim(found: PaperClaim) -> dict:
    """Return the outcome of a claim, how many sites decided it, and what held at each site."""
    sites = {j.verdict.treebank: j.verdict for j in found.judged}
    return {
        "text": found.text,
        "counted": not found.follows,
        "outcome": found.outcome,
        "basis": found.basis,
        "deciding": len(found.deciding),
        "sites": {
            "mean" if name == MEAN else name: {
                "verdict": verdict.verdict,
                "relation": verdict.relation,
                "p": [float(p) for p in verdict.p.split()],
            }
            for name, verdict in sites.items()
        },
    }


def cells(report: Path, root: Path) -> dict:
    """Return the cells of all tables of a report, as the report shows them."""
    values, tests = together([report])
    treebanks = Suite.read(report / "suite.json").treebanks
    found: dict = {}
    for study in load_studies(root / PAPERS):
        printed = read_published(root / PAPERS / folder_of(study.id) / PUBLISHED_FILE)
        for table in tables_of(study, values, tests, printed, treebanks):
            shown = found.setdefault(study.id, {}).setdefault(table.key[1], {})
            for row in csv.DictReader(to_csv(table).splitlines()):
                place = row.pop("treebank") or row["label"]
                shown.setdefault(place, {})[row.pop("part")] = {k: v for k, v in row.items() if v}
    return found


def scores(folders: Iterable[Path]) -> dict[str, float]:
    """Return all values, shares in percent, by treebank/split/system/setting/metric."""
    files = product(folders, ("measurements.csv", "scores.csv"))
    return {
        "/".join(value.key.texts): (100 if value.unit == "percent" else 1)
        * value.numerator
        / value.denominator
        for value in read_values(*(folder / name for folder, name in files))
        if value.denominator
    }


def stored(rows: Sequence[Mapping[str, str]]) -> dict[str, int]:
    """Count the stored parses and their words."""
    return {"number": len(rows), "words": sum(int(row["words"]) for row in rows)}


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file, delimiter="\t")]


def write(folders: Sequence[Path], root: Path, into: Path) -> Path:
    """Write values.json and article.pdf into a folder below `root`; return the PDF's path."""
    import typst  # only this document needs it

    atomic_write(into / "values.json", json.dumps(values_of(folders, root), ensure_ascii=False))
    compiled = typst.compile(
        root / SOURCE,
        root=root,
        ignore_system_fonts=True,
        sys_inputs={"values": f"/{(into / 'values.json').relative_to(root)}"},
        pdf_standards=["a-3b"],
    )
    atomic_write(into / "article.pdf", compiled)
    return into / "article.pdf"


if __name__ == "__main__":
    project = Path.cwd()
    print(write([project / folder for folder in sys.argv[1:]], project, project / ARTICLE_VALUES))
