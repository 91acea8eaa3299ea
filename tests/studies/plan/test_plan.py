"""Which parsers the runs of the studies need."""

import re
from dataclasses import replace

import pytest

from nonproj.combination.schemes import Weights
from nonproj.data.folds import sets_of
from nonproj.errors import NonprojError
from nonproj.results.values import Key, write_values
from nonproj.trees.restructuring.schemes import MOVES
from samples.plans import SPLITS, known, study_of
from studies.plan.blended import NO_STORE, Store
from studies.plan.parses import SCORES_CSV, STORE, Parser, PlannedParse
from studies.plan.plan import Plan, ScoreTable
from studies.plan.runs import Runs, prepared
from studies.plan.study.blends import Blend, Level, pairs_to_test
from studies.plan.study.pools import GenericParsers, Selection
from studies.plan.study.study import Run, Tokenizing

CURVE = [f"sets{k}" for k in range(1, 9)]
FOLDS = [f"cv{i}" for i in range(10)]
BELOW = 100  # words of treebanks that are parsed in ten folds


def run(training, target, *variants, **options):
    return Run(training, target, variants, **options)


def plan_of(
    *runs, treebanks="a", splits=SPLITS, words=0, style="ud", selection=None, generic=None,
    printed=(), store=NO_STORE, **options,
):  # fmt: skip
    """The plan of one study for treebanks that are alike; the options are those of `Runs`."""
    study = study_of(*runs, labels=printed, selection=selection, generic=generic)
    found = known(*splits, words=words, style=style)
    return Plan(Runs([study], 7, **options), dict.fromkeys(treebanks, found), BELOW, store)


def parse(training, target, variant, seed=7):
    return PlannedParse("a", training, seed, variant, target)


def trainings(plan):
    return [parse.training for parse in plan.parses]


OF_PRAGUE = run("train", "test", "arc-eager+tau-c", styles=("prague", "prague-plain"))


@pytest.mark.parametrize(
    ("planned", "options", "parses"),
    [
        (OF_PRAGUE, {"style": "prague"}, 1),
        (OF_PRAGUE, {}, 0),
        (run("train", "test", "mst-neural"), {}, 1),
        (run("train", "test", "mst-neural"), {"splits": ("train", "test")}, 0),
        (run("train", "test", "arc-eager"), {"splits": ("train", "dev")}, 0),
        (run("train", "dev", "arc-eager"), {"splits": ("dev",)}, 0),
        (run("train", "dev", "arc-eager", treebanks=("b",)), {}, 0),
    ],
)
def test_a_run_needs_its_texts_and_style_and_a_development_set_if_neural(planned, options, parses):
    assert len(plan_of(planned, **options).parses) == parses


def test_suites_without_neural_parsers_leave_their_runs_out():
    both = run("train", "dev", "mh4-hybrid", "mst-neural"), run("train", "dev", "mst")
    runs = plan_of(*both).runs
    assert runs.variants == {"mh4-hybrid", "mst-neural", "mst"}
    assert runs.families == {"graph": ["mst"]}  # neural ones compile for each model
    assert plan_of(*both, neural=False).runs.variants == {"mst"}
    mixed = run("train", "dev", "mst", "mh4-hybrid")
    assert plan_of(mixed, neural=False).runs.variants == set(), "what they are compared with, too"


def test_the_tree_browser_shows_the_text_that_most_parsers_parse():
    dev = run("train", "dev", "arc-eager", "arc-eager+head")
    plan = plan_of(dev, run("train", "test", "mst"), run("train", "dev", "mst"))
    shown = plan.shown["a"]
    assert {parse.gold for parse in shown} == {"data/work/a/dev.conll"}
    assert [parse.variant for parse in shown] == ["arc-eager", "arc-eager+head", "mst"]


