"""Which parses `make store` makes, and in which order."""

import json
from types import SimpleNamespace

from nonproj.data.yaml_files import read_yaml
from nonproj.experiments.filling import batches, lacking, plan_of
from nonproj.experiments.planning.plan import Plan
from nonproj.experiments.planning.runs import Runs
from nonproj.experiments.study.study import Run
from nonproj.experiments.treebanks.config import original_of
from nonproj.experiments.treebanks.sources import Size

CHEAP, DEAR, LAZY = "arc-standard", "carreras", "arc-eager@mbl"


def plan(*stored):
    runs = (Run("train", "dev", (LAZY, DEAR, CHEAP)),)
    study = SimpleNamespace(id="s", labels={}, runs=runs, selection=None, generic=None)
    found = {"splits": ["train", "dev"], "words": 0, "missing": {}, "style": "ud"}
    return Plan(Runs([study], 1), {"a": found}, 0, lambda parse: parse.variant in stored)


def test_cheap_parsers_come_first_and_stored_ones_and_made_ones_never(tmp_path):
    sizes = {"a": Size(20_000, 1000)}
    files = [f"data/work/a/train/seed1/{name}/dev.conll" for name in (CHEAP, DEAR, LAZY)]
    assert [*lacking(plan(), sizes, tmp_path)] == files
    assert [*lacking(plan(DEAR), sizes, tmp_path)] == [files[0], files[2]]
    (tmp_path / files[0]).parent.mkdir(parents=True)
    (tmp_path / files[0]).touch()
    assert [*lacking(plan(), sizes, tmp_path)] == files[1:]


def test_a_batch_is_as_long_as_one_dear_parser_or_many_cheap_ones():
    costs = dict.fromkeys("abcd", 250.0) | {"e": 700.0, "f": 1.0}
    assert [*batches(costs)] == [["a", "b", "c"], ["d", "e"], ["f"]]
    assert [*batches({})] == []


def test_the_plan_of_a_suite_of_the_configuration(request, tmp_path):
    root = request.config.rootpath
    (tmp_path / "data/work/availability").mkdir(parents=True)
    for name in ("config.yaml", "workflow", "data/embedded"):
        (tmp_path / name).symlink_to(root / name)
    found = {"splits": [], "words": 0, "sentences": 0, "style": "ud", "missing": {}}
    treebanks = read_yaml(root / "config.yaml")["suites"]["papers"]["treebanks"]
    known = dict.fromkeys(map(original_of, treebanks), found)
    known["ud20-vi"] = found | {"splits": ["train", "dev", "test"], "words": 20_285}
    path = tmp_path / "data/work/availability/papers.json"
    path.write_text(json.dumps(known))
    made, sizes = plan_of("papers", tmp_path)
    assert {parse.treebank for parse in made.made} == {"ud20-vi"}
    assert sizes["ud20-vi"].words == 20_285
