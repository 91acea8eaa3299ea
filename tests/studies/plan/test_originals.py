"""Who holds the papers' treebanks can run every study on them: planned on files of two trees."""

import re

import pytest
import yaml

from nonproj.parsers.families import variant_named
from oracles.published_claims import ROOT
from studies.plan.plan import Plan
from studies.plan.runs import Runs
from studies.plan.treebanks.sources import Sources

WORD = "{}\tw\tw\tN\tN\t_\t{}\t{}\t_\t_\n"
# Labels of a coordination, as the style of a treebank has it.
LABELS = {
    "conll06-slovene-sdt": ("Coord", "Obj"),
    "conll06-arabic-padt": ("Coord", "Obj"),
    "conll06-czech-pdt": ("Coord", "Obj_Co"),
    "conll06-dutch-alpino": ("cnj", "cnj"),
}
POOLED = {"conll06-all-12", "conll06-average-5", "conll07-all-10", "conll07-cs+en+el+it"}


@pytest.fixture(scope="module")
def printed(studies):
    """The treebanks of the shared tasks by study."""
    return {
        study.id: [n for n in study.labels if n.startswith("conll") and n not in POOLED]
        for study in studies
    }


@pytest.fixture(scope="module")
def plan(printed, studies, tmp_path_factory):
    folder, files = tmp_path_factory.mktemp("originals"), {}
    for name in dict.fromkeys(name for names in printed.values() for name in names):
        conjunction, conjunct = LABELS.get(name, ("a", "b"))
        tree = WORD.format(1, 0, conjunction) + WORD.format(2, 1, conjunct) + "\n"
        if name == "conll07-basque":
            continue  # a public one
        files[name] = {}
        for split in ("train", "dev", "test") if name.startswith("conll09") else ("train", "test"):
            files[name][split] = str(folder / f"{name}-{split}.conll")
            (folder / f"{name}-{split}.conll").write_text(2 * tree)
    config = yaml.safe_load((ROOT / "config.yaml").read_text())
    sources = Sources(config | {"suite": "originals", "treebanks": files}, ROOT)
    runs = Runs.of_suite(studies, 1, sources.suite)
    return Plan(runs, sources.found(None), sources.suite.ten_folds_below)


def trained(plan, treebank, part):
    return {
        parser.training
        for parser in plan.to_train
        if parser.treebank == treebank and re.search(part, parser.variant)
    }


def test_every_study_trains_on_every_treebank_that_it_names(plan, printed, studies):
    for study in studies:
        runs = Plan(Runs([study], 1), plan.availability, 0)
        found = {parser.treebank for parser in runs.to_train}
        assert {*printed[study.id]} - {"conll07-basque"} <= found, study.id


def test_chapter_6_runs_on_its_four_treebanks(plan):
    for treebank in LABELS:
        for scheme in ("tau-c", "tau-v"):
            assert trained(plan, treebank, rf"\+{scheme}\+raw"), treebank
    assert trained(plan, "conll06-dutch-alpino", r"\+cs\+raw")
    assert not trained(plan, "conll06-german-tiger", r"\+tau-c\+raw")
    for parser in plan.to_train:
        if parser.treebank in LABELS:
            assert plan.availability[parser.treebank]["style"] != "ud"
            variant_named(parser.variant)


def test_learning_curves_and_graph_based_parsers_of_chapter_5_are_trained(plan):
    for treebank in ("conll06-dutch-alpino", "conll06-german-tiger"):
        assert {"sets1", "sets4"} <= trained(plan, treebank, "^arc-eager"), treebank
    assert trained(plan, "conll06-dutch-alpino", r"^eisner\+headpath")


def test_chapter_9_runs_on_its_ten_treebanks_whatever_their_size(plan, studies, printed):
    found = {name: facts | {"words": 450_000} for name, facts in plan.availability.items()}
    large = Plan(plan.runs, found, 0)
    chosen = {treebank for treebank, _ in large.generic}
    assert {n for n in printed["nilsson-2009"] if n.startswith("conll07")} - chosen == {
        "conll07-basque"
    }
    assert not {treebank for treebank in chosen if treebank.startswith("conll09")}


def test_the_page_on_original_treebanks_lists_all_of_them(printed):
    page = (ROOT / "docs" / "originals.md").read_text()
    named = {*re.findall(r"`(conll0\d-[a-z-]+)`", page)}
    named |= {f"conll07{rest}" for rest in re.findall(r"`(-[a-z]+)`", page)}
    assert named == {name for names in printed.values() for name in names}