def test_parsers_with_the_model_of_another_are_neither_shown_nor_trained():
    models = {"carreras+npa-t0": "carreras+npa"}
    plan = plan_of(run("train", "dev", "carreras+npa", "carreras+npa-t0", models=models))
    for parses in (plan.shown["a"], plan.to_train):
        assert [parse.variant for parse in parses] == ["carreras+npa"]
    variants = ("covington-d1", "covington-d0", "covington-dinf")
    applying = run("sets8", "heldout", *variants, models={"covington-d1": "covington-dinf"})
    applied = [plan_of(applying).runs.model(parse("sets8", "heldout", v)) for v in variants]
    assert [file.split("/")[-2] for file in applied] == ["covington-dinf", *variants[1:]]


@pytest.mark.parametrize(
    ("training", "words", "expected"),
    [
        ("train", 0, ["train"]),
        ("sets8", 0, ["sets8"]),
        ("curve", 0, CURVE),
        ("folds", BELOW - 1, FOLDS),
        ("folds", BELOW, ["sets8"]),
    ],
)
def test_each_regime_of_training_has_its_training_sets(training, words, expected):
    plan = plan_of(run(training, "heldout", "arc-eager"), words=words)
    assert trainings(plan) == expected


def test_a_demonstration_trains_every_second_point_of_a_curve_and_no_further_parsers():
    both = run("curve", "heldout", "mst"), run("train", "dev", "mst", level="all")
    assert trainings(plan_of(*both, level="demo")) == CURVE[1::2]
    assert trainings(plan_of(*both)) == [*CURVE, "train"]


def test_runs_share_parsers_and_every_treebank_is_scored():
    both = run("train", "dev", "arc-eager", "swap-lazy"), run("train", "dev", "swap-lazy")
    assert [parse.variant for parse in plan_of(*both).parses] == ["arc-eager", "swap-lazy"]
    plan = plan_of(run("train", "dev", "arc-eager"), run("train", "test", "mst"), treebanks="ab")
    assert [(parse.treebank, parse.target) for parse in plan.parses] == [
        (treebank, target) for treebank in "ab" for target in ("dev", "test")
    ]
    assert {scored: list(found) for scored, found in plan.scored.items()} == {
        ScoreTable(parse.treebank, "train", parse.target): [parse] for parse in plan.parses
    }


@pytest.mark.parametrize("cross_validate", [False, True])
def test_ten_folds_are_trained_on_request_or_with_jackknifed_tags(cross_validate):
    both = run("train-or-cv10", "dev", "carreras+npa", "carreras")
    treebanks = ["a", "a-jackknifed"]
    plan = plan_of(both, treebanks=treebanks, cross_validate=cross_validate)
    folds = [(fold, "heldout") for fold in FOLDS]
    for treebank, whole in zip(treebanks, (not cross_validate, False), strict=True):
        parses = [p for p in plan.parses if (p.treebank, p.variant) == (treebank, "carreras")]
        found = [(parse.training, parse.target) for parse in parses]
        assert found == ([("train", "dev")] if whole else folds)
        [split] = [table.split for table in plan.scored if table.treebank == treebank]
        assert split == ("dev" if whole else "train-cv10")


def test_all_folds_are_scored_in_one_table():
    plan = plan_of(run("folds", "heldout", "arc-eager", "swap-lazy"), words=1)
    ((scored, parses),) = plan.scored.items()
    assert scored == ScoreTable("a", "cv", "heldout")
    assert scored.labels == ["train-cv10", ""]
    assert len(parses) == 20


@pytest.mark.parametrize(
    ("training", "train", "heldout", "labels"),
    [
        ("sets8", [1, 2, 3, 4, 5, 6, 7, 8], [0, 9], ["dev20", "", "train=80%"]),
        ("sets3", [1, 2, 3], [0, 9], ["dev20", "train=30%"]),
        ("cv0", [1, 2, 3, 4, 5, 6, 7, 8, 9], [0], ["dev20", "train=90%"]),
        ("cv9", [0, 1, 2, 3, 4, 5, 6, 7, 8], [9], ["dev20", "train=90%"]),
    ],
)
def test_the_name_of_a_training_tells_its_sets_and_labels(training, train, heldout, labels):
    assert sets_of(training) == (train, heldout)
    assert ScoreTable("a", training, "heldout").labels == labels
    assert ScoreTable("a", "train", "test").labels == ["test", ""]


