"""Lines of documents that a reader copies: their commands, options, targets and modules exist."""

import ast
import re
import shlex
from importlib.util import find_spec

import pytest
from typer.main import get_command

from conftest import ROOT
from nonproj.cli import app

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMANDS = get_command(app).commands
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
VARIABLES = set(re.findall(r"^(?:export )?([A-Z_]+) [?:]?=", MAKEFILE, re.MULTILINE))
VARIABLES |= set(re.findall(r"\$\(([A-Z]+):%=", MAKEFILE))
OTHERS = {"cd", "curl", "diff", "git", "pip", "snakemake", "source", "unzip"}


def blocks(kind):
    """The blocks of one kind in all documents, each with its page."""
    pages = ((page, BLOCK.findall(page.read_text(encoding="utf-8"))) for page in PAGES)
    found = ((page.name, text) for page, each in pages for name, text in each if name == kind)
    return [pytest.param(text, id=f"{page}-{text.split()[0]}") for page, text in found]


def programs(text):
    """The programs of a block, each with its arguments."""
    for line in text.replace("\\\n", " ").splitlines():
        for part in re.split(r"\s(?:&&|\||>)\s", line):
            if words := shlex.split(part, comments=True):
                yield words


@pytest.mark.parametrize("text", blocks("sh"))
def test_commands_options_and_targets_in_documents_exist(text):
    for program, *words in programs(text):
        if program == "nonproj" and words[0] in COMMANDS:
            known = {name for param in COMMANDS[words[0]].params for name in param.opts}
            options = {word for word in words if word.startswith("-") and word != "-"}
            assert options <= known | {"--help"}, words
        elif program == "make":
            names = {word.partition("=")[0] for word in words if "=" in word}
            assert names <= VARIABLES, words
            for target in (word for word in words if "=" not in word):
                assert f"\n{target}: " in MAKEFILE, target
        elif program == "python":
            assert words[0] == "-m"
            assert find_spec(words[1]), words
        elif program == "nonproj":
            assert words == ["--version"], words
        else:
            assert program in OTHERS, program


@pytest.mark.parametrize("text", blocks("python"))
def test_blocks_of_python_in_documents_are_python(text):
    """Other tests run those of python.md and extending.md; a module of Snakemake has a keyword."""
    if not text.startswith((">>> ", "module ")):
        ast.parse(text)
