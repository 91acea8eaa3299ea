"""The workflow's files for stored parses: taking parses from the store, and adding new ones.

python -m nonproj.experiments.storing

This adds every parse of a public treebank in data/work to data/parses, unless the store already has
the same parse, and writes the index of the store."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from nonproj.data.download.manifest import load_manifest
from nonproj.data.files import atomic_write
from nonproj.experiments.planning.code import code_of_parser
from nonproj.experiments.planning.parses import STORE, WORK, Parse
from nonproj.experiments.study.load import load_all
from nonproj.experiments.treebanks.config import original_of
from nonproj.joblog import MEMORY, facts_of, processor_seconds
from nonproj.parsers.model_sharing import log_of_training
from nonproj.parsers.variants import uncapped
from nonproj.results.parse_files import costs_of
from nonproj.results.store import (
    SUFFIX,
    TRAIN_INSTEAD,
    StoreError,
    hash_of,
    index_of,
    pack,
    read_header,
    unpack,
)

EXPERIMENTS = "workflow/experiments"
NO_DERIVATIVES = "-ND"  # in licences under which parses may not be passed on
PROVENANCE = {"code", "processor"}  # what logs of earlier versions do not say
OTHER_SIZE = "small"  # of neural parsers, in tests and demonstrations


def take(parse: Path, gold: Path, original: Path, raw: Path, counts: Path, into: Path) -> None:
    """Write the files of a stored parse as the rules that make parses would.

    Raise StoreError if the parse is of another text, or its parser of another training set."""
    found = unpack(parse.read_bytes(), gold.read_bytes(), str(parse))
    if not parse.as_posix().endswith(found.header["parse"]):
        raise StoreError(f"{parse}: this is the parse {found.header['parse']}")
    if found.header["trained_on"] != hash_of(original.read_bytes()):
        raise StoreError(
            f"{parse}: its parser was trained on another text than {original}; {TRAIN_INSTEAD}"
        )
    atomic_write(into, found.parse)
    atomic_write(raw, found.raw)
    facts = {"training": found.header["training"]["seconds"], **found.header["parsing"]}
    atomic_write(counts, json.dumps(facts | {"words": found.header["words"]}) + "\n")


def add_all(root: Path) -> tuple[int, int]:
    """Add all new parses; return how many were added, and how many the store has."""
    added = 0
    for parse, log in _made(root):
        added += _add(root, parse, log)
    folder = root / STORE
    atomic_write(folder / "index.tsv", index_of(folder))
    return added, sum(1 for _ in folder.rglob(f"*{SUFFIX}"))


def _made(root: Path) -> Iterator[tuple[Parse, Path]]:
    """Yield the parses made here of public treebanks, each with the log of its training."""
    public = {p.treebank for p in load_manifest().parts if NO_DERIVATIVES not in p.licence}
    runs = (run for study in load_all(root / EXPERIMENTS) for run in study.runs)
    models = {ours: other for run in runs for ours, other in run.models.items()}
    for counts in sorted((root / WORK).glob("*/*/seed*/*/raw/*.json")):
        parse = Parse.of_file(str(counts.parent.with_name(counts.stem + ".conll")))
        trained = replace(parse, variant=models.get(parse.variant, parse.variant))
        files = [root / name for name in (trained.log, parse.file, parse.raw, parse.gold)]
        if original_of(parse.treebank) in public and all(file.exists() for file in files):
            said = facts_of(log := _log(root, trained))
            if said.keys() >= PROVENANCE and said.get("size") != OTHER_SIZE:
                yield parse, log


def _log(root: Path, parser: Parse) -> Path:
    """Return the log of the training whose model the parser has."""
    capless = uncapped(parser.variant)
    others = [replace(parser, variant=capless)] if capless else []
    each = [(root / one.prepared, root / one.log) for one in (parser, *others)]
    return Path(log_of_training([(str(trees), str(log)) for trees, log in each if log.exists()]))


def _add(root: Path, parse: Parse, log: Path) -> bool:
    """Store a parse, unless the same trees by the same code are stored; return if it is new."""
    gold, made, raw, original = (
        (root / name).read_bytes() for name in (parse.gold, parse.file, parse.raw, parse.original)
    )
    target, facts = root / parse.stored, _facts(root, parse, log, hash_of(original))
    if target.exists():
        known = unpack(target.read_bytes(), gold, parse.stored)
        if (known.parse, known.raw, known.header["code"]) == (made, raw, facts["code"]):
            return False
    atomic_write(target, pack(gold, made, raw, facts))
    return True


def _facts(root: Path, parse: Parse, log: Path, trained_on: str) -> Mapping:
    costs, said = costs_of(root / parse.counts), facts_of(log)
    return {
        "parse": parse.stored.removeprefix(f"{STORE}/"),
        "trained_on": trained_on,
        "code": said["code"],
        "commit": said.get("commit", ""),
        "date": time.strftime("%Y-%m-%d", time.gmtime((root / parse.counts).stat().st_mtime)),
        "processor": said["processor"],
        "threads": int(said.get("threads", 1)),
        "training": {
            "seconds": processor_seconds(log),
            "megabytes": round(float(said[MEMORY])),
        },
        "parsing": {"seconds": round(costs["seconds"], 3), "counts": costs["counts"]},
    }


def count_stale(root: Path, parses: list[Parse]) -> int:
    """Count the stored parses that were made by other code than the present."""
    return sum(
        read_header(root / p.stored)["code"] != code_of_parser(p.variant, p.treebank)
        for p in parses
    )


def origin_of(root: Path, stored: Sequence[str], made: int) -> str:
    """Say how many parses of a suite are stored, by how many with other code, and how many made."""
    stale = count_stale(root, [*map(Parse.of_file, stored)])
    other = f" ({stale} of them made by other code than the present)" if stale else ""
    return f"{len(stored)} from the store{other}, {made} made here"


if __name__ == "__main__":
    print("{} parses added; the store has {}".format(*add_all(Path())))