def test_the_paths_of_a_parser_tell_treebank_training_seed_and_variant():
    encoded = Parser("a", "train", 7, "arc-eager+head")
    assert encoded.model == "data/work/a/train/seed7/arc-eager+head/model.npz"
    assert encoded.log == "data/work/logs/train/a-train-7-arc-eager+head.log"
    parsed = parse("train", "dev", "arc-eager+head")
    files = [parsed.raw, parsed.counts, parsed.file]
    names = ["raw/dev.conll", "raw/dev.json", "dev.conll"]
    assert files == [f"{encoded.folder}/{name}" for name in names]
    assert parsed.stored == "data/parses/a/train/seed7/arc-eager+head/dev.parse"
    assert PlannedParse.of_file(parsed.file) == PlannedParse.of_file(parsed.stored) == parsed
    assert parse("cv3", "heldout", "arc-eager").gold == "data/work/a/cv3/heldout.conll"
    assert parse("cv3", "test", "arc-eager").gold == "data/work/a/test.conll"


@pytest.mark.parametrize(
    ("training", "variant", "file"),
    [
        ("train", "arc-eager+raw", "train.conll"),
        ("sets1", "swap-lazy", "sets1/train.conll"),
        ("sets1", "arc-eager", "sets1/prepared/baseline.conll"),
        ("train", "arc-eager+head-cap30", "train/prepared/head-cap30.conll"),
    ],
)
def test_the_training_trees_of_a_parser_are_those_of_its_steps(training, variant, file):
    assert prepared(Parser("a", training, 1, variant)) == f"data/work/a/{file}"


def test_a_capped_variant_may_share_the_model_of_the_uncapped_one():
    capped, whole = (Parser("a", "train", 7, f"carreras+head{cap}") for cap in ("-cap30", ""))
    both = plan_of(run("train", "dev", capped.variant, whole.variant)).runs
    assert both.uncapped(capped) == [whole]
    assert both.uncapped(whole) == []
    assert plan_of(run("train", "dev", capped.variant)).runs.uncapped(capped) == []


def test_parsers_of_several_seeds_are_scored_in_a_table_of_their_own():
    several = run("train", "dev", "arc-eager", "mst", seeds=(1, 2))
    plan = plan_of(run("train", "dev", "carreras+npa"), several)
    (alone, (single,)), (scored, parses) = plan.scored.items()
    assert (alone.name, alone.labels, single.seed) == ("train-dev", ["dev", ""], 7)
    assert [(p.seed, p.variant) for p in parses] == [
        (seed, variant) for seed in (1, 2) for variant in ("arc-eager", "mst")
    ]
    assert (scored.name, scored.labels) == ("train-dev-seeds2", ["dev", "seeds=2"])
    assert plan.pairs(scored) == []
    (cut,) = plan_of(run("sets8", "heldout", "mst", seeds=(1, 2))).scored
    assert cut.labels == ["dev20", "seeds=2", "train=80%;seeds=2"]
    other = plan_of(several, run("train", "dev", "mst", seeds=(2, 3)))
    with pytest.raises(NonprojError, match="a: train-dev-seeds2: runs differ in their seeds"):
        _ = other.scored


def test_a_table_of_scores_names_the_files_that_it_needs():
    plan = plan_of(run("train", "dev", "mst", "swap-lazy"))
    folders = [f"data/work/a/train/seed7/{name}" for name in ("mst", "swap-lazy")]
    assert plan.files_to_score(plan.tables["a", "train-dev"]) == {
        "gold": ["data/work/a/dev.conll"],
        "texts": ["data/work/a/dev.conll", "data/work/a/train.conll"],
        "parses": [f"{folder}/dev.conll" for folder in folders],
        "blends": [],
        "peers": [],
    }
    assert plan.score_files == []
    assert plan.text_files == ["data/work/a/words/train-dev.npz"]


