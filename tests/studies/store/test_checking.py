"""Which stored parses `make check-parses` trains again: of a table, of a pattern, or a sample."""

import json

import pytest

from nonproj.errors import NonprojError
from samples.plans import known
from studies.plan.parses import PlannedParse
from studies.plan.plan import Plan
from studies.plan.runs import Runs
from studies.plan.study.load import load
from studies.plan.treebanks.config import original_of
from studies.store import checking
from studies.store.checking import differing, drawn, listed, name_of, named
from studies.values.cells import Cells

STUDY = """\
study: small
short: Small 2000
authors: A. Body
year: 2000
title: A title
venue: A place.
question: What for?
treebanks: {}
runs:
  - {training: train, target: dev, variants: [arc-standard, arc-standard+head, swap-lazy]}
  - {training: folds, target: heldout, variants: [mst]}
  - training: cv0
    target: test
    variants: [arc-eager+head, mst, arc-eager+head@mbl]
    blends:
      - {system: blend, weights: acc, parsers: [arc-eager+head, mst]}
      - {system: gl-eq, weights: eq, parsers: [mst, arc-eager+head@mbl], setting: classifiers=all4}
      - system: tl-eq
        weights: eq
        level: transition
        parsers: [arc-eager+head, arc-eager+head@mbl]
selection: {target: test, weights: acc, parsers: [arc-eager+head, mst]}
generic:
  {parser: arc-eager, labels: 3, few-labels: 1, words-below: 99, target: test, weights: acc}
winners:
  - {system: best, table: won, among: [blend, mst]}
figures: []
tables:
"""
A_COLUMN = "columns: [{id: a, header: a}]"
TABLES = {
    "trees": f"system: gold, split: train, metric: tokens-per-sentence, {A_COLUMN}",
    "oracle": f"system: attardi, split: dev, setting: oracle, metric: las, {A_COLUMN}",
    "one": f"system: arc-standard, split: dev, metric: las, {A_COLUMN}",
    "p": "system: arc-standard, split: dev, metric: las-p, "
    "columns: [{id: a, header: a, setting: against=swap-lazy}]",
    "seeds": f"system: swap-lazy, split: dev, metric: las, setting: seeds=3, {A_COLUMN}",
    "either": f"system: mst, split: train-cv10|dev20, metric: las, {A_COLUMN}",
    "blend": f"system: blend, split: test, metric: las, setting: train=90%, {A_COLUMN}",
    "reduced": "system: gl-eq, split: test, metric: error-reduction, setting: "
    f"train=90%;classifiers=all4;of=las;baseline=arc-eager+head, {A_COLUMN}",
    "vote": f"system: tl-eq, split: test, metric: las, setting: train=90%, {A_COLUMN}",
    "curve": f"system: selection-best, split: test, metric: las, setting: train=90%, {A_COLUMN}",
    "generic": f"system: base, split: test, metric: las, setting: labels=3, {A_COLUMN}",
    "won": "split: test, metric: las, setting: train=90%, "
    "columns: [{system: '*', values: [blend, mst, arc-eager+head]}]",
    "best": "system: best, split: test, metric: uas, setting: train=90%, columns: [{id: a, "
    "header: a}, {id: b, header: b, system: swap-lazy, setting: seeds=3, published-only: true}]",
}
BLEND = [
    f"cv0/seed1/{name}/{target}"
    for target in ("test", "heldout")
    for name in ("arc-eager+head", "mst")
]
FOLDS = [f"cv{fold}/seed1/mst/heldout" for fold in range(10)]
MOVES = ("childswap", "parentswap", "liftchildren", "descendsiblings")
SHOWN = {
    "trees": [],
    "oracle": [],
    "one": ["train/seed1/arc-standard/dev"],
    "p": ["train/seed1/arc-standard/dev", "train/seed1/swap-lazy/dev"],
    "seeds": ["train/seed1/swap-lazy/dev"],
    "either": FOLDS,
    "blend": BLEND,
    "reduced": [f"cv0/seed1/{v}/test" for v in ("mst", "arc-eager+head@mbl", "arc-eager+head")],
    "vote": ["cv0/seed1/arc-eager+head@tl-eq-svm2-mbl/test"],
    "curve": BLEND,
    "generic": [
        *(f"sets8/seed1/arc-eager/{target}" for target in ("heldout", "test")),
        *(f"sets8/seed1/*+{m}:*/{t}" for t in ("heldout", "test") for m in MOVES),
    ],
    "won": BLEND,
    "best": BLEND,
}


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "small" / "study.yaml"
    path.parent.mkdir(exist_ok=True)
    tables = (
        f"  - {{id: {i}, title: t, caption: c, source: null, {t}}}\n" for i, t in TABLES.items()
    )
    path.write_text(STUDY + "".join(tables))
    return load(path)


@pytest.fixture
def plan_on(study):
    """plan_on(*splits, words=n) -> the plan for a treebank of that size."""
    return lambda *splits, words=50: Plan(Runs([study], 1), {"a": known(*splits, words=words)}, 60)


def test_a_table_names_the_parses_that_it_shows(study, plan_on):
    """Some depend on the other system of a test, on held-out votes, or on the winner's rivals."""
    cells = Cells(plan_on())
    for table, shown in SHOWN.items():
        found = cells.parses(study, study.table(table), "a")
        assert sorted(map(name_of, found)) == sorted(f"a/{name}" for name in shown), table


def test_a_large_treebank_has_one_held_out_fifth_and_no_generic_transformations(study, plan_on):
    cells = Cells(plan_on(words=100))
    [parse] = cells.parses(study, study.table("either"), "a")
    assert name_of(parse) == "a/sets8/seed1/mst/heldout"
    assert cells.parses(study, study.table("generic"), "a") == []


