"""Slurm on this machine alone: one node, loopback only, no accounting. Needs root."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DAEMONS = ("munged", "slurmctld", "slurmd")
INSTALL = "apt-get install --no-install-recommends slurm-wlm munge"
# The jobs of Snakemake's plugin look for the configuration here and nowhere else.
CONFIGURATION = Path("/etc/slurm/slurm.conf")
TEMPLATE = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthInfo=socket={state}/munge.socket
SlurmUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
MinJobAge=86400
ReturnToService=2
StateSaveLocation={state}/controller
SlurmdSpoolDir={state}/node
SlurmctldPidFile={state}/slurmctld.pid
SlurmdPidFile={state}/slurmd.pid
SlurmctldLogFile={state}/slurmctld.log
SlurmdLogFile={state}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory={memory} State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def why_not() -> str:
    """What is in the way of a Slurm of our own, "" if nothing is."""
    missing = [name for name in DAEMONS if not shutil.which(name)]
    if missing:
        return f"{', '.join(missing)}: not installed; {INSTALL}"
    if os.geteuid() != 0:
        return "daemons of Slurm are started by root"
    if CONFIGURATION.is_symlink() and not CONFIGURATION.exists():
        CONFIGURATION.unlink()  # of a test that was killed
    if os.path.lexists(CONFIGURATION):
        return f"{CONFIGURATION} exists; this machine's own Slurm is not touched"
    return ""


@contextmanager
def running(state: Path) -> Iterator[None]:
    """Start the daemons and wait until the node is idle; stop them at the end."""
    for name in ("controller", "node"):
        (state / name).mkdir(parents=True)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    host = socket.gethostname().partition(".")[0]
    text = TEMPLATE.format(host=host, state=state, cpus=os.cpu_count(), memory=memory)
    (state / "slurm.conf").write_text(text)
    (state / "munge.key").write_bytes(os.urandom(128))
    (state / "munge.key").chmod(0o400)
    munged = ["munged", "--foreground", "--force", f"--key-file={state}/munge.key"]
    munged += [f"--socket={state}/munge.socket", f"--pid-file={state}/munge.pid"]
    munged += [f"--log-file={state}/munge.log", f"--seed-file={state}/munge.seed"]
    CONFIGURATION.parent.mkdir(exist_ok=True)
    CONFIGURATION.symlink_to(state / "slurm.conf")
    daemons = []
    try:
        for command in (munged, ["slurmctld", "-D"], ["slurmd", "-D"]):
            daemons.append(
                subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )
            time.sleep(1)
        _wait_until_idle()
        yield
    finally:
        for daemon in reversed(daemons):
            daemon.terminate()
        for daemon in daemons:
            daemon.wait(30)
        CONFIGURATION.unlink()


def submissions() -> int:
    done = subprocess.run(
        ["squeue", "-h", "-t", "all", "-o", "%i"], capture_output=True, check=True
    )
    return len(done.stdout.split())


def _wait_until_idle() -> None:
    for _ in range(60):
        done = subprocess.run(["sinfo", "-h", "-o", "%T"], capture_output=True, text=True)
        if done.stdout.strip() == "idle":
            return
        time.sleep(1)
    raise RuntimeError(f"no node became idle: {done.stdout}{done.stderr}")