def test_a_selection_is_planned_only_where_its_target_exists():
    selection = Selection("test", "acc", ("arc-eager+head", "mst"))
    plan = plan_of(selection=selection)
    assert plan.selections == [("a", "s")]
    assert plan.selected("a", "s") == [parse("cv0", "test", name) for name in selection.parsers]
    files = plan.files_to_select("a", "s")
    assert files["gold"] == ["data/work/a/test.conll"]
    assert files["heldout_gold"] == ["data/work/a/cv0/heldout.conll"]
    assert plan_of(selection=selection, splits=("train", "dev")).selections == []
    assert plan_of().selections == []


def test_predicted_tags_are_scored_beside_parses_of_the_development_set():
    plan = plan_of(run("train", "test", "mst"), treebanks=["a-forms"])
    [table] = plan.from_forms
    folder = "data/work/a-forms"
    assert plan.files_from_forms(table) == {
        "texts": [f"{folder}/{split}.conll" for split in ("test", "train", "dev")],
        "gold": [f"{folder}/test.conll"],
        "parses": [f"{folder}/train/seed7/mst/test.conll"],
        "blends": [],
        "peers": [],
        "dev": [f"{folder}/dev.conll"],
        "dev_parses": [f"{folder}/train/seed7/mst/dev.conll"],
    }


def test_parsers_of_several_seeds_are_scored_together_without_calibration():
    plan = plan_of(run("train", "test", "mst", seeds=(1, 2)), treebanks=["a-forms"])
    [table] = plan.from_forms
    assert (table.name, table.labels) == ("train-test-seeds2", ["test", "seeds=2"])
    files = plan.files_from_forms(table)
    assert files["parses"] == [f"data/work/a-forms/train/seed{n}/mst/test.conll" for n in (1, 2)]
    assert files["dev"] == files["dev_parses"] == []


def test_oracle_coverage_is_planned_by_treebank_and_split():
    oracles = run("train", "dev", "attardi", level="oracles")
    plan = plan_of(oracles, run("train", "dev", "arc-eager"))
    assert plan.oracles == {("a", "dev"): ["attardi"]}


SVM, MBL, OTHER = "arc-eager+head", "arc-eager+head@mbl", "covington-dinf"


def blended(system="gl-eq", parsers=(SVM, MBL), level="graph", weights="eq", **options):
    return Blend(system, Weights(weights), parsers, Level(level), "classifiers=all4", **options)


VOTE = blended("tl-eq", level="transition")


def combining(*blends, splits=("train", "test")):
    """A plan of a run with blends."""
    return plan_of(run("cv0", "test", SVM, MBL, OTHER, blends=blends), splits=splits)


def test_the_set_held_out_by_cv0_is_parsed_but_not_scored():
    plan = combining()
    assert [(parse.target, parse.variant) for parse in plan.parses] == [
        (target, variant) for variant in (SVM, MBL, OTHER) for target in ("test", "heldout")
    ]
    (scored,) = plan.scored
    assert (scored.name, scored.labels) == ("cv0-test", ["test", "train=90%"])
    apart = plan_of(run("folds", "heldout", SVM), run("cv0", "test", SVM), words=1)
    found = [(table.name, len(parses)) for table, parses in apart.scored.items()]
    assert found == [("cv-heldout", 10), ("cv0-test", 1)], "apart from ten folds"
    assert trainings(apart).count("cv0") == 2


def test_blends_are_scored_beside_the_parsers_of_their_run():
    at_all = run("train", "test", SVM, OTHER, blends=(blended("all", (SVM, OTHER)),))
    at_nine = run("cv0", "test", SVM, MBL, OTHER, blends=(blended(), VOTE))
    plan = plan_of(at_all, at_nine)
    assert [*plan.runs.blends] == [
        ("train", "test", "all-classifiers-all4"),
        ("cv0", "test", "gl-eq-classifiers-all4"),
        ("cv0", "test", "tl-eq-classifiers-all4"),
    ]
    assert re.fullmatch(plan.runs.slugs("transition"), "tl-eq-classifiers-all4")
    assert not re.fullmatch(plan.runs.slugs("graph"), "tl-eq-classifiers-all4")
    folder = "data/work/a/{}/seed7/blends/test"
    assert [[found.file for found in plan.blends(scored)] for scored in plan.scored] == [
        [f"{folder.format('train')}/all-classifiers-all4.conll"],
        [f"{folder.format('cv0')}/{level}-eq-classifiers-all4.conll" for level in ("gl", "tl")],
    ]
    assert combining(blended(), splits=("train",)).scored == {}
    other = run("cv0", "test", SVM, OTHER, blends=(blended(parsers=(SVM, OTHER)),))
    with pytest.raises(NonprojError, match="gl-eq;classifiers=all4: two blends of that name"):
        _ = plan_of(at_nine, other).runs.blends


