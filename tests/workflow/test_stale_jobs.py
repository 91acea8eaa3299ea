"""What a change of the project's files makes the workflow do again, by its own dry run."""

import os
import re
import shutil
from pathlib import Path

import pytest

from small_project import ROOT, copied, pretend, snakemake

SUITE = """\
suite: small
suites:
  small:
    title: One language
    treebanks: [short-frequent]
    studies: [kuhlmann-nivre-2010, nivre-2007]
    recommend: 1
embedded: {train: 20, dev: 10, test: 10}
"""
FEATURES = "src/nonproj/parsers/transition/feature_models"


def jobs(project):
    """The jobs of a dry run: (rule, first output)."""
    text = snakemake(project, "--dry-run", "--cores", "1", source=project / "src")
    return re.findall(r"^(?:local)?rule (\w+):\n(?:    .*\n)*?    output: ([^,\n]+)", text, re.M)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A copy of the project in which the workflow has run, but for the content of its files."""
    project = copied(tmp_path_factory.mktemp("project"))
    shutil.copytree(ROOT / "src", project / "src", dirs_exist_ok=True)
    (project / "small.yaml").write_text(SUITE)
    pretend(project, source=project / "src")
    return project


@pytest.fixture
def edited(finished):
    """edited(file, text) -> the jobs that an added line of text makes the workflow do again."""
    changed: dict[Path, str] = {}

    def edit(file, text):
        path = finished / file
        changed[path] = path.read_text(encoding="utf-8")
        path.write_text(changed[path] + text, encoding="utf-8")
        return jobs(finished)

    yield edit
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8")
        os.utime(path, (0, 0))


def retrained(found):
    return {Path(output).parent.name for rule, output in found if rule == "train"}


def test_a_changed_feature_model_retrains_its_own_parsers(edited):
    found = edited(f"{FEATURES}/attardi.yaml", "# changed\n")
    assert retrained(found) == {"attardi"}
    assert {rule for rule, _ in found} >= {"parse", "score", "significance"}
    assert "statistics" not in {rule for rule, _ in found}


def test_a_changed_table_is_asked_for_and_shown_again_and_nothing_is_parsed(edited):
    found = edited("src/studies/papers/nivre_2007/study.yaml", "# changed\n")
    reports = {"tables", "figures", "report", "timings"}
    assert {rule for rule, _ in found} == {"significance", *reports}


@pytest.mark.parametrize("folder", ["", "nivre_2007/"])
def test_a_changed_deviation_is_shown_again(edited, folder):
    found = edited(f"src/studies/papers/{folder}deviations.yaml", "# changed\n")
    assert {rule for rule, _ in found} == {"report", "timings"}


def test_a_comment_changes_nothing(edited):
    assert edited("src/nonproj/data/conll.py", "# a comment\n") == []


def test_a_changed_feature_model_changes_the_advice(edited):
    found = {rule for rule, _ in edited(f"{FEATURES}/mh4-greedy.yaml", "# changed\n")}
    assert found == {"recommend", "report", "timings"}
