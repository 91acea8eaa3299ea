"""Train parsers of stored parses again, compare the parses word by word, and score the new ones.

    python -m studies.store.checking --minutes 15 --seed 1
    python -m studies.store.checking 'ud20-got/*/seed1/arc-eager*'
    python -m studies.store.checking --table nilsson-2009/T5.6 --treebank ud20-got

Without names or a table, parses are drawn from all families in turn, as long as their training
times add up to at most the given minutes. The workflow trains the parsers in a temporary folder,
and keeps the treebanks in data/raw. If a parse differs, the status is 1. Neural and maximum entropy
parsers may differ on other processors."""

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import filter as matching
from pathlib import Path

import yaml

from nonproj.public.errors import NonprojError, did_you_mean, one_of
from nonproj.public.files import read_yaml
from nonproj.public.scores import evaluate
from nonproj.public.treebanks import parse_treebank
from nonproj.public.variants import variant_named
from studies.plan.blended import Blended
from studies.plan.code import processor
from studies.plan.parses import STORE, SUFFIX, PlannedParse
from studies.plan.runs import Runs, grouped, unique
from studies.plan.study.blends import Level
from studies.plan.study.load import PAPERS, load_all, load_studies
from studies.store.filling import plan_of
from studies.store.format import read_header, unpack
from studies.values.cells import Cells

PUBLISHED_REPORTS = "reports/published"
SHARED_FOLDERS = ("workflow", PAPERS, "data/embedded", "data/raw")  # with the temporary folder