def test_a_blend_names_the_files_that_it_needs():
    plan = combining(blended(weights="acc"), blended("eq"), VOTE)
    place = "a", "cv0", 7, "test"
    runs, folder = plan.runs, "data/work/a/cv0/seed7"
    weighed = NO_STORE.files_to_blend(runs.blended(*place, "gl-eq-classifiers-all4"))
    assert weighed == {
        "parses": [f"{folder}/{name}/test.conll" for name in (SVM, MBL)],
        "heldout": [f"{folder}/{name}/heldout.conll" for name in (SVM, MBL)],
        "gold": ["data/work/a/cv0/heldout.conll"],
        "texts": [f"data/work/a/{name}.conll" for name in ("test", "cv0/train", "cv0/heldout")],
    }
    equal = NO_STORE.files_to_blend(runs.blended(*place, "eq-classifiers-all4"))
    assert (equal["gold"], equal["heldout"]) == ([], [])
    voted = runs.blended(*place, "tl-eq-classifiers-all4")
    assert voted.log == "data/work/logs/vote/a-cv0-7-test-tl-eq-classifiers-all4.log"
    assert replace(voted, target="dev").vote == replace(voted.vote, target="dev")


def store_of(parses, root):
    """A store that has these parses and no other, in files without content."""
    for parse in parses:
        (root / parse.stored).parent.mkdir(parents=True, exist_ok=True)
        (root / parse.stored).touch()
    return Store(root, parses.__contains__)


def test_parsers_that_vote_are_trained_unless_their_vote_is_stored(tmp_path):
    whole = combining(VOTE)
    voted = parse("cv0", "test", "arc-eager+head@tl-eq-svm2-mbl")
    assert [*whole.votes] == [voted]
    for stored, trained in ((whole.parses, [SVM, MBL]), ([*whole.parses, voted], [])):
        plan = Plan(whole.runs, whole.availability, 0, store_of(stored, tmp_path))
        assert [made.variant for made in plan.to_train] == trained
        assert (plan.stored, plan.made) == (stored, [voted][len(stored) - 6 :])


def test_a_stored_parse_stands_where_the_rules_would_make_one(tmp_path, monkeypatch):
    """Of blends, votes on transitions are stored; paths are relative in the project's folder."""
    whole = combining(VOTE, blended("eq"))
    one, *others = [parse for parse in whole.parses if parse.target == "test"]
    [table] = whole.scored
    store = store_of([one, *whole.votes], tmp_path)
    plan = Plan(whole.runs, whole.availability, 0, store)
    stored = str(tmp_path / one.stored)
    files = plan.files_to_score(table)
    assert files["parses"] == [stored, *(parse.file for parse in others)]
    vote, blend = plan.blends(table)
    assert files["blends"] == [str(tmp_path / vote.vote.stored), blend.file]
    assert stored in store.files_to_blend(blend)["parses"]
    assert not {one.file, one.raw, vote.file} & {*plan.files}
    assert {others[0].file, others[0].raw, blend.file} < {*plan.files}
    not_taken = Store(tmp_path, [*whole.votes].__contains__)
    assert not_taken.source(one) == one.file
    monkeypatch.chdir(tmp_path)
    assert store_of([one], tmp_path).source(one) == str(one.stored)


