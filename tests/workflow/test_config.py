"""What the workflow says of a configuration that it cannot follow."""

import subprocess
import sys

import pytest

from small_project import ROOT, copied

MINE = """\
suite: mine
treebanks:
  mine: {train: train.conllu, dev: dev.conllu}
"""
WORD = "{}\tw\tw\tNOUN\tN\t_\t{}\tdep\t_\t_\n"
TREE = WORD.format(1, 0) + "\n"
CYCLE = WORD.format(1, 2) + WORD.format(2, 1) + "\n"


def snakemake(project, *arguments):
    command = [sys.executable, "-m", "snakemake", *arguments]
    return subprocess.run(command, cwd=project, capture_output=True, text=True)


def test_a_key_that_occurs_twice_is_refused(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("treebanks:\n  mine: {train: a.conllu}\ntreebanks: {}\n")
    done = snakemake(ROOT, "--dry-run", "--configfile", str(path))
    assert done.returncode
    assert f"{path}: line 3: key 'treebanks' occurs twice" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("dev", "message"),
    [
        (TREE, None),
        (None, "config: treebanks.mine.dev: no such file: dev.conllu"),
        (CYCLE, "dev.conllu:1: HEAD: cycle 1 → 2 → 1"),
    ],
)
def test_a_plan_looks_at_the_files_of_the_user_first(tmp_path, dev, message):
    project = copied(tmp_path)
    (project / "mine.yaml").write_text(MINE)
    (project / "train.conllu").write_text(TREE)
    if dev:
        (project / "dev.conllu").write_text(dev)
    command = ("--configfile", "mine.yaml", "--cores", "1", "--", "reports/mine/plan.txt")
    done = snakemake(project, *command)
    assert (done.returncode == 0) == (message is None)
    assert (message or "") in done.stdout + done.stderr
    assert (project / "reports/mine/plan.txt").exists() == (message is None)


def test_a_model_can_be_asked_for_before_anything_has_run(tmp_path):
    project = copied(tmp_path)
    model = "data/work/short-frequent/train/seed1/arc-standard/model.npz"
    done = snakemake(project, "--cores", "1", "--dry-run", "--", model)
    assert done.returncode == 0, done.stdout + done.stderr
    assert model in done.stdout
