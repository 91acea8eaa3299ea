"""What the largest experiments of the papers take on two cores and on a cluster: docs/scaling.md.

    python -m nonproj.experiments.planning.scaling

Computed from what trainings were measured to cost, see `parsers.costs`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from nonproj.costs import Cost
from nonproj.data.declared import Declared, Name
from nonproj.data.yaml_files import read_declared
from nonproj.experiments.treebanks.sources import Size
from nonproj.parsers.costs import cost_of_training

HOUR = 3600
HEAD = """\
# What the large experiments take

This page is made by `make docs` from what trainings cost
([`costs.py`](../src/nonproj/parsers/costs.py), fitted to the benchmark files of committed reports;
a test compares the memory, but for neural parsers in `reports/neural`) and from the sizes in
[`scaling.yaml`](../src/nonproj/experiments/planning/scaling.yaml). Trainings are independent jobs
of one core. No run is shorter than its longest job; waiting for a scheduler comes
on top.
"""


class Stored(Declared):
    variant: Name
    megabytes: float


class Graph(Declared):
    jobs: int
    seconds: float
    suite: str


class Experiment(Declared):
    title: str
    what: str
    folds: int  # 1: trained once on all
    seeds: int
    variants: tuple[Name, ...]
    treebanks: dict[str, Size]


class Scaling(Declared):
    cores: tuple[int, ...]
    parsing: float
    models: tuple[Stored, ...]
    megabytes_of_word: float
    graph: Graph
    experiments: tuple[Experiment, ...]


@dataclass(frozen=True)
class Demand:
    """The jobs of an experiment: one for each parser, which is trained and parses a text."""

    experiment: Experiment
    scaling: Scaling

    @cached_property
    def jobs(self) -> list[Cost]:
        """With `folds`, all but one are trained on and the other one is parsed."""
        one = self.experiment
        share = 1 - 1 / one.folds if one.folds > 1 else 1.0
        found = []
        for variant in one.variants:
            for size in one.treebanks.values():
                cost = cost_of_training(variant, size.words * share)
                seconds = cost.seconds * (1 + self.scaling.parsing * (1 - share) / share)
                found += [cost._replace(seconds=seconds)] * (one.folds * one.seeds)
        return found

    @property
    def hours(self) -> float:
        return sum(job.seconds for job in self.jobs) / HOUR

    def wall(self, cores: int) -> float:
        """Hours on so many cores."""
        return max(self.hours / cores, max(job.seconds for job in self.jobs) / HOUR)

    @property
    def gigabytes(self) -> float:
        """What models and parses take on disk."""
        one, runs = self.experiment, self.experiment.folds * self.experiment.seeds
        models = sum(_of_model(self.scaling, variant) for variant in one.variants)
        words = sum(size.words for size in one.treebanks.values())
        parses = words * self.scaling.megabytes_of_word * len(one.variants) * one.seeds
        return (models * len(one.treebanks) * runs + parses) / 1000


def _of_model(scaling: Scaling, variant: str) -> float:
    return next(m.megabytes for m in scaling.models if re.fullmatch(m.variant, variant))


def page(scaling: Scaling) -> Iterator[str]:
    """The lines of docs/scaling.md."""
    yield HEAD
    heads = (f"{cores:,} core{'s' * (cores > 1)}" for cores in scaling.cores)
    yield f"| experiment | trainings | core-hours | {' | '.join(heads)} | memory | disk |"
    yield f"|---|--:|--:|{'--:|' * len(scaling.cores)}--:|--:|"
    for one in scaling.experiments:
        demand = Demand(one, scaling)
        walls = " | ".join(_shown(demand.wall(cores)) for cores in scaling.cores)
        memory = max(job.megabytes for job in demand.jobs) / 1000
        yield (
            f"| {one.title}: {one.what} | {len(demand.jobs):,} | {demand.hours:,.0f} | {walls} "
            f"| {memory:.1f} GB | {demand.gigabytes:.0f} GB |"
        )
    graph = scaling.graph
    yield (
        f"\nSnakemake builds the graph of the {graph.jobs:,} jobs of {graph.suite} in "
        f"{graph.seconds:.0f} seconds of processor time."
    )


def _shown(hours: float) -> str:
    return f"{hours / 24:,.1f} days" if hours >= 48 else f"{hours:,.1f} h"


def scaling() -> Scaling:
    return read_declared(Path(__file__).with_name("scaling.yaml"), Scaling)


if __name__ == "__main__":
    print("\n".join(page(scaling())))
