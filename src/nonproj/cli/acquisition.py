"""A command that downloads treebanks: fetch."""

from pathlib import Path
from typing import Annotated

from nonproj.cli.app import argument, option
from nonproj.cli.output.progress import bars


def _names(incomplete: str) -> list[str]:
    """Return the names of treebanks that start with what the user has typed in the shell."""
    from nonproj.data.download.manifest import load_manifest

    return [name for name in load_manifest().treebanks if name.startswith(incomplete)]


def fetch(
    treebanks: Annotated[
        list[str],
        argument("Names of treebanks in the manifest, such as ud20-got.", autocompletion=_names),
    ],
    folder: Annotated[
        Path, option("Folder to save to, as FOLDER/TREEBANK/SPLIT.conll.", "-d", "--folder")
    ] = Path("data/raw"),
    mirror: Annotated[
        str | None, option("Folder or URL of a mirror to try first; default: $NONPROJ_MIRROR.")
    ] = None,
) -> None:
    """Download treebanks listed in the manifest and verify each file by its git hash.

    Existing files are verified and kept, and interrupted downloads resume. If any files cannot be
    fetched, they are listed at the end and the exit status is 2."""
    from nonproj.data.download.sources import fetch_treebanks

    with bars() as show:
        fetch_treebanks(treebanks, folder, mirror, show, print)
