"""Which rules follow which, and what is made again when a file is missing or was changed."""

import os
import re
import shutil
from collections import Counter
from itertools import pairwise, product

import pytest

from small_project import ROOT, copied, pretend, run, snakemake

PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
[PICTURE] = re.findall(r"```mermaid\ngraph LR\n(.*?)```", PAGE, re.DOTALL)
FEATURES = "src/nonproj/parsers/transition/feature_models"
SUITE = """\
suite: small
suites:
  small:
    title: One language
    missing: fail
    ten_folds_below: 0
    level: demo
    treebanks: [short-frequent]
    recommend: 1
    studies: [{studies}]
embedded: {{train: 40, dev: 15, test: 15}}
"""
BOTH = "nivre-2007, nilsson-2009"
NIVRE = "src/studies/papers/nivre_2007/study.yaml"
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
    "data/work/short-frequent/statistics.csv": {"statistics"} | END,
    "reports/small/tables/nivre-2007-T1.csv": {"tables", "report", "timings"},
    "reports/small/claims.csv": END,
    "reports/small/treebank-short-frequent.html": {"report", "timings"},
}  # fmt: skip


def planned(project, *arguments):
    return snakemake(project, "--dry-run", "--cores", "1", *arguments)


def jobs(text):
    """Count the jobs of a dry run by rule."""
    return Counter(re.findall(r"^(?:local)?(?:rule|checkpoint) (\w+):$", text, re.M))