def test_a_table_shows_no_parse_of_a_split_that_is_missing(study, plan_on):
    cells = Cells(plan_on("train", "test"))
    assert cells.parses(study, study.table("one"), "a") == []
    assert len(cells.parses(study, study.table("won"), "a")) == 4
    assert cells.parses(study, study.table("won"), "b") == []


def test_committed_tables_show_parses_if_they_are_of_parsers(studies):
    """The pages say how to train their parsers again."""
    styles = {
        name: known(words=50, style=style)
        for name, style in (("conll07-basque", "ud"), ("b", "prague"))
    }
    cells = Cells(Plan(Runs(studies, 1), styles, 0))
    for study in studies:
        for table in study.tables:
            shown = any(cells.parses(study, table, treebank) for treebank in styles)
            assert shown == table.of_parsers, f"{study.id}/{table.id}"


def test_patterns_match_names_of_parses_and_unknown_names_get_a_hint():
    names = [f"a/{t}/seed1/{v}/dev" for t in ("train", "cv0") for v in ("mst", "arc-eager+head")]
    assert named("a/*/seed1/arc-eager*", names, "parse") == names[1::2]
    assert named(names[0], names, "parse") == names[:1]
    with pytest.raises(
        NonprojError, match=r"a/train/seed1/mts/dev: no such parse; did you mean a/"
    ):
        named("a/train/seed1/mts/dev", names, "parse")


def test_a_list_of_parses_counts_a_shared_model_once(study, plan_on):
    costs = {"training": {"seconds": 60}, "parsing": {"seconds": 15}}
    parses = [PlannedParse("a", "cv0", 1, "mst", target) for target in ("test", "heldout", "dev")]
    headers = {name_of(parse): costs for parse in parses[:2]}
    *lines, last = listed(parses, headers, plan_on().runs)
    assert lines == [
        "a/cv0/seed1/mst/test\t75 s",
        "a/cv0/seed1/mst/heldout\t75 s",
        "a/cv0/seed1/mst/dev\tnot stored",
    ]
    assert last == "parses stored: 2 of 3; parsers to train: 1; minutes of one processor: 1.5"


@pytest.fixture
def project(request, tmp_path, monkeypatch):
    """This checkout, with a Snakemake that makes only the list of available treebanks."""
    root = request.config.rootpath
    for name in ("config.yaml", "workflow", "reports", "src", "data/embedded"):
        (tmp_path / "root" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "root" / name).symlink_to(root / name)

    def make(self, suite, settings, file):
        found = known(words=9) | {"sentences": 1}
        content = dict.fromkeys(map(original_of, settings["treebanks"]), found)
        (self.folder / "config.yaml").write_text(
            json.dumps({**self.config, "suites": {suite: settings}})
        )
        (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / file).write_text(json.dumps(content))

    monkeypatch.setattr(checking.Project, "_make", make)
    (tmp_path / "temporary").mkdir()
    return checking.Project(tmp_path / "root", tmp_path / "temporary")


def test_a_committed_table_names_its_parses_of_one_treebank(project):
    found = project.shown("kuhlmann-nivre-2010/T4", "ud20-vi")
    assert {name_of(parse) for parse in found} == {
        f"ud20-vi/train/seed1/{variant}/dev"
        for variant in ("arc-standard", "arc-standard+head", "attardi", "swap-lazy")
    }
    assert {*found} < {*project.shown("kuhlmann-nivre-2010/*")}
    assert {parse.treebank for parse in project.shown("since-2010/*", "ud20-tr")} == {"ud20-tr"}


@pytest.mark.parametrize(
    ("table", "treebank", "message"),
    [
        ("nilsson-2009/T5.66", "", r"T5\.66: no such table; did you mean nilsson-2009/T5\.6"),
        ("nilsson/T5.6", "ud20-hu", "nilsson/T5.6: no such table; did you mean nilsson-2009/T5"),
        ("nilsson-2009/T5.6", "ud20-hy", "treebank 'ud20-hy'; expected .* did you mean ud20-hu"),
        ("families/*", "perseus-grc", "treebank 'perseus-grc'; expected one of ud20-got"),
    ],
)
def test_unknown_tables_and_treebanks_are_refused_with_a_hint(project, table, treebank, message):
    with pytest.raises(NonprojError, match=message):
        project.shown(table, treebank)


def test_a_vote_is_checked_in_the_file_that_the_workflow_makes(project):
    vote = PlannedParse("ud20-vi", "cv0", 1, "arc-eager+head@tl-eq", "test")
    made = "data/work/ud20-vi/cv0/seed1/blends/test/tl-eq-classifiers-all4.conll"
    assert project._file(vote) == made
    parse = PlannedParse("ud20-vi", "cv0", 1, "arc-eager+head", "test")
    assert project._file(parse) == parse.file


def test_a_sample_of_parses_takes_families_in_turn_within_its_time():
    costs = {"mst": 50, "eisner": 50, "arc-standard": 10, "swap-lazy": 10, "carreras": 900}
    headers = {f"x/train/seed1/{v}/dev": {"training": {"seconds": s}} for v, s in costs.items()}
    sample = [name.split("/")[3] for name in drawn(headers, 2, seed=1)]
    assert {"arc-standard", "swap-lazy"} < {*sample}
    assert sum(costs[name] for name in sample) <= 120
    assert sample == [n.split("/")[3] for n in drawn(headers, 2, seed=1)]
    assert {*drawn(headers, 1e6, seed=2)} == headers.keys()


def test_differing_lists_the_lines_in_which_two_files_differ():
    gold, parse = (f"1\tA\n2\t{form}\n\n".encode() for form in "BC")
    assert differing(gold, gold) == []
    assert differing(gold, parse) == [2]
