"""Run a small suite on this machine and through the profiles of workflow/profiles that are named.

    python -m tests.cluster slurm generic

`slurm` starts a Slurm of one node and needs root; `generic` submits to a script. In both the run
is killed on the way and resumed. All reports have to be the same, byte for byte, but for times."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
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
    runs: core
    studies: [nivre-2007]
embedded: {train: 40, dev: 15, test: 15}
"""
COPIED = [
    "Snakefile",
    "config.yaml",
    "data/published",
    "data/embedded",
    "data/stand-ins.tsv",
    "workflow",
    "envs",
]
PATIENCE = 1800  # seconds for a run
TIMES = ("timings.tsv", "speeds.csv", "index.html")  # hold measured times
# What a run of the profile needs here.
OPTIONS = {
    "default": ["--cores", "2"],
    "slurm": ["--slurm-init-seconds-before-status-checks", "1"],
    "generic": [
        *("--jobs", "2", "--cluster-generic-cancel-cmd", "kill"),
        *("--cluster-generic-submit-cmd", str(Path(__file__).with_name("submit.sh"))),
    ],
}


def main(profiles: list[str]) -> None:
    if "slurm" in profiles and (reason := slurm.why_not()):
        sys.exit(f"cluster-test: {reason}")
    with TemporaryDirectory(prefix="nonproj-cluster-") as name:
        folder = Path(name).resolve()
        projects = {profile: copied(folder / profile) for profile in ("default", *profiles)}
        finish(projects["default"], "default")
        for profile in profiles:
            with slurm.running(folder / "state") if profile == "slurm" else nullcontext():
                kill_midway(projects[profile], profile)
                finish(projects[profile], profile)
                if profile == "slurm":
                    print(f"cluster-test: {slurm.submissions()} submissions to Slurm")
            compare(projects["default"], projects[profile])
    print(f"cluster-test: the same report on this machine and by {' and '.join(profiles)}")


def copied(project: Path) -> Path:
    """The workflow in a folder of its own; the package, and so its kernels, are shared."""
    for name in COPIED:
        target = project / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, target)
    (project / "small.yaml").write_text(SUITE)
    return project


def started(project: Path, profile: str) -> subprocess.Popen:
    command = [sys.executable, "workflow/run.py", "--configfile", "small.yaml", *OPTIONS[profile]]
    command += ["--workflow-profile", f"workflow/profiles/{profile}"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    return subprocess.Popen(command, cwd=project, env=environment, start_new_session=True)


def finish(project: Path, profile: str) -> None:
    if started(project, profile).wait(PATIENCE) != 0:
        sys.exit(f"cluster-test: the run with profile {profile} failed")


def kill_midway(project: Path, profile: str) -> None:
    """Kill the controller once the first job is done; jobs that it submitted go on."""
    process = started(project, profile)
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


main(sys.argv[1:])
