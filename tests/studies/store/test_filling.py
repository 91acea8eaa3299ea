"""Which parses `make store` makes, and in which order."""

import json
from dataclasses import replace
from pathlib import Path

from nonproj.combination.schemes import Weights
from nonproj.data.yaml_files import read_yaml
from nonproj.trees.restructuring.schemes import MOVES
from samples.plans import known, study_of
from studies.plan.blended import Store
from studies.plan.plan import Plan
from studies.plan.runs import Runs
from studies.plan.study.blends import Blend, Level
from studies.plan.study.pools import GenericParsers
from studies.plan.study.study import Run
from studies.plan.treebanks.config import original_of
from studies.plan.treebanks.sources import Size
from studies.store import filling
from studies.store.filling import batches, lacking, plan_of

CHEAP, DEAR, LAZY = "arc-standard", "carreras", "arc-eager@mbl"
ALL = Run("train", "dev", (LAZY, DEAR, CHEAP))
SIZES = {"a": Size(20_000, 1000)}


def plan(*stored, runs=(ALL,), generic=None):
    """A plan whose store has all parses of some variants."""
    store = Store(Path(), lambda parse: parse.variant in stored)
    store.has = store.takes
    return Plan(Runs([study_of(*runs, generic=generic)], 1), {"a": known()}, 0, store)


def test_the_store_is_filled_by_the_cheapest_parsers_that_it_lacks(tmp_path):
    files = [f"data/work/a/train/seed1/{name}/dev.conll" for name in (CHEAP, DEAR, LAZY)]
    assert [*lacking(plan(), SIZES, tmp_path)] == files
    assert [*lacking(plan(DEAR), SIZES, tmp_path)] == [files[0], files[2]]
    (tmp_path / files[0]).parent.mkdir(parents=True)
    (tmp_path / files[0]).touch()
    assert [*lacking(plan(), SIZES, tmp_path)] == files[1:]


def test_the_store_is_filled_with_votes_made_as_blends(tmp_path):
    members = "arc-eager", LAZY
    blend = Blend("tl-eq", Weights.EQ, members, Level.TRANSITION, "classifiers=all4")
    voting = plan(*members, runs=(Run("cv0", "test", members, blends=(blend,)),))
    [vote] = lacking(voting, SIZES, tmp_path)
    assert vote == "data/work/a/cv0/seed1/blends/test/tl-eq-classifiers-all4.conll"


def test_parsers_of_a_move_are_made_together_at_the_sum_of_their_costs(tmp_path):
    base = "arc-eager+head"
    [seconds] = lacking(plan(runs=[Run("sets8", "heldout", (base,))]), SIZES, tmp_path).values()
    moves = plan(base, runs=(), generic=GenericParsers(base, 3, 1, 50, "test", "typeacc"))
    assert lacking(moves, SIZES, tmp_path) == {
        f"data/work/a/generic/s-3-{move}": 3 * seconds for move in MOVES
    }


def test_a_batch_is_as_long_as_one_dear_parser_or_many_cheap_ones():
    costs = dict.fromkeys("abcd", 250.0) | {"e": 700.0, "f": 1.0}
    assert [*batches(costs)] == [["a", "b", "c"], ["d", "e"], ["f"]]
    assert [*batches({})] == []


def test_each_batch_is_one_call_that_goes_on_if_a_job_fails(monkeypatch):
    calls, costs = [], {"a": 700.0, "b": 1.0}
    monkeypatch.setattr(filling, "plan_of", lambda suite, root: (suite, {}))
    monkeypatch.setattr(filling, "lacking", lambda *_: costs)
    monkeypatch.setattr(filling, "add_all", lambda root: (0, 0))
    monkeypatch.setattr(filling.subprocess, "run", lambda call, check: calls.append((call, check)))
    filling.main("papers", ["snakemake", "--config", "x=1"])
    usual = ["snakemake", "--config", "x=1", "--keep-going", "--"]
    assert calls == [([*usual, file], False) for file in costs]


def test_the_store_is_filled_by_the_plan_of_a_configured_suite(request, tmp_path):
    root = request.config.rootpath
    (tmp_path / "data/work/availability").mkdir(parents=True)
    for name in ("config.yaml", "src", "data/embedded"):
        (tmp_path / name).symlink_to(root / name)
    treebanks = map(original_of, read_yaml(root / "config.yaml")["suites"]["papers"]["treebanks"])
    found = dict.fromkeys(treebanks, known() | {"splits": [], "sentences": 0})
    found["ud20-vi"] = known(words=20_285) | {"sentences": 0}
    (tmp_path / "data/work/availability/papers.json").write_text(json.dumps(found))
    made, sizes = plan_of("papers", tmp_path)
    assert {parse.treebank for parse in made.made} == {"ud20-vi"}
    assert "ud20-vi" in made.runs.public, "some runs are on some of the public treebanks"
    place = "ittb-prague", "nilsson-2009"
    bases = made.runs.bases(*place)
    stored = [made.made[0].stored]
    for name in (*stored, *(replace(base, variant="x+childswap:y").stored for base in bases)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    again, _ = plan_of("papers", tmp_path)
    assert again.made == made.made[1:]
    assert again.stored_moves(*place, "childswap") == [], "of one label of 16"
    assert sizes["ud20-vi"].words == 20_285
