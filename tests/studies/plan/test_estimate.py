"""What a suite is expected to take before it runs."""

from pathlib import Path

import pytest

from samples.plans import known, study_of
from studies.plan.estimate import estimate
from studies.plan.plan import Plan
from studies.plan.runs import Runs
from studies.plan.study.pools import GenericParsers
from studies.plan.study.study import Run
from studies.plan.treebanks.sources import Size

MISSING = {"train": "a train: http://x: expected b; found no file at c, no network connection"}
MINE, NONE = Size(20000, 1000), Size(0, 0)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def estimated(variants, sizes=(("mine", MINE),), cores=2, advice=0, generic=None):
    study = study_of(Run("sets8", "heldout", variants), generic=generic)
    found = {
        name: known("train", "test", words=size.words) | {"missing": MISSING}
        for name, size in sizes
    }
    for name, size in sizes:
        found[name]["splits"] *= size.words > 0
    return estimate(Plan(Runs([study], 1), found, 0), dict(sizes), cores, advice)


def test_the_estimate_lists_treebanks_parsers_and_time():
    text = estimated(("mst", "carreras"), [("mine", MINE), ("other", NONE)])
    lines = text.splitlines()
    assert lines[1].split() == ["mine", "1,000", "20,000", "2", "train", "test"]
    assert lines[2].split(maxsplit=1)[1] == "not available: train: no network connection"
    assert lines[4] == "2 of 2 parsers remain to be trained, 2 parses are needed."
    assert "on 2 cores" in lines[5]


def test_the_estimate_of_a_suite_without_parsers_has_measures_and_advice():
    assert "About a minute on 2 cores" in estimated((), [("mine", MINE), ("none", NONE)])
    many = estimated((), [(str(i), MINE) for i in range(16)])
    assert "About 2 minutes on 2 cores" in many
    assert "advice" not in many
    text = estimated((), [("mine", MINE), ("none", NONE)], cores=4, advice=10)
    assert "About 10 minutes on 4 cores (0.7 hours of processor time)" in text
    assert text.endswith("Up to 10 of these minutes go into advice on strategies.\n")


def test_the_estimate_counts_parsers_to_train_and_a_parser_for_each_move():
    generic = GenericParsers("arc-eager+head", 3, 1, 20001, "test", "typeacc")
    assert f"{1 + 1 + 4 * 3} of 14 parsers" in estimated(("mst",), generic=generic)
    model = Path("data/work/mine/sets8/seed1/mst/model.npz")
    model.parent.mkdir(parents=True)
    model.touch()
    assert "1 of 2 parsers" in estimated(("mst", "carreras"))
