"""The public treebanks of the project, and those of the configuration.

`manifest.tsv` in this folder pins every file by its git blob hash; several files of one split are
the parts of that split, in the order of their rows."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from nonproj.errors import NonprojError, did_you_mean

MANIFEST = Path(__file__).with_name("manifest.tsv")
SPLITS = ("train", "dev", "test")
COLUMNS = {  # column -> form of its values, as a pattern and in words
    "treebank": (r"[a-z0-9]+([-_][a-z0-9]+)*", "lower-case letters, digits, - and _"),
    "name": (r"\S(.*\S)?", "the language and the treebank"),
    "split": ("|".join(SPLITS), "one of " + ", ".join(SPLITS)),
    "url": (r"https?://[^/\s]+/\S*[^/\s]", "an http(s) address of a file"),
    "git_blob_sha1": (r"[0-9a-f]{40}", "40 hexadecimal digits"),
    "bytes": (r"|[1-9][0-9]*", "a positive number, or nothing where it is not known"),
    "licence": (r"\S(.*\S)?", "a licence, or `see source`"),
    "citation": (r"\S(.*\S)?", "authors and year or handle"),
}
SHARED = ("name", "licence", "citation")  # the same in all rows of a treebank


class ManifestError(NonprojError):
    """A manifest that cannot be trusted."""


class UnknownTreebankError(NonprojError):
    """A treebank or split that neither the manifest nor the configuration names."""


@dataclass(frozen=True)
class Part:
    """One file of the manifest."""

    treebank: str
    name: str
    split: str
    url: str
    git_blob_sha1: str
    bytes: int | None
    licence: str
    citation: str


@dataclass(frozen=True)
class Manifest:
    parts: tuple[Part, ...]

    @property
    def treebanks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.treebank for part in self.parts))

    def splits(self, treebank: str) -> tuple[str, ...]:
        """Splits of a treebank, in order of the manifest; none of an unknown treebank."""
        splits = (part.split for part in self.parts if part.treebank == treebank)
        return tuple(dict.fromkeys(splits))

    def parts_of(self, treebank: str, split: str) -> tuple[Part, ...]:
        _check_known(treebank, split, {name: self.splits(name) for name in self.treebanks})
        return tuple(p for p in self.parts if (p.treebank, p.split) == (treebank, split))


def resolve(
    treebank: str,
    split: str,
    configured: Mapping[str, Mapping[str, str]] | None = None,
    manifest: Manifest | None = None,
) -> Path | tuple[Part, ...]:
    """The file of a configured treebank, or the parts that the manifest lists.

    `configured` is the `treebanks` of the configuration: {"mine": {"train": "a.conllu"}}. A name
    of the manifest is refused there, as its values would be taken for those of the pinned files."""
    configured, manifest = configured or {}, manifest or load_manifest()
    for name in configured:
        if manifest.splits(name):
            raise NonprojError(f"treebanks: {name}: the manifest has it already; use another name")
    known = {name: manifest.splits(name) for name in manifest.treebanks}
    known |= {name: tuple(files) for name, files in configured.items()}
    _check_known(treebank, split, known)
    if treebank not in configured:
        return manifest.parts_of(treebank, split)
    path = Path(configured[treebank][split])
    if not path.is_file():
        raise NonprojError(f"treebanks: {treebank}: {split}: there is no file {path}")
    return path


def _check_known(treebank: str, split: str, known: Mapping[str, tuple[str, ...]]) -> None:
    if treebank not in known:
        hint = did_you_mean(treebank, known) or f"; known are {', '.join(sorted(known))}"
        raise UnknownTreebankError(f"unknown treebank {treebank!r}{hint}")
    if split not in known[treebank]:
        listed = ", ".join(known[treebank])
        raise UnknownTreebankError(f"treebank {treebank} has no split {split!r}; it has {listed}")


def load_manifest(path: Path = MANIFEST) -> Manifest:
    """Read a manifest; ManifestError names file, line, column and value of the first defect."""
    try:
        lines = Path(path).read_bytes().decode("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ManifestError(f"{path}: cannot be read: {error}") from error
    if tuple(lines[0].split("\t")) != tuple(COLUMNS):
        raise ManifestError(f"{path}:1: {lines[0]!r}; expected the columns {', '.join(COLUMNS)}")
    if lines.pop() or not lines[1:]:
        raise ManifestError(f"{path}:{len(lines) + 1}: expected rows that each end in a line feed")
    rows = [_row(path, number, line) for number, line in enumerate(lines[1:], start=2)]
    for number, column, value, complaint in _contradictions(rows):
        raise ManifestError(f"{path}:{number}: {column}: {value!r} {complaint}")
    return Manifest(tuple(_part(row) for row in rows))


def _row(path: Path, number: int, line: str) -> dict[str, str]:
    values = line.split("\t")
    if len(values) != len(COLUMNS):
        raise ManifestError(f"{path}:{number}: {len(values)} columns; expected {len(COLUMNS)}")
    row = dict(zip(COLUMNS, values, strict=True))
    for column, value in row.items():
        pattern, expected = COLUMNS[column]
        if not re.fullmatch(pattern, value):
            raise ManifestError(f"{path}:{number}: {column}: {value!r}; expected {expected}")
    if ".." in urlsplit(row["url"]).path.split("/"):
        raise ManifestError(f"{path}:{number}: url: {row['url']!r} leads out of its folder")
    return row


def _contradictions(rows: list[dict[str, str]]) -> Iterator[tuple[int, str, str, str]]:
    """Yield line, column, value and complaint where a row contradicts an earlier one."""
    first_of: dict[str, tuple[int, dict[str, str]]] = {}
    line_of_url: dict[str, int] = {}
    for number, row in enumerate(rows, start=2):
        earlier, first = first_of.setdefault(row["treebank"], (number, row))
        for column in SHARED:
            if row[column] != first[column]:
                yield number, column, row[column], f"is not {first[column]!r} of line {earlier}"
        url = row["url"]
        if line_of_url.setdefault(url, number) != number:
            yield number, "url", url, f"stands in line {line_of_url[url]} already"


def _part(row: dict[str, str]) -> Part:
    return Part(**{**row, "bytes": int(row["bytes"]) if row["bytes"] else None})
