"""The chain of rules: which follow which, and what is made again when a file is missing."""

import os
import re
import shutil
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import pytest

from small_project import copied, pretend, snakemake

ROOT = Path(__file__).parents[2]
SUITE = """\
suite: small
suites:
  small:
    title: One language
    missing: fail
    ten_folds_below: 0
    level: demo
    treebanks: [short-frequent]
    studies: [{studies}]
embedded: {{train: 40, dev: 15, test: 15}}
"""
BOTH = "nivre-2007, nilsson-2009"
PARSER = "data/work/short-frequent/cv0/seed1/arc-eager+head"
END = {"significance", "claims", "tables", "figures", "report", "timings"}
# What follows from a missing file, by the rules of the jobs that are run.
FOLLOWING = {
    f"{PARSER}/model.npz": {"train", "parse", "deprojectivize", "vote", "blend", "selection",
                            "score", "speeds"} | END,
    f"{PARSER}/raw/test.conll": {"parse", "deprojectivize", "blend", "selection", "score",
                                 "speeds"} | END,
    f"{PARSER}/test.conll": {"deprojectivize", "blend", "selection", "score",
                             "speeds"} | END,
    "data/work/short-frequent/cv0/seed1/blends/test/blend.conll": {"blend", "score"} | END,
    "data/work/short-frequent/words/cv0-test.npz": {"score"} | END,
    "data/work/short-frequent/statistics.csv": {"statistics"} | END,
    "reports/small/tables/nivre-2007-T1.csv": {"tables", "report", "timings"},
    "reports/small/claims.csv": END,
    "reports/small/treebank-short-frequent.html": {"report", "timings"},
}  # fmt: skip


def jobs(project, *arguments):
    """Count the jobs of a dry run by rule."""
    text = snakemake(project, "--dry-run", "--cores", "1", *arguments)
    return Counter(re.findall(r"^(?:local)?(?:rule|checkpoint) (\w+):$", text, re.M))


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A copy of the project in which everything is made, but for the content of its files."""
    project = copied(tmp_path_factory.mktemp("project"))
    (project / "small.yaml").write_text(SUITE.format(studies=BOTH))
    languages = project / "data" / "embedded"
    shutil.copy(languages / "short-frequent.yaml", languages / "other.yaml")
    pretend(project)
    return project


def pictured():
    """The edges of the picture in the documentation."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (picture,) = re.findall(r"```mermaid\ngraph LR\n(.*?)```", page, re.S)
    for line in picture.splitlines():
        groups = [part.split(" & ") for part in line.strip().split(" --> ")]
        for earlier, later in pairwise(groups):
            yield from product(earlier, later)


def test_rules_follow_each_other_as_the_documentation_draws_them(finished):
    graph = snakemake(finished, "--rulegraph", "dot")
    names = dict(re.findall(r'(\d+)\[label = "(\w+)"', graph))
    edges = {(names[a], names[b]) for a, b in re.findall(r"(\d+) -> (\d+)", graph)}
    drawn = {edge for edge in pictured() if {*edge} <= {*names.values()}}
    assert len(drawn) >= 20
    assert drawn <= edges
    assert ("projectivize", "parse") not in edges


@pytest.mark.parametrize("file", FOLLOWING)
def test_a_missing_file_is_made_again_with_what_follows_from_it(finished, file):
    path = finished / file
    kept = path.with_name(f"{path.name}.kept")
    path.rename(kept)
    try:
        found = jobs(finished)
    finally:
        kept.rename(path)
    assert {*found} == FOLLOWING[file] | {"all"}
    assert found["train"] == ("model" in file)
    assert found["parse"] == (2 if "model" in file else "raw" in file)


def test_nothing_is_left_to_do(finished):
    assert not jobs(finished)


def edited(project, file, text, more):
    path = project / file
    before = path.read_text(encoding="utf-8")
    assert text in before
    path.write_text(before.replace(text, more, 1), encoding="utf-8")
    try:
        return jobs(project)
    finally:
        path.write_text(before, encoding="utf-8")
        os.utime(path, (0, 0))  # before everything was made


def test_a_new_variant_is_trained_and_parses_and_nothing_else(finished):
    runs = "target: test, variants: [covington-dinf,"
    study = "src/studies/papers/nivre_2007/study.yaml"
    found = edited(finished, study, runs, runs.replace("[", "[attardi, "))
    assert [found[rule] for rule in ("train", "parse", "deprojectivize")] == [1, 1, 1]
    assert not found["blend"] + found["statistics"] + found["synthesize"]


