"""Train parsers of stored parses again, and compare the parses word by word.

    python -m tests.parses_check --minutes 15 --seed 1
    python -m tests.parses_check ud20-got/train/seed1/arc-eager+head/test

Without names, parses are drawn from all families in turn, as long as their training times add up
to at most the given minutes. The workflow trains the parsers in a temporary folder. If a parse
differs, the status is 1. Neural and maximum entropy parsers may differ on other processors."""

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from nonproj.experiments.planning.code import processor
from nonproj.experiments.planning.parses import STORE, Parse
from nonproj.experiments.study.load import load_all
from nonproj.parsers.families import variant_named
from nonproj.results.store import SUFFIX, read_header, unpack

ROOT = Path(__file__).parents[1]
SUITE = """\
suite: check-parses
parses: train
suites:
  check-parses:
    title: Stored parses
    missing: skip
    neural: paper
    ten_folds_below: 0
    treebanks: [{treebank}]
    studies: [{study}]
"""


def drawn(headers: dict[str, dict], minutes: float, seed: int) -> Iterator[str]:
    """Draw one parse of each family in turn, while there is time for its training."""
    names = sorted(headers)
    random.Random(seed).shuffle(names)
    families: dict[str, list[str]] = {}
    for name in names:
        families.setdefault(variant_named(name.split("/")[3]).family, []).append(name)
    left = 60 * minutes
    while any(families.values()):
        for family in families.values():
            name = family.pop() if family else None
            if name and (cost := headers[name]["training"]["seconds"]) <= left:
                left -= cost
                yield name


def differing(old: bytes, new: bytes) -> list[int]:
    """List the numbers of the lines that differ."""
    pairs = zip(old.split(b"\n"), new.split(b"\n"), strict=True)
    return [number for number, (a, b) in enumerate(pairs, 1) if a != b]


def made_again(parse: Parse, folder: Path) -> tuple[bytes, bytes]:
    """Train the parser in a folder; return the gold text and the parse."""
    studies = load_all(ROOT / "workflow/experiments")
    study = next(s.id for s in studies for run in s.runs if parse.variant in run.variants)
    (folder / "suite.yaml").write_text(SUITE.format(treebank=parse.treebank, study=study))
    command = [sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile")]
    command += ["--directory", str(folder), "--configfile", str(folder / "suite.yaml")]
    command += ["--cores", "all", "--quiet", "all", "--", parse.file]
    subprocess.run(command, check=True, cwd=folder)
    return (folder / parse.gold).read_bytes(), (folder / parse.file).read_bytes()


def main(arguments: Sequence[str]) -> int:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("names", nargs="*")
    asked.add_argument("--minutes", type=float, default=15)
    asked.add_argument("--seed", type=int, default=1)
    options, store = asked.parse_args(arguments), ROOT / STORE
    files = {p.relative_to(store).with_suffix("").as_posix(): p for p in store.rglob(f"*{SUFFIX}")}
    headers = {name: read_header(path) for name, path in files.items()}
    names = options.names or [*drawn(headers, options.minutes, options.seed)]
    if unknown := [name for name in names if name not in files]:
        asked.error(f"not stored: {', '.join(unknown)}")
    failed = 0
    print("parse\twords\tdiffering\tstored on\there")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            parse = Parse.of_file(f"{STORE}/{name}{SUFFIX}")
            gold, made = made_again(parse, Path(folder))
            stored = unpack(files[name].read_bytes(), gold, name)
            lines = differing(stored.parse, made)
            place = f"{len(lines)} (lines {', '.join(map(str, lines[:3]))} …)" if lines else "0"
            shown = name, stored.header["words"], place, stored.header["processor"], processor()
            print(*shown, sep="\t", flush=True)
            failed += bool(lines)
    return int(failed > 0 or not names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
