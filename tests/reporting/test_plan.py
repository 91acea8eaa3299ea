"""Which parsers the runs of the studies need."""

from types import SimpleNamespace

import pytest

from nonproj.reporting.experiments import Run
from nonproj.reporting.plan import Parse, Plan, Scored, model_file, prepared_file, sets_of

CURVE = [f"sets{k}" for k in range(1, 9)]
FOLDS = [f"cv{i}" for i in range(10)]


def run(training, target, *variants, treebanks=(), oracle=False, without=()):
    return Run(training, target, variants, oracle, treebanks, {}, without=without)


def plan_of(*runs, words=0, below=100, splits=("train", "dev", "test"), cross_validate=False):
    availability = {"a": {"splits": list(splits), "words": words, "missing": {}}}
    return Plan([SimpleNamespace(runs=runs)], availability, below, cross_validate)


def trainings(plan):
    return [parse.training for parse in plan.parses]


@pytest.mark.parametrize(
    ("training", "words", "expected"),
    [
        ("train", 0, ["train"]),
        ("sets8", 0, ["sets8"]),
        ("curve", 0, CURVE),
        ("folds", 99, FOLDS),
        ("folds", 100, ["sets8"]),
    ],
)
def test_trainings(training, words, expected):
    plan = plan_of(run(training, "heldout", "arc-eager"), words=words)
    assert trainings(plan) == expected


def test_studies_share_parsers():
    both = run("train", "dev", "arc-eager", "swap-lazy"), run("train", "dev", "swap-lazy")
    assert [parse.variant for parse in plan_of(*both).parses] == ["arc-eager", "swap-lazy"]


def test_nothing_is_planned_without_its_files():
    assert plan_of(run("train", "test", "arc-eager"), splits=("train", "dev")).parses == []
    assert plan_of(run("train", "dev", "arc-eager"), splits=("dev",)).parses == []
    for elsewhere in ({"treebanks": ("b",)}, {"without": ("a",)}):
        assert plan_of(run("train", "dev", "arc-eager", **elsewhere)).parses == []


@pytest.mark.parametrize(
    ("cross_validate", "expected"),
    [(False, [("train", "dev")]), (True, [(fold, "heldout") for fold in FOLDS])],
)
def test_ten_folds_on_request(cross_validate, expected):
    plan = plan_of(
        run("train-or-cv10", "dev", "carreras+npa", "carreras"), cross_validate=cross_validate
    )
    parses = [parse for parse in plan.parses if parse.variant == "carreras"]
    assert [(parse.training, parse.target) for parse in parses] == expected
    ((scored, explained),) = plan.approximated.items()
    assert scored.split == ("train-cv10" if cross_validate else "dev")
    assert [parse.variant for parse in explained] == ["carreras+npa"] * len(expected)


def test_folds_are_scored_together():
    plan = plan_of(run("folds", "heldout", "arc-eager", "swap-lazy"), words=1)
    ((scored, parses),) = plan.scored.items()
    assert scored == Scored("a", "cv", "heldout")
    assert scored.labels == ["train-cv10", ""]
    assert len(parses) == 20


def test_labels_of_a_learning_curve():
    assert Scored("a", "sets3", "heldout").labels == ["dev20", "train=30%"]
    assert Scored("a", "sets8", "heldout").labels == ["dev20", "", "train=80%"]
    assert Scored("a", "train", "test").labels == ["test", ""]


@pytest.mark.parametrize(
    ("training", "train", "heldout"),
    [
        ("sets8", [1, 2, 3, 4, 5, 6, 7, 8], [0, 9]),
        ("sets2", [1, 2], [0, 9]),
        ("cv0", [1, 2, 3, 4, 5, 6, 7, 8, 9], [0]),
        ("cv9", [0, 1, 2, 3, 4, 5, 6, 7, 8], [9]),
    ],
)
def test_sets(training, train, heldout):
    assert sets_of(training) == (train, heldout)


def test_files_of_a_parse():
    encoded = Parse("a", "train", "dev", "arc-eager+head")
    assert encoded.final == "data/work/a/train/arc-eager+head/dev.conll"
    assert encoded.parsed == "data/work/a/train/arc-eager+head/dev.parsed.conll"
    plain = Parse("a", "cv3", "heldout", "arc-eager")
    assert plain.final == plain.parsed
    assert plain.gold == "data/work/a/cv3/heldout.conll"


def test_what_a_parser_is_trained_on():
    assert prepared_file("a", "train", "arc-eager+raw") == "data/work/a/train.conll"
    assert prepared_file("a", "sets1", "swap-lazy") == "data/work/a/sets1/train.conll"
    assert prepared_file("a", "sets1", "arc-eager") == "data/work/a/sets1/prepared/baseline.conll"
    capped = prepared_file("a", "train", "arc-eager+head-cap30")
    assert capped == "data/work/a/train/prepared/head-cap30.conll"


def test_a_bound_on_degree_applies_the_model_of_another_variant():
    models = {"covington-d1": "covington-dinf"}
    assert model_file(models, "a", "sets8", "covington-d1").endswith("covington-dinf/model.npz")
    assert model_file(models, "a", "sets8", "covington-d0").endswith("covington-d0/model.npz")


def test_oracles_of_a_split():
    plan = plan_of(run("train", "dev", "attardi", oracle=True), run("train", "dev", "arc-eager"))
    assert plan.oracles == {("a", "dev"): ["attardi"]}