def test_stored_parses_of_other_programs_are_scored_and_tested_beside_the_parsers(tmp_path):
    """Those of which no parse is stored are left out; nothing trains them."""
    planned = run("train", "test", "mst", peers=("theirs", "lost")), run("train", "dev", "mst")
    theirs, of_dev = (parse("train", target, "theirs") for target in ("test", "dev"))
    plan = plan_of(*planned, treebanks=["a"], store=store_of([theirs, of_dev], tmp_path))
    table, other = (ScoreTable("a", "train", target) for target in ("test", "dev"))
    assert plan.peers(table) == {"theirs": theirs}
    stored = [str(tmp_path / theirs.stored)]
    assert plan.files_to_score(table)["peers"] == plan.files_from_forms(table)["peers"] == stored
    assert plan.files_to_score(other)["peers"] == [], "the run on this text asks for none"
    assert (plan.pairs(table), plan.pairs(other)) == ([("mst", "theirs")], [])
    assert {parse.variant for parse in plan.to_train} == {"mst"}


@pytest.mark.parametrize(("training", "seeds"), [("folds", ()), ("curve", ()), ("train", (1, 2))])
def test_blends_of_folds_curves_and_seeds_are_refused(training, seeds):
    with pytest.raises(ValueError, match="blends need one seed, and the training train, sets8"):
        Run(training, "test", (SVM, MBL), blends=(blended(),), seeds=seeds)


def test_runs_and_pools_may_be_restricted_to_some_public_treebanks():
    """Treebanks that are not public are not restricted."""
    pool = Selection("test", "acc", (SVM, OTHER), public=("b",))
    runs = run("train", "test", SVM, public=("b",)), run("train", "test", OTHER)
    plan = plan_of(*runs, selection=pool, public=("a", "b"), treebanks="abc")
    assert [(parse.treebank, parse.variant) for parse in plan.parses] == [
        ("a", OTHER), ("b", SVM), ("b", OTHER), ("c", SVM), ("c", OTHER),
    ]  # fmt: skip
    assert [treebank for treebank, _ in plan.selections] == ["b", "c"]


@pytest.fixture
def valued(tmp_path):
    """valued(value, ...) -> a store in which treebank b has values "SPLIT,SYSTEM,SETTING"."""

    def make(*values, **options):
        keys = (Key.of(["b", *value.split(","), "las"]) for value in values)
        (tmp_path / STORE / "b").mkdir(parents=True, exist_ok=True)
        write_values(tmp_path / STORE / "b" / SCORES_CSV, [key.value("las", 1, 2) for key in keys])
        return Store(tmp_path, **{"takes": lambda parse: True} | options)

    return make


def test_parsers_with_values_but_without_parses_are_left_out(valued, tmp_path):
    runs = run("train", "test", SVM, MBL), run("train", "test", "attardi", level="oracles")
    store = valued(f"test,{SVM},arcs=nonproj;metric=x")
    plan = plan_of(*runs, treebanks="ab", store=store)
    assert [(parse.treebank, parse.variant) for parse in plan.parses] == [
        ("a", SVM), ("a", MBL), ("b", MBL),
    ]  # fmt: skip
    assert plan.oracles == {("a", "test"): ["attardi"], ("b", "test"): ["attardi"]}
    stored = tmp_path / PlannedParse("b", "train", 7, SVM, "test").stored
    stored.parent.mkdir(parents=True)
    stored.touch()
    assert len(plan_of(*runs, treebanks="ab", store=store).parses) == 4, "values are computed"


@pytest.mark.parametrize(
    ("training", "options", "value", "left"),
    [
        ("train", {}, f"test,{SVM},", []),
        ("train", {}, f"dev,{SVM},", ["train"]),
        ("train", {}, f"test,{MBL},", ["train"]),
        ("train", {}, f"test,{SVM},train=80%", ["train"]),
        ("train", {}, f"test,{SVM},seeds=3", ["train"]),
        ("train", {"seeds": (1, 2, 3)}, f"test,{SVM},seeds=3;x=y", []),
        ("curve", {}, f"test,{SVM},train=70%", [k for k in CURVE if k != "sets7"]),
        ("sets8", {}, f"test,{SVM},", []),
        ("sets8", {}, f"test,{SVM},train=80%", []),
        ("cv0", {}, f"test,{SVM},train=90%", []),
        ("cv0", {}, f"test,{SVM},", ["cv0"]),
    ],
)
def test_stored_values_replace_parses_of_the_same_text_and_training(
    valued, training, options, value, left
):
    plan = plan_of(run(training, "test", SVM, **options), treebanks="b", store=valued(value))
    assert [*dict.fromkeys(p.training for p in plan.parses if p.target == "test")] == left


