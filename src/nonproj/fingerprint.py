"""Fingerprints of the package's own sources.

numba's `cache=True` misses a change in a *called* kernel of another file, and Snakemake misses
a change in an imported module. Both are told by a hash of the sources."""

import hashlib
import os
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent
SOURCES = {".py", ".html", ".css", ".js"}
# The order of the layers: a layer's behaviour depends on itself and on those before it.
LAYERS = (
    "data",
    "synthesis",
    "trees",
    "systems",
    "decoders",
    "learners",
    "tagging",
    "parsers",
    "evaluation",
    "combination",
    "experiments",
    "claims",
    "reporting",
)


@cache
def fingerprint(layer: str | None = None) -> str:
    """Hash of the sources of `layer` and all it may import; without one, of the whole package."""
    folders = LAYERS if layer is None else LAYERS[: LAYERS.index(layer) + 1]
    files = sorted(PACKAGE.glob("*.py"))
    for folder in folders:
        files += sorted(f for f in (PACKAGE / folder).rglob("*") if f.suffix in SOURCES)
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def use_compiled_kernel_cache() -> None:
    """Keep compiled kernels per state of the sources; an existing NUMBA_CACHE_DIR is respected.

    numba does not tell kernels with bounds checks from those without; the folder does."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0" else ""
    folder = home / "nonproj" / "numba" / (fingerprint() + checked)
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))
