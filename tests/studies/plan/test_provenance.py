"""A report names the commit that made it."""

import subprocess

import pytest

from studies.plan.treebanks.provenance import commit


@pytest.fixture
def checkout(tmp_path):
    """One commit of a source file and a report."""
    (tmp_path / "reports").mkdir()
    for name in ("source.py", "reports/index.html"):
        (tmp_path / name).write_text("first\n", encoding="utf-8")
    author = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
    for arguments in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "First"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    return tmp_path


def test_the_commit_says_whether_a_source_was_changed_but_not_whether_a_report_was(checkout):
    name = commit(checkout)
    assert len(name) == 12
    (checkout / "reports/index.html").unlink()
    assert commit(checkout) == name
    (checkout / "source.py").write_text("second\n", encoding="utf-8")
    assert commit(checkout) == f"{name}-dirty"


def test_outside_a_checkout_there_is_no_commit(tmp_path):
    assert commit(tmp_path) == ""