@pytest.mark.parametrize("options", [{"takes": lambda parse: False}, {"values": False}])
def test_stored_values_are_not_taken_if_parses_are_to_be_made(valued, options):
    store = valued(f"test,{SVM},", **options)
    assert len(plan_of(run("train", "test", SVM), treebanks="b", store=store).parses) == 1


RAW = f"test,{SVM},text=raw"


@pytest.mark.parametrize(
    ("value", "scored", "parsed"),
    [
        (RAW, False, True),
        (f"test,{SVM},", True, False),
        (f"test,{MBL},text=raw", True, True),
        (f"dev,{SVM},text=raw", True, True),
        (f"test,{SVM},text=raw;train=80%", True, True),
    ],
)
def test_raw_text_is_parsed_unless_its_scores_are_stored(valued, value, scored, parsed):
    """They do not stand for scores on gold sentences and words, nor these for them."""
    of = PlannedParse("b", "train", 7, SVM, "test")
    parsing = run("train", "test", SVM, tokenizer=Tokenizing(3, 50))
    plan = plan_of(parsing, treebanks="b", store=valued(value))
    assert plan.of_raw_text == [of]
    assert plan.runs.tokenizer("b") == (3, 50, "")
    assert (of.raw_text_scores in plan.score_files) == scored
    assert (of in plan.parses) == parsed


@pytest.mark.parametrize("place", [("sets8", "test"), ("train", "dev")])
def test_a_run_on_raw_text_needs_the_test_set_and_the_whole_training_set(place):
    with pytest.raises(ValueError, match="tokenizer"):
        run(*place, SVM, tokenizer=Tokenizing(3, 50))


def test_blends_with_values_but_without_a_members_parse_are_left_out(valued, tmp_path):
    near, far = blended("gl-eq", (SVM, MBL)), blended("blend", (OTHER, SVM))
    voting = run("cv0", "test", SVM, MBL, OTHER, blends=(near, far))
    plan = plan_of(voting, treebanks="b", store=valued("test,gl-eq,classifiers=all4;train=90%"))
    [table] = plan.scored
    assert [of.blend for of in plan.blends(table)] == [far]
    paired = {system for pair in plan.pairs(table) for system in pair}
    assert {near.name, far.name} <= paired, "p-values are adjusted for tests of all"
    for variant in (SVM, MBL):
        stored = tmp_path / PlannedParse("b", "cv0", 7, variant, "test").stored
        stored.parent.mkdir(parents=True)
        stored.touch()
    assert [of.blend for of in plan.blends(table)] == [near, far]


def test_selections_and_moves_with_values_are_left_out(valued):
    pools = {
        "selection": Selection("test", "acc", (SVM, OTHER)),
        "generic": GenericParsers(SVM, 3, 1, 50, "test", "typeacc"),
    }
    for value, selected, moved in (
        (f"test,{SVM},", "ab", "ab"),
        ("test,selection-asc,train=90%", "a", "ab"),
        ("test,asc-inv,", "ab", "a"),
    ):
        plan = plan_of(**pools, treebanks="ab", store=valued(value))
        assert [treebank for treebank, _ in plan.selections] == [*selected]
        assert [treebank for treebank, _ in plan.generic] == [*moved]


def test_a_vote_on_transitions_names_its_variant():
    assert blended(level="transition", weights="acc").variant == f"{SVM}@tl-acc-svm2-mbl"
    four = tuple(f"arc-eager@{learner}" for learner in ("svm2", "svm1", "maxent", "mbl"))
    assert blended(parsers=four, level="transition").variant == "arc-eager@tl-eq"


