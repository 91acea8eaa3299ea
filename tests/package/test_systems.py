"""Commands where Python has no `fcntl`, no `resource` and no SIGHUP, as on Windows."""

import subprocess
import sys

from conftest import ROOT
from samples.treebanks import made_treebank, write_treebank

HIDDEN = """
import os, signal, sys, psutil
from pathlib import Path
sys.modules |= {"fcntl": None, "resource": None}
del signal.SIGHUP, os.sysconf
from nonproj.cli import run
"""
COMMANDS = """
for arguments in (
    ["train", "--variant", "swap-lazy", "--tags", "predicted", "gold.conllu", "-o", "m.npz"],
    ["parse", "--model", "m.npz", "--tags", "predict", "gold.conllu", "-o", "a b.conllu"],
    ["compare", "gold.conllu", "a b.conllu", "a b.conllu"],
):
    assert run(arguments) == 0, arguments
"""
DOWNLOAD = """
from nonproj.data.download.fetch import _alone
from nonproj.machine import lock, machine_memory, most_memory
from nonproj.recommendation.recommend import ENDING_SIGNALS
assert ENDING_SIGNALS == [signal.SIGTERM]
with open("lock", "ab") as file:
    assert not lock(file)
with _alone(Path("treebank")) as first, _alone(Path("treebank")) as second:
    assert first != second and len(first) == len(second) > 8
assert not list(Path().glob(".*.lock"))
assert machine_memory() > 1e8
"""


def run_hidden(program, folder):
    command = sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning:nonproj"
    command = *command, "-c", HIDDEN + program
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_commands_need_no_module_of_unix(tmp_path):
    write_treebank(made_treebank(60), tmp_path / "gold.conllu")
    run_hidden(COMMANDS, tmp_path)


def test_downloads_without_locks_use_different_temporary_files(tmp_path):
    run_hidden(DOWNLOAD, tmp_path)


def test_only_the_module_machine_names_parts_of_an_operating_system():
    words = ("fcntl", "import resource\n", "sysconf", "SIGHUP", "/proc/", "sys.platform")
    found = {
        path.name
        for path in (ROOT / "src" / "nonproj").rglob("*.py")
        for word in words
        if word in path.read_text(encoding="utf-8")
    }
    assert found - {"files.py"} == {"machine.py"}  # files.py knows the names of standard output
