"""The container: what its file copies, runs and leaves out exists."""

import re
from pathlib import PurePath

from conftest import ROOT

TEXT = (ROOT / "envs" / "Dockerfile").read_text(encoding="utf-8")


def test_the_container_runs_a_target_of_the_makefile_with_a_supported_python():
    (target,) = re.findall(r"^RUN make .* (\w+)$", TEXT, re.MULTILINE)
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    (version,) = re.findall(r"^FROM python:([\d.]+)-slim$", TEXT, re.MULTILINE)
    assert f'requires-python = ">={version}"' in (ROOT / "pyproject.toml").read_text("utf-8")
    assert "COPY . /nonproj" in TEXT
    assert "PATH=/nonproj/.venv/bin:$PATH" in TEXT


def test_the_container_leaves_out_only_what_git_ignores():
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split()}
    for line in lines:
        name = line.lstrip("!")
        kept = name == ".git" or name in ignored or any(PurePath(name).match(i) for i in ignored)
        assert kept or f"!/{name}/" in (ROOT / ".gitignore").read_text("utf-8"), line
