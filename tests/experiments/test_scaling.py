"""What large experiments take follows from their jobs, and its page is up to date."""

from pathlib import Path

import pytest

from nonproj.experiments.planning.scaling import (
    Demand,
    Experiment,
    Graph,
    Scaling,
    Stored,
    page,
    scaling,
)
from nonproj.experiments.treebanks.sources import Size
from nonproj.parsers.costs import cost_of_training

ROOT = Path(__file__).parents[2]
SCALING = Scaling((2, 1000), 0.5, (Stored(".*", 10.0),), 0.001, Graph(10, 1.0, "s"), ())


def demand(folds, seeds=1):
    treebanks = {"small": Size(10_000, 500), "large": Size(100_000, 5000)}
    return Demand(Experiment("E", "e", folds, seeds, ("mst", "arc-eager"), treebanks), SCALING)


def test_a_job_for_each_parser_treebank_fold_and_seed():
    found = demand(folds=10, seeds=3)
    assert len(found.jobs) == 2 * 2 * 10 * 3
    once = cost_of_training("mst", 9000).seconds
    assert found.jobs[0].seconds == pytest.approx(once * (1 + 0.5 / 9))
    assert found.gigabytes == pytest.approx((2 * 2 * 30 * 10 + 110_000 * 0.001 * 2 * 3) / 1000)


def test_no_run_is_shorter_than_its_longest_job():
    found = demand(folds=10)
    assert found.wall(2) == pytest.approx(found.hours / 2)
    assert found.wall(1000) == max(job.seconds for job in found.jobs) / 3600 > found.hours / 1000


def test_the_page_is_up_to_date():
    text = "\n".join(page(scaling())) + "\n"
    assert (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8") == text
