"""The workflow's files for stored parses: adding new parses to the store.

python -m studies.store.storing

This adds every parse of a public treebank in data/work to data/parses, unless the store already has
the same parse or the treebank's licence forbids passing on what is derived from it, and writes the
index of the store."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from nonproj.public.files import atomic_write
from nonproj.public.parsers import log_of_training
from nonproj.public.treebanks import load_manifest
from nonproj.public.values import read_keys
from nonproj.public.variants import uncapped
from studies.joblog import MEMORY, facts_of, processor_seconds
from studies.plan.blended import Blended
from studies.plan.code import code_of_parser
from studies.plan.parses import RAW_TEXT, SCORES_CSV, STORE, SUFFIX, WORK, PlannedParse
from studies.plan.runs import prepared, unique
from studies.plan.study.load import PAPERS, load_all
from studies.plan.study.study import Run
from studies.plan.treebanks.config import original_of
from studies.store.format import hash_of, index_of, pack, read_header, unpack
from studies.store.parse_files import costs_of
from studies.values.peers import read_peers

NO_DERIVATIVES = "-ND"  # in licences under which parses may not be passed on
PROVENANCE = {"code", "processor"}  # what logs of earlier versions do not say
SEED_OF_PEERS = 1  # under which the parses of other programs are stored
OTHER_SIZE = "small"  # of neural parsers, in tests and demonstrations


def add_all(root: Path) -> tuple[int, int]:
    """Add all new parses; return how many were added, and how many the store has."""
    public = treebanks_of_licence(storable=True)
    runs = [run for study in load_all(root / PAPERS) for run in study.runs]
    found = [*_made(root, runs), *_voted(root, runs), *_moved(root), *_of_peers(root, runs)]
    added = sum(_add(root, m) for m in found if original_of(m.parse.treebank) in public)
    folder = root / STORE
    atomic_write(folder / "index.tsv", index_of(folder))
    return added, sum(1 for _ in folder.rglob(f"*{SUFFIX}"))


def treebanks_of_licence(storable: bool) -> set[str]:
    """Return the public treebanks whose parses may be stored, or those whose parses may not."""
    parts = load_manifest().first_parts.values()
    return {p.treebank for p in parts if (NO_DERIVATIVES not in p.licence) == storable}


def valued(root: Path, treebanks: Iterable[str]) -> list[str]:
    """List the treebanks of which the store has values of systems whose parses it lacks."""
    return [name for name in sorted(treebanks) if (root / STORE / name / SCORES_CSV).exists()]


class MadeParse(NamedTuple):
    """A parse that was made here, with its files and the log that says by what code.

    `counts` holds the cost of parsing; a vote on transitions has only its log."""

    parse: PlannedParse
    file: Path
    raw: Path
    log: Path
    counts: Path | None = None


def _made(root: Path, runs: Sequence[Run]) -> Iterator[MadeParse]:
    """Yield the parses by parsers that were trained here."""
    models = {ours: other for run in runs for ours, other in run.models.items()}
    for counts in sorted((root / WORK).glob("*/*/seed*/*/raw/*.json")):
        parse = PlannedParse.of_file(str(counts.parent.with_name(counts.stem + ".conll")))
        trained = replace(parse, variant=models.get(parse.variant, parse.variant))
        if (root / trained.log).exists():
            log = _log(root, trained)
            yield MadeParse(parse, root / parse.file, root / parse.raw, log, counts)


def _voted(root: Path, runs: Sequence[Run]) -> Iterator[MadeParse]:
    """Yield the parses by classifiers that voted here on transitions."""
    blends = {blend.slug: blend for run in runs for blend in run.blends}
    for path in sorted((root / WORK).glob("*/*/seed*/blends/*/*.conll")):
        treebank, training, seed, _, target = path.parts[-6:-1]
        if blend := blends.get(path.stem):
            place = treebank, training, int(seed.removeprefix("seed")), target
            voted = Blended(*place, blend)
            if voted.vote:
                yield MadeParse(voted.vote, path, path, root / voted.log)


def _moved(root: Path) -> Iterator[MadeParse]:
    """Yield the parses by parsers with generic transformations, which one job trains for a move."""
    for path in sorted((root / WORK).glob("*/generic/*/*/raw/*.conll")):
        *_, treebank, _, job, variant, _, name = path.parts
        log = root / WORK / "logs" / "generic_parsers" / f"{treebank}-{job}.log"
        if log.exists():
            parse = PlannedParse(
                treebank, "sets8", int(facts_of(log)["seed"]), variant, Path(name).stem
            )
            yield MadeParse(parse, path.parents[1] / name, path, log)


def _of_peers(root: Path, runs: Sequence[Run]) -> Iterator[MadeParse]:
    """Yield the parses by other programs that are compared with the parsers of a run."""
    for peer, target in unique((peer, run.target) for run in runs for peer in run.peers):
        for costs in sorted((root / WORK).glob(f"*/peers/{peer}.json")):
            treebank, file = costs.parts[-3], costs.parent / peer / f"{target}.parsed.conll"
            log = root / WORK / "logs" / "peer" / f"{treebank}-{peer}.log"
            yield MadeParse(
                PlannedParse(treebank, "train", SEED_OF_PEERS, peer, target), file, file, log, costs
            )


def _log(root: Path, parser: PlannedParse) -> Path:
    """Return the log of the training whose model the parser has."""
    capless = uncapped(parser.variant)
    others = [replace(parser, variant=capless)] if capless else []
    each = [(root / prepared(one), root / one.log) for one in (parser, *others)]
    return Path(log_of_training([(str(trees), str(log)) for trees, log in each if log.exists()]))


def _add(root: Path, made: MadeParse) -> bool:
    """Store a parse of which all is known; return whether it is new.

    It is not new if the stored parse was written later, or has the same trees by the same code."""
    said, files = facts_of(made.log), (root / made.parse.gold, made.file, made.raw)
    if not (said.keys() >= PROVENANCE and all(file.exists() for file in files)):
        return False
    if said.get("size") == OTHER_SIZE:
        return False
    target = root / made.parse.stored
    if target.exists() and target.stat().st_mtime > made.file.stat().st_mtime:
        return False
    gold, parse, raw = (path.read_bytes() for path in files)
    if target.exists():
        known = unpack(target.read_bytes(), gold, made.parse.stored)
        if (known.parse, known.raw, known.header["code"]) == (parse, raw, said["code"]):
            return False
    atomic_write(target, pack(gold, parse, raw, _facts(root, made, said)))
    return True


def _facts(root: Path, made: MadeParse, said: Mapping[str, str]) -> Mapping:
    megabytes, of_peer = float(said[MEMORY]), {}
    if "program" in said:
        one = next(p for p in read_peers([made.counts]) if p.split == made.parse.target)
        costs, training = {"seconds": one.parsing, "counts": {}}, one.training
        megabytes, of_peer = one.memory or megabytes, {"program": said["program"]}
    elif made.counts:
        costs, training = costs_of(made.counts), processor_seconds(made.log)
    else:  # of a vote, whose classifiers were trained by other jobs, or of all parsers of a move
        costs, training = {"seconds": processor_seconds(made.log) or 0.0, "counts": {}}, 0.0
    return {
        "parse": made.parse.stored.removeprefix(f"{STORE}/"),
        "trained_on": hash_of((root / made.parse.original).read_bytes()),
        "code": said["code"],
        "commit": said.get("commit", ""),
        "date": time.strftime("%Y-%m-%d", time.gmtime(made.file.stat().st_mtime)),
        "processor": said["processor"],
        "threads": int(said.get("threads", 1)),
        "training": {"seconds": training, "megabytes": round(megabytes)},
        "parsing": {"seconds": round(costs["seconds"], 3), "counts": costs["counts"]},
        **of_peer,
    }


def count_stale(root: Path, parses: list[PlannedParse]) -> int:
    """Count the stored parses that were made by other code than the present."""
    return sum(
        read_header(root / p.stored)["code"] != code_of_parser(p.variant, p.treebank)
        for p in parses
    )


def origin_of(root: Path, stored: Sequence[str], made: int, valued: Sequence[str] = ()) -> str:
    """Say how many parses of a suite are stored, by how many with other code, and how many made."""
    stale = count_stale(root, [*map(PlannedParse.of_file, stored)])
    other = f" ({stale} of them made by other code than the present)" if stale else ""
    keys = {name: read_keys(root / STORE / name / SCORES_CSV) for name in valued}
    systems = [
        f"{len({key[1:3] for key in found if RAW_TEXT not in key.setting})} of {name}"
        for name, found in keys.items()
    ]
    values = f"; systems without parses, of which values are stored: {', '.join(systems)}"
    return f"{len(stored)} from the store{other}, {made} made here{values if systems else ''}"


if __name__ == "__main__":
    print("{} parses added; the store has {}".format(*add_all(Path())))
