"""A folder for compiled functions that is specific to the source code.

numba's `cache=True` misses changes in functions that are *called* from another file."""

import hashlib
import os
from pathlib import Path

PACKAGE = Path(__file__).parent
# Folders with neither compiled functions nor code that compiled functions use.
FOLDERS_WITHOUT_KERNELS = ("cli", "drawing", "public", "recommendation")


def use_kernel_cache() -> None:
    """Cache the kernels of this process and its children in a folder specific to this source code.

    Call this function before importing numba. An existing NUMBA_CACHE_DIR is kept. Kernels with and
    without bounds checks get different folders, because numba does not distinguish them.
    """
    if "NUMBA_CACHE_DIR" not in os.environ:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0" else ""
        folder = home / "nonproj" / "numba" / (kernel_fingerprint() + checked)
        os.environ["NUMBA_CACHE_DIR"] = str(folder)


def kernel_fingerprint() -> str:
    """Hash the text of all modules that may contain compiled functions or code that they use."""
    digest = hashlib.sha256()
    for path in kernel_files():
        content = path.read_text(encoding="utf-8")
        digest.update(f"{path.relative_to(PACKAGE)}\0{content}\0".encode())
    return digest.hexdigest()[:16]


def kernel_files() -> list[Path]:
    """Return a sorted list of the modules in all folders that may contain compiled functions."""
    folders = (f for f in PACKAGE.iterdir() if f.is_dir() and f.name not in FOLDERS_WITHOUT_KERNELS)
    return sorted(path for folder in folders for path in folder.rglob("*.py"))