class Project:
    """A temporary folder in which the workflow fetches treebanks and trains parsers."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder, self.config = root, folder, read_yaml(root / "config.yaml")
        self.studies = {study.id: study for study in load_all(root / PAPERS)}
        self.runs = Runs([*self.studies.values()], self.config["seed"])
        (root / "data" / "raw").mkdir(exist_ok=True)
        for name in SHARED_FOLDERS:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to(root / name)

    def shown(self, pattern: str, treebank: str = "") -> list[PlannedParse]:
        """List the parses that tables of the committed reports show, on one or on all treebanks."""
        committed = {
            path.parent.name for path in (self.root / PUBLISHED_REPORTS).glob("*/suite.json")
        }
        suites = {name: of for name, of in self.config["suites"].items() if name in committed}
        suite_of = {
            f"{study.id}/{table.id}": suite
            for suite, settings in suites.items()
            for study in load_studies(self.root / PAPERS, settings.get("studies"))
            for table in study.tables
        }
        asked = grouped((suite_of[name], name) for name in named(pattern, suite_of, "table"))
        if treebank:
            known = unique(name for suite in asked for name in suites[suite]["treebanks"])
            one_of(known, treebank, f"{pattern}: treebank")
        return unique(
            parse
            for suite, tables in asked.items()
            for parse in self._shown(suite, suites[suite], tables, treebank)
        )

    def _shown(
        self, suite: str, settings: Mapping, tables: Sequence[str], treebank: str
    ) -> Iterator[PlannedParse]:
        treebanks = [name for name in settings["treebanks"] if treebank in ("", name)]
        if treebanks:
            file = f"data/work/availability/{suite}.json"
            self._make(suite, {**settings, "treebanks": treebanks}, file)
            cells = Cells(plan_of(suite, self.folder)[0])
            for study, _, table in (name.partition("/") for name in tables):
                of = self.studies[study]
                for name in treebanks:
                    yield from cells.parses(of, of.table(table), name)

    def made_again(
        self, parses: Iterable[PlannedParse]
    ) -> Iterator[tuple[PlannedParse, bytes, bytes]]:
        """Train parsers, treebank by treebank; yield each parse with its gold text and itself."""
        for treebank, of_treebank in grouped((p.treebank, p) for p in parses).items():
            settings = {"missing": "skip", "neural": "paper", "treebanks": [treebank]}
            settings |= {"title": "Stored parses", "studies": [*self.studies]}
            files = [self._file(parse) for parse in of_treebank]
            self._make("check-parses", settings, *files)
            for parse, file in zip(of_treebank, files, strict=True):
                gold, made = (self.folder / path for path in (parse.gold, file))
                yield parse, gold.read_bytes(), made.read_bytes()

    def _file(self, parse: PlannedParse) -> str:
        """Return the path where the workflow makes the parse, which may be a vote."""
        blends = (of for of in self.runs.blends.values() if of.level is Level.TRANSITION)
        place = parse.treebank, parse.training, parse.seed, parse.target
        votes = (Blended(*place, of).file for of in blends if of.variant == parse.variant)
        return next(votes, parse.file)

    def _make(self, suite: str, settings: Mapping, *files: str) -> None:
        config = {**self.config, "suite": suite, "parses": "train", "suites": {suite: settings}}
        (self.folder / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
        command = [sys.executable, "-m", "snakemake", "--snakefile", str(self.root / "Snakefile")]
        command += ["--directory", str(self.folder), "--cores", "all"]
        command += ["--quiet", "progress", "rules", "host", "--", *files]
        subprocess.run(command, check=True)


def drawn(headers: Mapping[str, Mapping], minutes: float, seed: int) -> Iterator[str]:
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


def named(pattern: str, names: Iterable[str], what: str) -> list[str]:
    """List the names that match a shell pattern; raise NonprojError if there is none."""
    if not (found := matching(names, pattern)):
        raise NonprojError(f"{pattern}: no such {what}{did_you_mean(pattern, names)}")
    return found


def differing(old: bytes, new: bytes) -> list[int]:
    """List the numbers of the lines that differ."""
    pairs = zip(old.split(b"\n"), new.split(b"\n"), strict=True)
    return [number for number, (a, b) in enumerate(pairs, 1) if a != b]


def listed(
    parses: Sequence[PlannedParse], headers: Mapping[str, Mapping], runs: Runs
) -> Iterator[str]:
    """Yield a line for each parse, with the seconds that it cost, and a line for all together."""
    training, parsing = {}, []
    for parse in parses:
        if header := headers.get(name_of(parse)):
            training[runs.model(parse)] = header["training"]["seconds"]
            parsing.append(header["parsing"]["seconds"])
            yield f"{name_of(parse)}\t{header['training']['seconds'] + parsing[-1]:.0f} s"
        else:
            yield f"{name_of(parse)}\tnot stored"
    minutes = (sum(training.values()) + sum(parsing)) / 60
    stored = f"parses stored: {len(parsing)} of {len(parses)}"
    yield f"{stored}; parsers to train: {len(training)}; minutes of one processor: {minutes:.1f}"


def name_of(parse: PlannedParse) -> str:
    return parse.stored.removeprefix(f"{STORE}/").removesuffix(SUFFIX)


def run(options: argparse.Namespace, root: Path, folder: Path) -> int:
    store, project = root / STORE, Project(root, folder)
    files = {p.relative_to(store).with_suffix("").as_posix(): p for p in store.rglob(f"*{SUFFIX}")}
    every = {name: read_header(files[name]) for name in sorted(files)}
    headers = {name: header for name, header in every.items() if "program" not in header}
    if options.table:
        shown = map(name_of, project.shown(options.table, options.treebank))
        names = [name for p in shown for name in matching(headers, p) or [p]]
    else:
        names = [name for p in options.names for name in named(p, headers, "stored parse")]
        names = names or [*drawn(headers, options.minutes, options.seed)]
    parses = [PlannedParse.of_file(f"{name}{SUFFIX}") for name in unique(names)]
    if not parses:
        print(f"{options.table}: no cell shows a parse that the store can hold.")
        return 0
    print(*listed(parses, headers, project.runs), sep="\n", flush=True)
    stored = [parse for parse in parses if name_of(parse) in headers]
    if options.list:
        return 0
    failed = 0
    for parse, gold, made in project.made_again(stored):
        name = name_of(parse)
        old = unpack(files[name].read_bytes(), gold, name)
        lines = differing(old.parse, made)
        first = f" (lines {', '.join(map(str, lines[:3]))} …)" if lines else ""
        differ = f"{len(lines)} of {old.header['words']} words differ{first}"
        las = evaluate(parse_treebank(gold), parse_treebank(made))["las"]
        score = f"LAS {100 * las.correct / las.total:.2f} % ({las.correct}/{las.total})"
        processors = f"stored: {old.header['processor']}", f"here: {processor()}"
        print(name, differ, score, *processors, sep="\t", flush=True)
        failed += bool(lines)
    return int(failed > 0 or not stored)


def main(arguments: Sequence[str]) -> int:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("names", nargs="*", help="names of parses, or shell patterns")
    asked.add_argument("--table", help="STUDY/TABLE or a shell pattern: the parses in these tables")
    asked.add_argument("--treebank", default="", help="only on this treebank of the tables")
    asked.add_argument("--minutes", type=float, default=15)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--list", action="store_true", help="name the parses, but train nothing")
    options = asked.parse_args(arguments)
    if options.table and options.names:
        asked.error("expected names or --table, not both")
    if options.treebank and not options.table:
        asked.error("--treebank needs --table")
    with tempfile.TemporaryDirectory() as folder:
        try:
            return run(options, Path.cwd(), Path(folder))
        except NonprojError as error:
            print(f"Error: {error}", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