def test_a_new_table_is_asked_for_and_nothing_is_parsed(finished):
    study = finished / "src/studies/papers/nivre_2007/study.yaml"
    tables = study.read_text().split("\ntables:\n")[1].split("\n  - ")
    more = "\ntables:\n  - " + re.sub("^(  - )?id: \\S+", "id: again", tables[0]) + "\n  - "
    found = edited(finished, study.relative_to(finished), "\ntables:\n  - ", more)
    assert {*found} == END - {"claims"} | {"all"}


def test_a_new_treebank_goes_through_the_whole_chain(finished):
    """With the jobs of a suite of this treebank alone."""
    alone, found = (
        edited(finished, "small.yaml", "[short-frequent]", treebanks)
        for treebanks in ("[other]", "[short-frequent, other]")
    )
    for rule in ("synthesize", "folds", "projectivize", "train", "parse", "blend", "score"):
        assert found[rule] == alone[rule] > 0, rule


def test_any_file_can_be_asked_for_in_a_fresh_clone(tmp_path):
    project = copied(tmp_path / "fresh")
    (project / "small.yaml").write_text(SUITE.format(studies=BOTH))
    assert jobs(project, "--", f"{PARSER}/model.npz") == {
        "synthesize": 1, "folds": 1, "projectivize": 1, "train": 1,
    }  # fmt: skip
    assert jobs(project, "--", "data/work/short-frequent/sets8/prepared/tau-c+head.conll") == {
        "synthesize": 1, "folds": 1, "projectivize": 1,
    }  # fmt: skip
    text = snakemake(project, "--list")
    assert "deprojectivize (Undo the steps of the variant in its parse" in text


def test_the_configuration_says_whether_parses_are_taken_from_the_store(tmp_path):
    """But not those of neural parsers of another size. A stored parse needs no training."""
    project = copied(tmp_path / "stored")
    places = [f"ud20-hu/cv0/seed1/arc-eager+head/{target}" for target in ("heldout", "test")]
    for place in (*places, "ud20-hu/train/seed1/mst-neural/test"):
        (project / "data/parses" / place).parent.mkdir(parents=True, exist_ok=True)
        (project / "data/parses" / f"{place}.parse").touch()
    suite = SUITE.format(studies="nilsson-2009, gomez-rodriguez-2018")
    blends = [
        f"data/work/ud20-hu/{name}.conll"
        for name in (
            "cv0/seed1/blends/test/blend",
            "train/seed1/blends/test/ensemble",
        )
    ]
    trained = {}
    suite = suite.replace("short-frequent", "ud20-hu")
    for parses, size in (("train", "paper"), ("stored", "paper"), ("stored", "small")):
        text = suite.replace("level: demo", f"neural: {size}")
        (project / "small.yaml").write_text(f"parses: {parses}\n{text}")
        trained[parses, size] = jobs(project, "--", *blends)["train"]
    every, *some = trained.values()
    assert some == [every - 2, every - 1]


def test_a_neural_parser_is_trained_on_the_development_set_too(tmp_path):
    project = copied(tmp_path / "neural", "core", "gomez-rodriguez-2018", "small")
    suite, _ = (project / "small.yaml").read_text().split("embedded: ")
    (project / "small.yaml").write_text(f"{suite}embedded: {{train: 4, dev: 2, test: 2}}\n")
    model = "data/work/short-frequent/train/seed1/mst-neural/model.npz"
    snakemake(project, "--cores", "1", "--", model)
    (log,) = project.glob("data/work/logs/train/*-mst-neural.log")
    assert "best epoch" in log.read_text()
    assert (project / model).exists()


def test_another_workflow_takes_the_rules(tmp_path):
    """By a module, from a folder of its own, with a configuration of its own."""
    project = copied(tmp_path / "nonproj")
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(project / "config.yaml", other)
    (other / "small.yaml").write_text(SUITE.format(studies=BOTH))
    (other / "Snakefile").write_text(
        'configfile: "config.yaml"\n'
        "module nonproj:\n"
        '    snakefile: "../nonproj/Snakefile"\n'
        "    config: config\n"
        "use rule * from nonproj as nonproj_*\n"
    )
    found = jobs(other, "--", "reports/small/index.html")
    assert found["nonproj_train"] > 10
    assert Path(other / "data").exists() is False


def test_the_page_on_architecture_draws_every_rule_and_lists_its_files():
    files = (ROOT / "workflow/rules").glob("*.smk")
    rules = {
        name
        for file in files
        for name in re.findall(r"^(?:rule|checkpoint) (\w+):", file.read_text(), re.MULTILINE)
    }
    page = (ROOT / "docs/architecture.md").read_text()
    drawing = page.partition("```mermaid\n")[2].partition("```")[0].partition("\n")[2]
    assert set(re.findall(r"\w+", drawing)) == rules
    rows = re.findall(r"^\| `(?:data|reports)/.*\| (.*) \|$", page, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == rules
