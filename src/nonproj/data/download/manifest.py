"""The public treebanks that the project uses, and the treebanks that a configuration adds.

`manifest.tsv` in this folder pins every file by its git blob hash. If a split has several files,
they are joined in the order of the rows. Texts and archives are not splits; the module `sources`
makes splits from them."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field

from nonproj.data.declared import Declared, as_declared, whole
from nonproj.data.splits import SPLITS
from nonproj.errors import NonprojError, did_you_mean

MANIFEST = Path(__file__).with_name("manifest.tsv")
WHOLE_TEXT, ARCHIVE = "text", "archive"  # used instead of a split
SomeText = Annotated[str, whole(r"\S(.*\S)?")]
SHARED = ("name", "licence", "citation")  # the same in all rows of a treebank


class ManifestFile(Declared, dashed=False):
    """One file in the manifest."""

    treebank: Annotated[str, whole(r"[a-z0-9]+([-_][a-z0-9]+)*")]
    name: SomeText
    split: Literal[(*SPLITS, WHOLE_TEXT, ARCHIVE)]
    url: Annotated[str, whole(r"https?://[^/\s]+/\S*[^/\s]")]
    git_blob_sha1: Annotated[str, whole("[0-9a-f]{40}")]
    bytes: Annotated[int, Field(ge=1)] | None  # None if the size is not known
    licence: SomeText
    citation: SomeText

    def __post_init__(self) -> None:
        if ".." in urlsplit(self.url).path.split("/"):
            raise ValueError(f"url: {self.url!r} leads out of its folder")


MANIFEST_COLUMNS = tuple(field.name for field in fields(ManifestFile))


@dataclass(frozen=True)
class Manifest:
    parts: tuple[ManifestFile, ...]

    @property
    def first_parts(self) -> dict[str, ManifestFile]:
        """The first file of each treebank; all its files have the same SHARED values."""
        found: dict[str, ManifestFile] = {}
        for part in self.parts:
            found.setdefault(part.treebank, part)
        return found

    @property
    def treebanks(self) -> tuple[str, ...]:
        return tuple(self.first_parts)

    def splits(self, treebank: str) -> tuple[str, ...]:
        """Return the splits of a treebank in manifest order, or () if the treebank is unknown."""
        splits = (part.split for part in self.parts if part.treebank == treebank)
        return tuple(dict.fromkeys(splits))

    def sources(self, treebank: str) -> tuple[ManifestFile, ...]:
        """Return the files from which the splits are made, or () if the splits are published."""
        return tuple(p for p in self.parts if p.treebank == treebank and p.split not in SPLITS)

    def has_train_and_test(self, treebank: str) -> bool:
        """Return whether a treebank has a training and a test set; others help to train."""
        return bool(self.sources(treebank)) or {"train", "test"} <= {*self.splits(treebank)}

    def parts_of(self, treebank: str, split: str) -> tuple[ManifestFile, ...]:
        known = {name: self.splits(name) for name in self.treebanks}
        if treebank not in known:
            hint = did_you_mean(treebank, known) or f"; known are {', '.join(sorted(known))}"
            raise NonprojError(f"unknown treebank {treebank!r}{hint}")
        if split not in known[treebank]:
            listed = ", ".join(known[treebank])
            raise NonprojError(f"treebank {treebank} has no split {split!r}; it has {listed}")
        return tuple(p for p in self.parts if (p.treebank, p.split) == (treebank, split))


def load_manifest(path: Path = MANIFEST) -> Manifest:
    """Read a manifest; raise NonprojError with the place and the value of the first defect."""
    try:
        lines = Path(path).read_bytes().decode("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise NonprojError(f"{path}: cannot be read: {error}") from error
    if tuple(lines[0].split("\t")) != MANIFEST_COLUMNS:
        raise NonprojError(
            f"{path}:1: {lines[0]!r}; expected the columns {', '.join(MANIFEST_COLUMNS)}"
        )
    if lines.pop() or not lines[1:]:
        raise NonprojError(f"{path}:{len(lines) + 1}: expected rows that each end in a line feed")
    parts = [_part(f"{path}:{number}", line) for number, line in enumerate(lines[1:], start=2)]
    for contradiction in _contradictions(parts):
        raise NonprojError(f"{path}:{contradiction}")
    return Manifest(tuple(parts))


def _part(place: str, line: str) -> ManifestFile:
    values = line.split("\t")
    if len(values) != len(MANIFEST_COLUMNS):
        raise NonprojError(f"{place}: {len(values)} columns; expected {len(MANIFEST_COLUMNS)}")
    row = dict(zip(MANIFEST_COLUMNS, values, strict=True))
    size = row["bytes"]
    return as_declared(
        row | {"bytes": int(size) if size.isdecimal() else size or None}, ManifestFile, place
    )


def _contradictions(parts: list[ManifestFile]) -> Iterator[str]:
    """Describe each value that contradicts an earlier row, with its line and column."""
    first_of: dict[str, tuple[int, ManifestFile]] = {}
    line_of_url: dict[str, int] = {}
    for number, part in enumerate(parts, start=2):
        earlier, first = first_of.setdefault(part.treebank, (number, part))
        for column in SHARED:
            value, expected = getattr(part, column), getattr(first, column)
            if value != expected:
                yield f"{number}: {column}: {value!r} differs from {expected!r} in line {earlier}"
        line = line_of_url.setdefault(part.url, number)
        if line != number:
            yield f"{number}: url: {part.url!r} already occurs in line {line}"
