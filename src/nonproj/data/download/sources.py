"""Fetching of treebanks; the splits are either published or made from other published files."""

import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from nonproj.data.download.fetch import NotAvailableError, WrongContentError, fetch, fetch_sources
from nonproj.data.download.manifest import Manifest, load_manifest
from nonproj.data.files import atomic_write
from nonproj.data.reading.perseus import conllx_of, described
from nonproj.data.splits import SPLITS

# The positions, among every ten sentences of a text, that form each split.
# DEVIATION: perseus-texts
TENTHS = dict(zip(SPLITS, (range(8), (8,), (9,)), strict=True))
# Treebanks without a development set; every tenth training sentence is used for it.
TENTH_HELD_OUT = ("ud217-la",)
MEMBERS = {"conll07-basque": {"train": "conll2007/eus.train", "test": "conll2007/eus.test"}}
ARCHIVED = "latin-1"  # the encoding of the files in archives


def fetch_treebanks(
    treebanks: Iterable[str],
    folder: str | Path,
    mirror: str | None = None,
    progress: Callable[[str, float], None] | None = None,
    report: Callable[[Path], None] | None = None,
) -> dict[str, dict[str, Path]]:
    """Fetch treebanks to FOLDER/TREEBANK/SPLIT.conll; return the files by treebank and split.

    If any files cannot be fetched, a single error at the end lists them all. `report` is called
    with each fetched file."""
    manifest, failures = load_manifest(), []
    units = [(name, split) for name in dict.fromkeys(treebanks) for split in _units(manifest, name)]
    files: dict[str, dict[str, Path]] = {name: {} for name, _ in units}
    for number, (treebank, split) in enumerate(units):
        if progress:
            progress("fetching", number / len(units))
        place = Path(folder) / treebank
        new_folders = [path for path in (place, *place.parents) if not path.exists()]
        try:
            if split is None:
                made, _ = fetch_and_divide(treebank, place, mirror)
            else:
                made = {split: place / f"{split}.conll"}
                fetch(treebank, split, made[split], mirror, manifest)
        except (NotAvailableError, WrongContentError) as error:
            failures.append(str(error))
            _remove_empty(new_folders)
            continue
        files[treebank] |= made
        for path in made.values() if report else ():
            report(path)
    if failures:
        summary = f"{len(failures)} of {len(units)} files could not be fetched"
        raise NotAvailableError(*failures, summary)
    return files


def _units(manifest: Manifest, treebank: str) -> Sequence[str | None]:
    """Return the splits to be fetched one by one, or [None] if all files are fetched together."""
    if manifest.sources(treebank):
        return [None]
    if not (splits := manifest.splits(treebank)):
        manifest.parts_of(treebank, "train")  # raises an error that lists the known names
    return splits


def _remove_empty(folders: Sequence[Path]) -> None:
    """Remove empty folders, innermost first; a folder with a partial download is kept."""
    for folder in folders:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def fetch_and_divide(
    treebank: str, folder: Path, mirror: str | None = None
) -> tuple[dict[str, Path], str]:
    """Fetch a treebank's sources and write its splits to `folder`.

    Return the files by split, and a description of what was left out."""
    made = divided(treebank, fetch_sources(treebank, folder, mirror))
    files = {split: folder / f"{split}.conll" for split in made.splits}
    for split, path in files.items():
        atomic_write(path, made.splits[split])
    return files, made.left_out


@dataclass(frozen=True)
class Divided:
    """The file contents of the splits, and a description of what was left out."""

    splits: dict[str, bytes]
    left_out: str = ""


def divided(treebank: str, paths: Iterable[Path]) -> Divided:
    """Create the splits of a treebank from its fetched sources."""
    if treebank in MEMBERS:
        (path,) = paths
        with zipfile.ZipFile(path) as archive:
            members = {split: archive.read(name) for split, name in MEMBERS[treebank].items()}
        return Divided({split: data.decode(ARCHIVED).encode() for split, data in members.items()})
    if treebank in TENTH_HELD_OUT:
        train, test = (path.read_bytes() for path in paths)
        return Divided({**_with_tenth_held_out(train), "test": test})
    return _of_texts(paths)


def _with_tenth_held_out(train: bytes) -> dict[str, bytes]:
    """Move every tenth sentence of a training set to a development set."""
    sentences = re.findall(rb".+?\n\n", train, re.DOTALL)
    held_out = sentences[9::10]
    del sentences[9::10]
    return {"train": b"".join(sentences), "dev": b"".join(held_out)}


def _of_texts(paths: Iterable[Path]) -> Divided:
    """Divide each text in the same way, but drop sentences whose words repeat an earlier one's."""
    splits: dict[str, list[bytes]] = {split: [] for split in SPLITS}
    left_out, seen, n_elided = Counter(), set(), 0
    for path in paths:
        text = conllx_of(path.read_bytes(), path.name)
        left_out += text.left_out
        n_elided += text.n_elided
        for number, sentence in enumerate(text.sentences):
            forms = tuple(line.split(b"\t")[1] for line in sentence.splitlines() if line)
            if forms in seen:
                left_out["the words of an earlier sentence"] += 1
                continue
            seen.add(forms)
            split = next(split for split, places in TENTHS.items() if number % 10 in places)
            splits[split].append(sentence)
    data = {split: b"".join(sentences) for split, sentences in splits.items()}
    return Divided(data, described(left_out, n_elided))
