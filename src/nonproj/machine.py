"""All that differs between Linux, macOS and Windows: memory, locks, signals, flushing to disk.

Windows has no `fcntl` and no `resource`; there, psutil is installed. Tests hide both modules."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from nonproj.errors import NonprojError

try:
    import fcntl
    import resource
except ImportError:  # Windows
    fcntl = resource = None

# Signals that end a program; a closed terminal sends SIGHUP, except on Windows.
ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def machine_memory() -> int:
    """Return this machine's memory in bytes."""
    if resource is None:
        import psutil

        return psutil.virtual_memory().total
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
    if resource is None:
        import psutil

        held = psutil.Process().memory_info()
        return getattr(held, "peak_wset", held.rss)  # only Windows tells the peak
    if status.exists():
        lines = status.read_text(encoding="utf-8").splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held if sys.platform == "darwin" else 1024 * held


def lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed, and wait for others; False if it cannot be locked."""
    with suppress(OSError):
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
            return True
    return False


def flush(path: Path) -> None:
    """Write a file or a folder to disk; Windows flushes only what is open for writing."""
    readable = os.O_RDWR if path.is_file() else os.O_RDONLY
    descriptor = os.open(path, readable)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
