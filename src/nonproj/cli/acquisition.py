"""Commands that bring treebanks: fetch, synthesize."""

from pathlib import Path
from typing import Annotated

import typer

from nonproj.cli.app import DATA, Output, app


@app.command(rich_help_panel=DATA)
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

    What is there already is verified and kept; an interrupted download goes on where it was."""
    import sys

    from rich.progress import Progress

    from nonproj.data.download import fetch as fetch_split
    from nonproj.data.manifest import load_manifest

    manifest = load_manifest()
    wanted = [
        (treebank, split)
        for treebank in treebanks
        for split in manifest.splits(treebank) or ("train",)  # the latter raises: unknown name
    ]
    with Progress(disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("fetching", total=len(wanted))
        for treebank, split in wanted:
            progress.update(bar, description=f"{treebank} {split}")
            path = folder / treebank / f"{split}.conll"
            fetch_split(treebank, split, path, mirror, manifest=manifest)
            progress.advance(bar)
            print(path)


@app.command(rich_help_panel=DATA)
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
    from nonproj.data.synthesis import load_profile
    from nonproj.data.synthesis import synthesize as generate

    atomic_write(output, generate(load_profile(profile), sentences, seed))
