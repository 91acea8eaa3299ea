"""A function that downloads treebanks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from nonproj.api.arguments import checked
from nonproj.data.download.sources import fetch_treebanks

if TYPE_CHECKING:
    from nonproj.parsers.interface import Progress


@checked
def fetch(
    treebank: str,
    folder: str | Path = "data/raw",
    mirror: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Path]:
    """Download a public treebank, such as "ud20-got", and return its files by split.

    Each file is verified by its git hash; existing files are kept. mirror: the folder or URL of a
    copy to try first ($NONPROJ_MIRROR by default)."""
    return fetch_treebanks([treebank], folder, mirror, progress)[treebank]
