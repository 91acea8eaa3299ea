"""What the workflow says of a configuration that it cannot follow."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_key_that_occurs_twice_is_refused(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("treebanks:\n  mine: {train: a.conllu}\ntreebanks: {}\n")
    command = [sys.executable, "-m", "snakemake", "--dry-run", "--configfile", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode
    assert f"{path}: line 3: key 'treebanks' occurs twice" in done.stdout + done.stderr
