"""Train what the store of parses lacks, the cheapest parsers first, and add parses as they come.

python -m studies.store.filling SUITE COMMAND...

COMMAND is Snakemake with its options; `make store` runs this. A run that is stopped loses only the
parsers of its last batch."""

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path

from nonproj.public.files import read_yaml
from studies.plan.blended import Store
from studies.plan.estimate import cost_of_job
from studies.plan.parses import PlannedParse
from studies.plan.plan import Plan
from studies.plan.runs import Runs
from studies.plan.study.load import PAPERS, load_studies
from studies.plan.treebanks.config import original_of
from studies.plan.treebanks.sources import Size, Sources
from studies.store.storing import add_all, treebanks_of_licence

FILLING_BATCH = 600  # seconds that the parses of one call of Snakemake cost together
PUT_OFF = 900  # seconds in which a memory-based learner parses a text


def plan_of(suite: str, root: Path) -> tuple[Plan, Mapping[str, Size]]:
    """Return the plan of a suite whose treebanks were fetched, with all parses, and their sizes."""
    sources = Sources({**read_yaml(root / "config.yaml"), "suite": suite}, root)
    studies = load_studies(root / PAPERS, sources.suite.studies)
    public = sources.public_names
    runs = Runs.of_suite(studies, sources.config["seed"], sources.suite, public)
    path = root / f"data/work/availability/{suite}.json"
    below = sources.suite.ten_folds_below
    store = Store(root, lambda parse: True, values=False)
    return Plan(runs, sources.found(path), below, store), sources.sizes(path)


def lacking(plan: Plan, sizes: Mapping[str, Size], root: Path) -> dict[str, float]:
    """Return the costs of the parses that are neither stored nor made yet, the cheapest first."""
    withheld = treebanks_of_licence(storable=False)
    costs = {
        plan.votes[parse].file if parse in plan.votes else parse.file: _seconds(parse, sizes)
        for parse in plan.made
        if original_of(parse.treebank) not in withheld
    }
    moves = (each for each in plan.moves if original_of(each[0]) not in withheld)
    for treebank, study, move in moves:
        seconds = _seconds(plan.runs.bases(treebank, study)[0], sizes)
        folder = plan.runs.folder_of_moves(treebank, study, move)
        costs[folder] = plan.runs.moved_labels(treebank, study) * seconds
    ordered = sorted(costs.items(), key=itemgetter(1))
    return {file: cost for file, cost in ordered if not (root / file).exists()}


def batches(costs: Mapping[str, float]) -> Iterator[list[str]]:
    """Divide files into batches that each cost FILLING_BATCH or, with their last file, more."""
    batch, spent = [], 0.0
    for file, cost in costs.items():
        batch.append(file)
        spent += cost
        if spent >= FILLING_BATCH:
            yield batch
            batch, spent = [], 0.0
    if batch:
        yield batch


def _seconds(parse: PlannedParse, sizes: Mapping[str, Size]) -> float:
    """Estimate the cost of a parse by that of training, which memory-based learning puts off."""
    training = cost_of_job(parse.variant, sizes[parse.treebank], parse.training).seconds
    return training + (PUT_OFF if "mbl" in parse.variant else 0)


def main(suite: str, command: Sequence[str]) -> None:
    root = Path()
    costs = lacking(*plan_of(suite, root), root)
    hours = sum(costs.values()) / 3600
    print(f"{len(costs)} parses are neither stored nor made; about {hours:.1f} hours.", flush=True)
    for files in batches(costs):
        subprocess.run([*command, "--keep-going", "--", *files], check=False)
        print("{} parses added; the store has {}".format(*add_all(root)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
