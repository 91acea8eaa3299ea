"""Run a small suite on this machine and through Slurm, whose controller is killed on the way.

Both reports have to be the same, byte for byte, but for measured times."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.cluster import slurm

ROOT = Path(__file__).parents[2]
SUITE = """\
suite: small
suites:
  small:
    title: One language
    missing: fail
    ten_folds_below: 0
    treebanks: [cross-serial]
    runs: none
    studies: [kuhlmann-nivre-2010]
embedded: {train: 30, dev: 15, test: 15}
"""
COPIED = [
    "Snakefile",
    "config.yaml",
    "data/published",
    "data/embedded",
    "data/stand-ins.tsv",
    "src",
    "workflow",
    "envs",
]
PATIENCE = 1800  # seconds for a run
TIMES = ("timings.tsv", "index.html")  # hold measured times and the folder of the run


def main() -> None:
    if reason := slurm.why_not():
        sys.exit(f"cluster-test: {reason}")
    with TemporaryDirectory(prefix="nonproj-cluster-") as name:
        folder = Path(name).resolve()
        projects = {
            profile: copied(folder / profile) for profile in ("default", "slurm", "generic")
        }
        finish(projects["default"], "default")
        with slurm.running(folder / "state"):
            kill_midway(projects["slurm"])
            finish(projects["slurm"], "slurm")
            finish(projects["generic"], "generic")
            jobs = subprocess.run(["squeue", "-h", "-t", "all", "-o", "%i"], capture_output=True)
        for profile in ("slurm", "generic"):
            compare(projects["default"], projects[profile])
        print(f"cluster-test: the same reports; {len(jobs.stdout.split())} submissions")


def copied(project: Path) -> Path:
    for name in COPIED:
        target = project / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, target)
    (project / "small.yaml").write_text(SUITE)
    return project


def started(project: Path, profile: str) -> subprocess.Popen:
    command = [sys.executable, "workflow/run.py", "--configfile", "small.yaml", "--cores", "2"]
    command += ["--workflow-profile", f"workflow/profiles/{profile}"]
    environment = os.environ | {"PYTHONPATH": str(project / "src")}
    return subprocess.Popen(command, cwd=project, env=environment, start_new_session=True)


def finish(project: Path, profile: str) -> None:
    if started(project, profile).wait(PATIENCE) != 0:
        sys.exit(f"cluster-test: the run with profile {profile} failed")


def kill_midway(project: Path) -> None:
    """Kill the controller once the first job is done; jobs that it submitted go on."""
    process = started(project, "slurm")
    while process.poll() is None and not list(project.glob("data/work/*/*.conll")):
        time.sleep(0.2)
    if process.poll() is not None:
        sys.exit("cluster-test: the run was over before it could be killed")
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def compare(one: Path, other: Path) -> None:
    files = [{p.relative_to(project / "reports"): p for p in (project / "reports").rglob("*.*")}
             for project in (one, other)]  # fmt: skip
    if files[0].keys() != files[1].keys():
        sys.exit(f"cluster-test: only in one report: {sorted(files[0].keys() ^ files[1].keys())}")
    differ = [
        str(name)
        for name in sorted(files[0])
        if name.name not in TIMES and files[0][name].read_bytes() != files[1][name].read_bytes()
    ]
    if differ:
        sys.exit(f"cluster-test: {other.name}: {', '.join(differ)}: other bytes")


main()
