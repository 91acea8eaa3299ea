"""Commands that download or generate treebanks: fetch, synthesize."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from nonproj.cli.app import TO_STANDARD_OUTPUT, Output, Seed, argument, command, option
from nonproj.cli.output.messages import counted, say
from nonproj.cli.output.progress import is_watched
from nonproj.errors import NonprojError


def _names(incomplete: str) -> list[str]:
    """Complete names of treebanks in the shell."""
    from nonproj.data.download.manifest import load_manifest

    return [name for name in load_manifest().treebanks if name.startswith(incomplete)]


@command()
def fetch(
    treebanks: Annotated[
        list[str], argument("Names in the manifest, such as ud20-got.", autocompletion=_names)
    ],
    folder: Annotated[Path, option("Write FOLDER/TREEBANK/SPLIT.conll.", "-d", "--folder")] = Path(
        "data/raw"
    ),
    mirror: Annotated[
        str | None, option("Folder or address of a copy to try first; default: $NONPROJ_MIRROR.")
    ] = None,
) -> None:
    """Download treebanks of the manifest and verify every file by its git hash.

    Files that are already there are verified and kept. Interrupted downloads resume. Files that
    cannot be fetched are listed at the end, with exit status 2."""
    from rich.progress import Progress

    from nonproj.data.download.fetch import NotAvailableError, WrongContentError
    from nonproj.data.download.fetch import fetch as fetch_split
    from nonproj.data.download.manifest import load_manifest

    manifest = load_manifest()
    wanted = [
        (treebank, split)
        for treebank in dict.fromkeys(treebanks)
        for split in manifest.splits(treebank) or manifest.parts_of(treebank, "train")
    ]  # an unknown treebank has no splits; asking for its parts raises
    failures = []
    with Progress(disable=not is_watched()) as progress:
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
        say(str(error))
    if failures:
        raise NonprojError(f"{len(failures)} of {len(wanted)} files could not be fetched")


def _remove_empty(folders: Sequence[Path]) -> None:
    """Remove empty folders, innermost first; one with a partial download stays."""
    for folder in folders:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


@command()
def synthesize(
    profile: Annotated[
        Path, argument("Description of an artificial language, such as data/embedded/*.yaml.")
    ],
    sentences: Annotated[int, option("How many to generate.", min=1)],
    output: Output = TO_STANDARD_OUTPUT,
    seed: Seed = 1,
) -> None:
    """Generate a treebank of an artificial language, in CoNLL-X with Prague-style labels.

    With the same seed, a longer treebank begins with the same sentences."""
    from nonproj.data.files import atomic_write
    from nonproj.synthesis import load_profile
    from nonproj.synthesis import synthesize as generate

    text = generate(load_profile(profile), sentences, seed)
    atomic_write(output, text)
    words = sum(bool(line) for line in text.split(b"\n"))
    say(f"{counted(sentences, 'sentence')} of {counted(words, 'word')}")
