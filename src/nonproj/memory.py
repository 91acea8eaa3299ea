"""The machine's memory, which limits large requests, and the peak memory of this process."""

import os
import resource
import sys
from pathlib import Path

from nonproj.errors import NonprojError


def machine_memory() -> int:
    """Return this machine's memory in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def require_memory(asked: int, purpose: str, advice: str = "") -> None:
    """Raise NonprojError if the machine's memory is smaller than `asked` bytes."""
    available = machine_memory()
    if asked > available:
        raise NonprojError(
            f"{purpose} takes {asked / 1e9:.1f} GB or more, but this machine has "
            f"{available / 1e9:.1f}{advice and '; ' + advice}"
        )


def most_memory() -> int:
    """Return this process's peak memory in bytes.

    On Linux, the peak is read from /proc, because `getrusage` includes the parent process's memory.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text(encoding="utf-8").splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held if sys.platform == "darwin" else 1024 * held
