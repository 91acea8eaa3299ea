"""Records for the report: the treebanks of a suite, and the commits and dates of its results."""

import csv
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path

from nonproj.public.files import read_yaml
from nonproj.public.treebanks import load_manifest
from studies.plan.treebanks.config import original_of
from studies.plan.treebanks.downloads import hash_of, why_missing
from studies.plan.treebanks.sources import EMBEDDED, PUBLIC, grammar_of
from studies.plan.treebanks.suite import GENERATED, SuiteTreebank, TreebankFile

MEASURING_RULES = ("statistics", "train", "parse")  # rules whose logs record the commit


def describe_treebanks(
    kinds: Mapping[str, str],
    availability: Mapping,
    files: Iterable[Path],
    labels: Mapping[str, str],
    root: Path,
) -> list[dict]:
    """Describe the treebanks of a suite in the form that `Suite.read` expects.

    `kinds`: the treebanks' origins (see `Sources`); `files`: the checked treebanks, in
    TREEBANK/SPLIT.conll; `labels`: the printed names of published treebanks, used for the user's
    treebanks that have the same name."""
    hashes: dict[str, list[TreebankFile]] = {}
    for path in files:
        hashes.setdefault(path.parent.name, []).append(TreebankFile(path.stem, hash_of(path)))
    treebanks, standing = [], stand_ins(root / "data" / "stand-ins.tsv")
    for name, kind in kinds.items():
        original = original_of(name)
        facts = _facts(original, kind, labels, root)
        if original != name:
            facts["label"] = f"{facts['label'] or original}, predicted tags"
        treebank = SuiteTreebank(
            name=name,
            stands_for=standing.get(original, {}).get("stands_for", ""),
            files=tuple(hashes.get(name, ())),
            available=name in hashes,
            reason=why_missing(availability[original]["missing"]),
            left_out=availability[original]["left_out"],
            **facts,
        )
        treebanks.append(asdict(treebank))
    return treebanks


def _facts(name: str, kind: str, labels: Mapping[str, str], root: Path) -> dict[str, str]:
    if kind == EMBEDDED:
        title = read_yaml(root / grammar_of(name))["title"]
        return {"label": title, "citation": GENERATED}
    if kind != PUBLIC:
        return {"label": labels.get(name, "")}
    part = load_manifest().first_parts[name]
    return {
        "label": part.name,
        "licence": part.licence,
        "citation": part.citation,
        "url": part.url.rsplit("/", 1)[0],
    }


def stand_ins(path: str | Path) -> dict[str, dict[str, str]]:
    """Return the rows that say which published treebank each open treebank replaces.

    DEVIATION: stand-ins"""
    with open(path, encoding="utf-8", newline="") as file:
        return {row["treebank"]: row for row in csv.DictReader(file, delimiter="\t")}


def commit(folder: str | Path) -> str:
    """Return the current commit, marked dirty if files differ from it; "" outside a checkout.

    Differences in reports and stored parses are ignored, because a run is about to write them."""

    def git(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["git", *arguments], cwd=folder, capture_output=True, text=True, check=False
        )

    name = git("describe", "--always", "--abbrev=12").stdout.strip()
    results = ":!/reports", ":!/data/parses"
    changed = name and git("diff", "--quiet", "HEAD", "--", ":/", *results).returncode
    return f"{name}-dirty" if changed else name


def measured(logs: Path, treebanks: Iterable[str]) -> str:
    """Return the commits, and the first and last day, of jobs that measure, train or parse."""
    paths = [
        path
        for rule in MEASURING_RULES
        for name in treebanks
        for path in [*logs.glob(f"{rule}/{name}.log"), *logs.glob(f"{rule}/{name}-*.log")]
    ]
    commits = {line.partition(": ")[2] for path in paths for line in _head(path)} - {""}
    days = sorted(date.fromtimestamp(path.stat().st_mtime).isoformat() for path in paths)
    return ", ".join([*sorted(commits), *dict.fromkeys(days[:1] + days[-1:])])


def _head(log: Path) -> list[str]:
    """Return the lines of a log that name its commit."""
    text = log.read_text(encoding="utf-8", errors="replace")
    return [line for line in text.splitlines() if line.startswith("commit: ")]
