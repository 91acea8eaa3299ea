"""The examples of docs/extending.md: files with a name, then the program that uses them."""

import os
import re

import pytest

from command_line import python
from conftest import ROOT

PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## (.+)\n((?:(?!## ).*\n)*)", re.MULTILINE)
BLOCK = re.compile(r"(?:`([\w./]+)`:\n\n)?```(\w*)\n(.*?)```\n", re.DOTALL)
SECTIONS = {title: BLOCK.findall(text) for title, text in SECTION.findall(PAGE)}


@pytest.mark.parametrize("title", [title for title, blocks in SECTIONS.items() if blocks])
def test_an_example_of_extending_md_prints_what_the_page_shows(title, tmp_path):
    """Interpreted, as compiling all that calls a new system takes a minute."""
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    files = {name: text for name, _, text in SECTIONS[title] if name}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (program,) = (text for name, kind, text in SECTIONS[title] if kind == "python" and not name)
    (shown,) = (text for _, kind, text in SECTIONS[title] if not kind)
    paths = os.pathsep.join(map(str, (tmp_path, ROOT / "tests" / "samples", ROOT / "src")))
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    assert python(program, env=environment, cwd=tmp_path).stdout == shown
