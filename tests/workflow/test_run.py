"""Two runs in one folder wait for each other, and a killed one is in nobody's way."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

RUN = Path(__file__).parents[2] / "workflow" / "run.py"
SNAKEFILE = """
rule all:
    output: "done"
    shell: "echo begin >> diary; sleep {params.pause}; echo end >> diary; touch {output}"
"""


@pytest.fixture
def start(tmp_path):
    def start(pause):
        text = SNAKEFILE.replace("{params.pause}", str(pause))
        (tmp_path / "Snakefile").write_text(text)
        command = [sys.executable, RUN, "--cores", "1", "--forceall", "--quiet", "all"]
        command += ["--", "all"]  # as `make plan` names what it wants
        return subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True,
                                start_new_session=True)  # fmt: skip

    return start


def wait_for(path):
    while not path.exists():
        time.sleep(0.05)


def test_a_second_run_waits_for_the_first(start, tmp_path):
    first = start(3)
    wait_for(tmp_path / "diary")
    second = start(0)
    assert "another run works in this folder; waiting" in second.communicate()[1]
    assert first.wait() == second.returncode == 0
    assert (tmp_path / "diary").read_text().split() == ["begin", "end"] * 2


def test_after_a_kill_the_next_run_unlocks_by_itself(start, tmp_path):
    first = start(1000)
    wait_for(tmp_path / "diary")
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert list((tmp_path / ".snakemake" / "locks").iterdir())
    second = start(0)
    assert "an earlier run was killed; removing its lock" in second.communicate()[1]
    assert second.returncode == 0
    assert (tmp_path / "done").exists()
