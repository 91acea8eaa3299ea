"""Run a small suite on this machine and through the profiles of workflow/profiles that are named.

    python -m tests.cluster slurm generic

`slurm` starts a Slurm of one node and needs root; `generic` submits to a script. In both the run
is killed on the way and resumed. All reports have to be the same, byte for byte, but for times."""

import shutil
import subprocess
import sys
import time
from contextlib import nullcontext
from getpass import getuser
from pathlib import Path
from tempfile import mkdtemp

from tests.cluster import slurm
from tests.small_project import copied, kill, report, started

PATIENCE = 1800  # seconds for a run
# What a run of the profile needs here.
OPTIONS = {
    "default": ["--cores", "2"],
    "slurm": ["--cores", "2", "--slurm-init-seconds-before-status-checks", "1"],
    "generic": [
        *("--jobs", "2", "--cluster-generic-cancel-cmd", "kill"),
        *("--cluster-generic-submit-cmd", str(Path(__file__).with_name("submit.sh"))),
    ],
}


def main(profiles: list[str]) -> None:
    if "slurm" in profiles and (reason := slurm.why_not()):
        sys.exit(f"cluster-test: {reason}")
    folder = Path(mkdtemp(prefix="nonproj-cluster-")).resolve()
    print(f"cluster-test: in {folder}, which is kept where something fails", flush=True)
    projects = {
        name: copied(folder / name, "core", "nivre-2007") for name in ("default", *profiles)
    }
    finish(projects["default"], "default")
    for profile in profiles:
        with slurm.running(folder / "state") if profile == "slurm" else nullcontext():
            kill_midway(projects[profile], profile)
            finish(projects[profile], profile)
            if profile == "slurm":
                print(f"cluster-test: {slurm.submissions()} submissions to Slurm")
        compare(projects["default"], projects[profile])
    shutil.rmtree(folder)
    print(f"cluster-test: the same report on this machine and by {' and '.join(profiles)}")


def finish(project: Path, profile: str) -> None:
    if started(project, *OPTIONS[profile], profile=profile).wait(PATIENCE) != 0:
        sys.exit(f"cluster-test: the run with profile {profile} failed")


def kill_midway(project: Path, profile: str) -> None:
    """Kill the controller once the first job is done; jobs that it submitted go on."""
    process = started(project, *OPTIONS[profile], profile=profile)
    while process.poll() is None and not list(project.glob("data/work/*/*.conll")):
        time.sleep(0.2)
    if process.poll() is not None:
        sys.exit("cluster-test: the run was over before it could be killed")
    kill(process, project)
    if profile == "slurm":
        subprocess.run(["scancel", "--user", getuser()], check=True)


def compare(one: Path, other: Path) -> None:
    expected, found = report(one), report(other)
    if expected.keys() != found.keys():
        sys.exit(f"cluster-test: only in one report: {sorted(expected.keys() ^ found.keys())}")
    if differ := [name for name in expected if expected[name] != found[name]]:
        sys.exit(f"cluster-test: {other.name}: {', '.join(differ)}: other bytes")


main(sys.argv[1:])
