"""A copy of the workflow with a suite of seconds, to be run, killed and damaged."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = (
    *("Snakefile", "config.yaml", "workflow", "envs"),
    *("src/studies/papers", "data/embedded", "data/stand-ins.tsv"),
)
SNAKEMAKE = (sys.executable, "-m", "snakemake")
SMALL = ("--configfile", "small.yaml")
SUITE = """\
suite: small
suites:
  small:
    title: One language
    treebanks: [short-frequent]
    level: {level}
    neural: {neural}
    studies: [{study}]
embedded: {{train: 40, dev: 15, test: 15}}
"""
# Files that hold measured times begin with these names.
TIMES = ("timings.tsv", "speeds.csv", "findings.html", "findings-", "treebank-", "provenance.html")


def copied(
    project: Path, level: str = "oracles", study: str = "kuhlmann-nivre-2010", neural: str = "none"
) -> Path:
    """The workflow in a folder of its own; the package, and so its kernels, are shared."""
    for name in COPIED:
        target = project / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, target)
    (project / "small.yaml").write_text(SUITE.format(level=level, study=study, neural=neural))
    return project


def started(project: Path, *options: str, profile: str = "default", **streams) -> subprocess.Popen:
    """The workflow, in a group of processes of its own."""
    command = [*SNAKEMAKE, *SMALL, *options, "--workflow-profile", f"workflow/profiles/{profile}"]
    return subprocess.Popen(
        command, cwd=project, env=environment(project), start_new_session=True, **streams
    )


def kill(process: subprocess.Popen, project: Path) -> None:
    """End a run and its jobs at once, and remove its lock, as Snakemake says it has to be."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    snakemake(project, "--unlock")


def environment(project: Path) -> dict[str, str]:
    """With the packages that the project has, or else with ours."""
    own = (project / "src" / "nonproj").exists()
    return os.environ | {"PYTHONPATH": str((project if own else ROOT) / "src")}


def run(project: Path, *arguments: str) -> tuple[int, str]:
    """The exit status of a run and what it says."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    command = [*SNAKEMAKE, *arguments]
    done = subprocess.run(command, cwd=project, env=environment(project), check=False, **streams)
    return done.returncode, done.stdout


def snakemake(project: Path, *arguments: str) -> str:
    """What a run of the suite says that ends well."""
    status, said = run(project, *SMALL, *arguments)
    assert status == 0, said
    return said


def pretend(project: Path) -> None:
    """Make all files of a suite, but for their content."""
    text = snakemake(project, "--dry-run", "--cores", "1")
    for names in re.findall(r"^    (?:output|benchmark): (.*)", text, re.M):
        for path in (project / name for name in names.split(", ")):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    snakemake(project, "--touch", "--cores", "1")


def report(project: Path) -> dict[str, bytes]:
    """The files of the report that are the same after every run."""
    files = (path for path in sorted((project / "reports").rglob("*.*")) if path.is_file())
    return {
        str(path.relative_to(project)): path.read_bytes()
        for path in files
        if not path.name.startswith(TIMES)
    }
