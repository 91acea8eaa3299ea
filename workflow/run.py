"""Run Snakemake with these arguments once no other run works in this folder.

Snakemake's own lock outlives a run that was killed. Here a lock that ends with its process says
who may run, so that a lock without a run can be removed, and that of one that goes on never is."""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psutil  # Snakemake needs it, too

STATE = Path(".snakemake")
PAUSE = 1.0  # seconds between two looks at other processes
SNAKEMAKE = [sys.executable, "-m", "snakemake"]


def main() -> None:
    STATE.mkdir(exist_ok=True)
    lock = open(STATE / "run.lock", "a+")  # noqa: SIM115 - held by the process that takes over
    os.set_inheritable(lock.fileno(), True)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("another run works in this folder; waiting for its end")
        fcntl.flock(lock, fcntl.LOCK_EX)
    if is_locked() and not working_here(controllers=True):
        say("an earlier run was killed; removing its lock")
        cancel_its_jobs()
    wait_for_strays()
    if is_locked():
        subprocess.run([*SNAKEMAKE, "--unlock", *sys.argv[1:]], check=True, capture_output=True)
    os.execv(SNAKEMAKE[0], [*SNAKEMAKE, *sys.argv[1:]])


def is_locked() -> bool:
    return any((STATE / "locks").glob("*.lock"))


def cancel_its_jobs() -> None:
    """Cancel what the last run has submitted to Slurm, as it would be submitted a second time."""
    logs = sorted((STATE / "log").glob("*.log"), key=lambda path: path.stat().st_mtime)
    submitted = re.findall(r"SLURM run ID: (\S+)", logs[-1].read_text()) if logs else []
    for name in submitted if shutil.which("scancel") else ():
        subprocess.run(["scancel", "--name", name], check=True)
        say(f"cancelled its jobs ({name})")


def wait_for_strays() -> None:
    """Wait for runs that were started otherwise, and for jobs whose run was killed."""
    told: set[int] = set()
    while strays := set(working_here()) - {os.getpid()}:
        if strays - told:
            say(f"waiting for the end of process {', '.join(map(str, sorted(strays)))}")
        told |= strays
        time.sleep(PAUSE)


def working_here(controllers: bool = False) -> list[int]:
    """The processes of Snakemake and of its jobs in this folder, or the former alone."""
    found = []
    for process in psutil.process_iter(["cmdline", "cwd", "status"]):
        words, cwd = process.info["cmdline"] or [], process.info["cwd"]
        named = any(Path(word).name == "snakemake" for word in words)
        if controllers:
            named &= "--mode" not in words  # which Snakemake gives to its jobs
        else:
            named |= any(f"{STATE}/scripts/" in word for word in words)
        if named and cwd == os.getcwd() and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(process.pid)
    return found


def say(text: str) -> None:
    print(f"make: {text}", file=sys.stderr, flush=True)


main()
