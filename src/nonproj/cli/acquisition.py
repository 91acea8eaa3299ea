"""Commands that bring treebanks: fetch, synthesize."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from nonproj.cli.app import DATA, Output, command
from nonproj.errors import NonprojError


@command(rich_help_panel=DATA)
def fetch(
    treebanks: Annotated[
        list[str], typer.Argument(help="Names of the manifest, such as ud20-got.")
    ],
    folder: Annotated[
        Path, typer.Option("-d", "--folder", help="Where FOLDER/TREEBANK/SPLIT.conll go.")
    ] = Path("data/raw"),
    mirror: Annotated[
        str | None,
        typer.Option(help="A copy to read first: a folder or an address; or NONPROJ_MIRROR."),
    ] = None,
) -> None:
    """Download treebanks of the manifest and verify every file by its git hash.

    What is there already is verified and kept; an interrupted download goes on where it was. What
    cannot be had is listed at the end, and the exit status is 2."""
    from rich.progress import Progress

    from nonproj.data.download.fetch import NotAvailableError, WrongContentError
    from nonproj.data.download.fetch import fetch as fetch_split
    from nonproj.data.download.manifest import load_manifest

    manifest = load_manifest()
    wanted = [
        (treebank, split)
        for treebank in dict.fromkeys(treebanks)
        for split in manifest.splits(treebank) or manifest.parts_of(treebank, "train")
    ]  # of an unknown treebank there are no splits, and asking for its parts raises
    failures = []
    with Progress(disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("fetching", total=len(wanted))
        for treebank, split in wanted:
            progress.update(bar, description=f"{treebank} {split}")
            path = folder / treebank / f"{split}.conll"
            new_folders = [parent for parent in path.parents if not parent.exists()]
            try:
                fetch_split(treebank, split, path, mirror, manifest=manifest)
                print(path)
            except (NotAvailableError, WrongContentError) as error:
                failures.append(error)
                _remove_empty(new_folders)
            progress.advance(bar)
    for error in failures:
        print(f"nonproj: {error}", file=sys.stderr)
    if failures:
        raise NonprojError(f"{len(failures)} of {len(wanted)} files could not be fetched")


def _remove_empty(folders: Sequence[Path]) -> None:
    """Innermost first; one that holds the beginning of a download stays, and those around it."""
    for folder in folders:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


@command(rich_help_panel=DATA)
def synthesize(
    profile: Annotated[
        Path,
        typer.Argument(help="Description of an artificial language, such as data/embedded/*.yaml."),
    ],
    output: Output,
    sentences: Annotated[int, typer.Option(min=1, help="How many.", show_default=False)],
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same bytes.")] = 1,
) -> None:
    """Generate a treebank of an artificial language, in CoNLL-X with Prague-style labels.

    Sentence i of a seed is the same however many are asked for."""
    from nonproj.data.files import atomic_write
    from nonproj.synthesis import load_profile
    from nonproj.synthesis import synthesize as generate

    atomic_write(output, generate(load_profile(profile), sentences, seed))
