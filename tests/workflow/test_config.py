"""What the workflow says of a configuration that it cannot follow."""

import json

import pytest
import yaml

from small_project import ROOT, SMALL, copied, run

MINE = """\
suite: mine
treebanks:
  mine: {train: train.conllu, dev: dev.conllu}
"""
WORD = "{}\tw\tw\tNOUN\tN\t_\t{}\tdep\t_\t_\n"
TREE = WORD.format(1, 0) + "\n"
CYCLE = WORD.format(1, 2) + WORD.format(2, 1) + "\n"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "small.yaml",
            "treebanks:\n  mine: {train: a.conllu}\ntreebanks: {}\n",
            "small.yaml: line 3: key 'treebanks' occurs twice",
        ),
        ("config.yaml", "suite: [mine\nseed: 1\n", "line 2"),
    ],
)
def test_a_mistake_in_a_yaml_file_is_named_with_its_line(tmp_path, name, text, message):
    project = copied(tmp_path)
    (project / name).write_text(text)
    status, said = run(project, "--dry-run", *SMALL)
    assert status
    assert name in said
    assert message in said


@pytest.mark.parametrize(
    ("dev", "message"),
    [
        (TREE, None),
        (None, "config: treebanks.mine.dev: no such file: dev.conllu"),
        (2 * CYCLE, "error: config: treebanks.mine.dev: dev.conllu:1: HEAD: cycle 1 → 2 → 1\n"),
    ],
    ids=["right", "missing", "cycle"],
)
def test_the_workflow_checks_the_files_of_the_user_before_it_plans(tmp_path, dev, message):
    project = copied(tmp_path)
    (project / "mine.yaml").write_text(MINE)
    (project / "train.conllu").write_text(TREE)
    if dev:
        (project / "dev.conllu").write_text(dev)
    plan = "reports/mine/plan.txt"
    status, said = run(project, "--configfile", "mine.yaml", "--cores", "1", "--", plan)
    assert (status == 0) == (message is None)
    assert (message or "") in said
    assert "cycle" not in said.replace(message or "", "")  # only the first
    assert (project / plan).exists() == (message is None)


def test_a_module_takes_missing_keys_from_the_workflow_that_it_uses(tmp_path):
    lines = [
        "module other:",
        f"    snakefile: {str(ROOT / 'Snakefile')!r}",
        "    config: {'suite': 'embedded', 'embedded': {'train': 40, 'dev': 15, 'test': 15}}",
        "use rule synthesize from other as other_*",
    ]
    (tmp_path / "Snakefile").write_text("\n".join(lines))
    status, said = run(tmp_path, "--dry-run", "--", "data/work/short-frequent/dev.conll")
    assert status == 0, said
    assert "rule other_synthesize" in said


def test_files_of_another_suite_than_the_configured_one_are_not_made(tmp_path):
    _, said = run(copied(tmp_path), "--dry-run", "--", "reports/ud20/measurements.csv")
    assert "ud20/measurements.csv" in said
    assert "MissingRuleException" in said or "up to date" in said


BRACED = "a {x} {wildcards.y} {{z}} {0} } {"


def braced(project, **changes):
    """The suite of `small.yaml` with braces in what anybody may write as they like."""
    suite = {"title": BRACED, "note": BRACED, "missing": "fail", "ten_folds_below": 0}
    suite |= {"treebanks": ["short-frequent"], "level": "demo", "studies": ["kuhlmann-nivre-2010"]}
    config = {"suite": "small", "mirror": BRACED, "suites": {"small": suite | changes}}
    config["peers"] = {"other": {"train": BRACED, "parse": BRACED}}
    (project / "small.yaml").write_text(json.dumps(config))
    return run(project, *SMALL, "--cores", "1", "--dry-run")


def test_braces_in_texts_of_configuration_and_studies_are_kept(tmp_path):
    project = copied(tmp_path)
    path = project / "src/studies/papers/kuhlmann_nivre_2010/study.yaml"
    study = yaml.safe_load(path.read_text())
    for key in ("short", "authors", "title", "venue", "question"):
        study[key] = BRACED
    study["treebanks"] = dict.fromkeys(study["treebanks"], BRACED)
    for shown in (*study["tables"], *study["figures"]):
        shown |= {"title": BRACED, "caption": BRACED}
    path.write_text(json.dumps(study))
    status, said = braced(project)
    assert status == 0, said
    assert "index" in said


@pytest.mark.parametrize(
    ("key", "message"),
    [("treebanks", "is unknown; name its files"), ("studies", "no such study")],
)
def test_braces_in_names_of_treebanks_and_studies_are_refused(tmp_path, key, message):
    status, said = braced(copied(tmp_path), **{key: ["a{x}"]})
    assert status
    assert "a{x}" in said
    assert message in said
