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
    shell:
        "echo begin >> diary; until test -e go; do sleep 0.1; done; "
        "echo end >> diary; touch {output}"
"""


@pytest.fixture
def start(tmp_path):
    """Runs whose job ends once there is a file `go`."""

    def start():
        (tmp_path / "Snakefile").write_text(SNAKEFILE)
        command = [sys.executable, RUN, "--cores", "1", "--forceall", "--quiet", "all"]
        command += ["--", "all"]  # as `make plan` names what it wants
        return subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True,
                                start_new_session=True)  # fmt: skip

    return start


def wait_for(path, process):
    while not path.exists():
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.05)


def test_a_second_run_waits_for_the_first(start, tmp_path):
    first = start()
    wait_for(tmp_path / "diary", first)
    second = start()
    assert "another run works in this folder; waiting" in second.stderr.readline()
    (tmp_path / "go").touch()
    second.communicate()
    assert first.wait() == second.returncode == 0
    assert (tmp_path / "diary").read_text().split() == ["begin", "end"] * 2


def test_after_a_kill_the_next_run_unlocks_by_itself(start, tmp_path):
    first = start()
    wait_for(tmp_path / "diary", first)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert list((tmp_path / ".snakemake" / "locks").iterdir())
    (tmp_path / "go").touch()
    second = start()
    assert "an earlier run was killed; removing its lock" in second.communicate()[1]
    assert second.returncode == 0
    assert (tmp_path / "done").exists()