def test_pairs_to_test_are_of_baselines_members_and_compared_blends():
    near, far = blended(), blended("blend", (OTHER, SVM))
    names = near.name, far.name
    assert names == ("gl-eq;classifiers=all4", "blend;classifiers=all4")
    parsers = [(SVM, MBL), (SVM, OTHER)]
    found = pairs_to_test([SVM, MBL, OTHER], [near, far])
    assert sorted(found) == sorted([*parsers, (SVM, names[0]), (OTHER, names[1])])
    against_all = pairs_to_test([SVM, MBL, OTHER], [near, replace(far, compared=True)])
    more = [(SVM, names[1]), (MBL, names[1]), names]
    assert sorted(against_all) == sorted([*found, *more])
    assert pairs_to_test([SVM, MBL, OTHER], []) == parsers
    learners = pairs_to_test(["arc-eager", "arc-eager@mbl", "attardi", "attardi@mbl"], [])
    assert {*learners} == {  # where nothing else differs
        ("arc-eager", "arc-eager@mbl"), ("arc-eager", "attardi"), ("attardi", "attardi@mbl"),
        ("arc-eager@mbl", "attardi@mbl"),
    }  # fmt: skip


GENERIC = GenericParsers("arc-eager+head", 3, 1, 50, "test", "typeacc")


def test_generic_moves_are_tried_on_small_or_printed_treebanks():
    plan = plan_of(generic=GENERIC, words=49)
    assert plan.generic == [("a", "s")]
    assert plan.text_files == ["data/work/a/generic/s-3.npz"]
    assert plan.score_files == ["data/work/a/generic/s-3.csv"]
    core = plan_of(generic=GENERIC, words=49, level="core")
    assert core.score_files == ["data/work/a/generic/s-1.csv"], "no file of other suites' labels"
    thorough = replace(GENERIC, thorough=("a",))
    assert plan_of(generic=thorough, words=49, level="core").score_files == plan.score_files
    assert plan_of(generic=GENERIC, words=50).generic == []
    assert plan_of(generic=GENERIC, words=50, printed=["a"]).generic == [("a", "s")]
    assert plan_of(generic=GENERIC, words=49, splits=("train", "dev")).generic == []
    of_dev = plan_of(generic=replace(GENERIC, target="dev")).runs.bases("a", "s")
    assert of_dev == [parse("sets8", target, GENERIC.parser) for target in ("heldout", "dev")]


def test_moves_whose_parses_are_stored_are_not_made(tmp_path):
    plan = plan_of(generic=GENERIC)
    assert plan.moves == [("a", "s", move) for move in MOVES]
    assert plan.runs.folder_of_moves("a", "s", "x") == "data/work/a/generic/s-3-x"
    bases = plan.runs.bases("a", "s")
    names = [f"arc-eager+{move}:{label}+head" for move in MOVES[1:] for label in "xyz"]
    stored = [replace(base, variant=name) for base in bases for name in names]
    store = store_of([*bases, *stored], tmp_path)
    some = Plan(plan.runs, plan.availability, 0, store)
    assert some.moves == plan.moves[:1]
    found = {PlannedParse.of_file(file) for file in some.stored_moves("a", "s", MOVES[1])}
    assert found == {parse for parse in stored if f"+{MOVES[1]}:" in parse.variant}
    (tmp_path / stored[0].stored).unlink()
    assert some.moves == plan.moves[:2], "one label of three lacks a parse"
    store.takes = stored.__contains__
    assert some.moves == plan.moves, "parses of the base are not taken"


def test_parsers_of_different_studies_are_not_compared_by_tests():
    """Each further test costs power where all of a table are adjusted together."""
    variants = {"s": ("arc-eager", "mst"), "t": ("mst", "carreras", "swap-lazy")}
    studies = [study_of(run("train", "dev", *names), id=id) for id, names in variants.items()]
    plan = Plan(Runs(studies, seed=7), {"a": known("train", "dev")}, 0)
    assert plan.pairs(ScoreTable("a", "train", "dev")) == [
        ("arc-eager", "mst"), ("mst", "carreras"), ("mst", "swap-lazy"), ("carreras", "swap-lazy"),
    ]  # fmt: skip