@pytest.fixture
def fresh(tmp_path):
    """A copy of the project in which nothing is made."""
    project = copied(tmp_path / "fresh")
    (project / "small.yaml").write_text(SUITE.format(studies=BOTH))
    return project


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A copy of the project, with its code, in which all files are made, but for their content."""
    project = copied(tmp_path_factory.mktemp("project"))
    shutil.copytree(ROOT / "src", project / "src", dirs_exist_ok=True)
    (project / "small.yaml").write_text(SUITE.format(studies=BOTH))
    languages = project / "data" / "embedded"
    shutil.copy(languages / "short-frequent.yaml", languages / "other.yaml")
    pretend(project)
    return project


def pictured():
    """The edges of the picture in the documentation."""
    for line in PICTURE.splitlines():
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
    kept = path.rename(path.with_name(f"{path.name}.kept"))
    try:
        found = jobs(planned(finished))
    finally:
        kept.rename(path)
    assert {*found} == FOLLOWING[file] | {"all"}
    assert found["train"] == ("model" in file)
    assert found["parse"] == (2 if "model" in file else "raw" in file)


def edited(project, file, more="# changed\n", text=""):
    """What a dry run says after a text of a file was replaced, or a line put before all others."""
    path = project / file
    before = path.read_text(encoding="utf-8")
    assert text in before
    path.write_text(before.replace(text, more, 1), encoding="utf-8")
    try:
        return planned(project)
    finally:
        path.write_text(before, encoding="utf-8")
        os.utime(path, (0, 0))  # before everything was made


def test_a_comment_in_the_code_reruns_no_job(finished):
    assert not jobs(edited(finished, "src/nonproj/data/conll.py"))


def test_a_changed_feature_model_retrains_its_own_parsers_and_changes_the_advice(finished):
    found = edited(finished, f"{FEATURES}/covington.yaml")
    trained = re.findall(r"output: \S+/([^/\s]+)/model\.npz", found)
    assert {name.partition("-")[0] for name in trained} == {"covington"}
    assert {*jobs(found)} >= {"parse", "score", "significance", "recommend"}
    assert "statistics" not in jobs(found)
    unused = jobs(edited(finished, f"{FEATURES}/mh4-greedy.yaml"))
    assert {*unused} == {"recommend", "report", "timings", "all"}


def test_a_new_variant_is_trained_and_parsed_without_other_jobs(finished):
    runs = "target: test, variants: [covington-dinf,"
    found = jobs(edited(finished, NIVRE, runs.replace("[", "[attardi, "), runs))
    assert [found[rule] for rule in ("train", "parse", "deprojectivize")] == [1, 1, 1]
    assert not found["blend"] + found["statistics"] + found["synthesize"]


def test_a_new_table_reruns_no_parser(finished):
    tables = (finished / NIVRE).read_text().split("\ntables:\n")[1].split("\n  - ")
    more = "\ntables:\n  - " + re.sub("^(  - )?id: \\S+", "id: again", tables[0]) + "\n  - "
    found = jobs(edited(finished, NIVRE, more, "\ntables:\n  - "))
    assert {*found} == END - {"claims"} | {"all"}


@pytest.mark.parametrize("folder", ["", "nivre_2007/"])
def test_a_changed_deviation_reruns_only_the_report(finished, folder):
    found = jobs(edited(finished, f"src/studies/papers/{folder}deviations.yaml"))
    assert {*found} == {"report", "timings", "all"}


def test_a_new_treebank_runs_all_rules_of_the_chain(finished):
    """With the jobs of a suite of this treebank alone."""
    alone, found = (
        jobs(edited(finished, "small.yaml", treebanks, "[short-frequent]"))
        for treebanks in ("[other]", "[short-frequent, other]")
    )
    for rule in ("synthesize", "folds", "projectivize", "train", "parse", "blend", "score"):
        assert found[rule] == alone[rule] > 0, rule


def test_a_fresh_clone_makes_any_file_that_is_asked_for(fresh):
    prepared = {"synthesize": 1, "folds": 1, "projectivize": 1}
    assert jobs(planned(fresh, "--", f"{PARSER}/model.npz")) == prepared | {"train": 1}
    steps = "data/work/short-frequent/sets8/prepared/tau-c+head.conll"
    assert jobs(planned(fresh, "--", steps)) == prepared
    text = snakemake(fresh, "--list")
    assert "deprojectivize (Undo the steps of the variant in its parse" in text


def test_the_configuration_says_whether_parses_are_taken_from_the_store(fresh):
    """But not those of neural parsers of another size. A stored parse needs no training."""
    places = [f"ud20-hu/cv0/seed1/arc-eager+head/{target}" for target in ("heldout", "test")]
    for place in (*places, "ud20-hu/train/seed1/mst-neural/test"):
        (fresh / "data/parses" / place).parent.mkdir(parents=True, exist_ok=True)
        (fresh / "data/parses" / f"{place}.parse").touch()
    suite = SUITE.format(studies="nilsson-2009, gomez-rodriguez-2018")
    suite = suite.replace("short-frequent", "ud20-hu")
    blends = "cv0/seed1/blends/test/blend", "train/seed1/blends/test/ensemble"
    files = [f"data/work/ud20-hu/{name}.conll" for name in blends]
    trained = {}
    for parses, size in (("train", "paper"), ("stored", "paper"), ("stored", "small")):
        text = suite.replace("level: demo", f"neural: {size}")
        (fresh / "small.yaml").write_text(f"parses: {parses}\n{text}")
        trained[parses, size] = jobs(planned(fresh, "--", *files))["train"]
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


def test_another_workflow_uses_the_rules_as_a_module_with_its_own_configuration(fresh):
    other = fresh.parent / "other"
    other.mkdir()
    for name in ("config.yaml", "small.yaml"):
        shutil.copy(fresh / name, other)
    (other / "Snakefile").write_text(
        'configfile: "config.yaml"\n'
        'rule all:\n    input: "reports/small/index.html"\n'
        "module nonproj:\n"
        '    snakefile: "../fresh/workflow/Snakefile"\n'
        "    config: config\n"
        "use rule * from nonproj exclude all as nonproj_*\n"
    )
    found = jobs(planned(other))
    assert found["nonproj_train"] > 10
    assert not (other / "data").exists()


def test_a_missing_package_is_named_with_the_command_that_installs_it(fresh):
    (fresh / "src/nonproj").symlink_to(ROOT / "src/nonproj")
    (fresh / "src/studies").mkdir(exist_ok=True)
    lacking = "raise ModuleNotFoundError(\"No module named 'studies'\")\n"
    (fresh / "src/studies/__init__.py").write_text(lacking)
    status, said = run(fresh, "--dry-run", "--cores", "1")
    assert status == 1
    assert f"No module named 'studies': pip install {fresh} {fresh}/src/studies" in said


def test_a_prefix_of_a_module_precedes_made_files_only(fresh):
    other = fresh.parent  # the clone is in a folder below the workflow
    (other / "mine.conllu").write_text((ROOT / "docs/hearing.conllu").read_text())
    suite = SUITE.format(studies="nivre-2007").replace("[short-frequent]", "[short-frequent, mine]")
    own = "treebanks: {mine: {train: mine.conllu}}\n"
    (other / "small.yaml").write_text(own + suite.replace("recommend: 1", ""))
    (other / "Snakefile").write_text(
        'configfile: "small.yaml"\n'
        "module nonproj:\n"
        '    snakefile: "fresh/Snakefile"\n'
        "    config: config\n"
        '    prefix: "results"\n'
        "use rule * from nonproj as nonproj_*\n"
    )
    found = planned(other, "--", "results/reports/small/timings.tsv")
    assert jobs(found)["nonproj_train"] > 10
    assert f"input: {other}/mine.conllu" in found
    made = {
        path for line in re.findall(r"^    output: (.*)$", found, re.M) for path in line.split(", ")
    }
    assert {path.partition("/")[0] for path in made} == {"results"}
    snakemake(other, "--cores", "1", "--", "results/data/work/mine/train.conll")
    assert (other / "results/data/work/mine/train.conll").exists()
    assert not (other / "data").exists()


def test_the_page_on_architecture_draws_every_rule_and_lists_its_files():
    text = "".join(file.read_text() for file in (ROOT / "workflow/rules").glob("*.smk"))
    rules = {*re.findall(r"^(?:rule|checkpoint) (\w+):", text, re.MULTILINE)}
    assert set(re.findall(r"\w+", PICTURE)) == rules
    rows = re.findall(r"^\| `(?:data|reports)/.*\| (.*) \|$", PAGE, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == rules
