"""The store of parses: what a parser said of a text, in one small file beside its provenance.

A file has three parts: a line with the format and a hash of the rest; a line of JSON, the header;
and the compressed columns in which the parse differs from its gold text. The words are not stored:
`unpack` takes them from the gold text and refuses any other text. What it returns has the bytes of
the files that were packed: the parse, and the parser's own output before steps such as the lifts of
`+head` are undone."""

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nonproj.public.errors import NonprojError
from nonproj.public.files import as_csv
from studies.plan.parses import SUFFIX

MAGIC = "nonproj parse 1"
TRAIN_INSTEAD = "to train instead, set `parses: train`"
# LZMA with the settings that the file does not repeat.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
INDEX = (
    "parse", "words", "processor", "threads", "training_seconds", "training_megabytes",
    "parsing_seconds", "date", "commit", "code", "text", "trained_on",
)  # fmt: skip


# A column, the values that replace those of the older text (None: no change), a code for each word.
Change = tuple[int, Sequence[str | None], np.ndarray]


class StoreError(NonprojError):
    """Error for a stored parse that is damaged, or belongs to another text or training set."""


class StoredParse(NamedTuple):
    """A stored parse: its header, the text that was scored, and the parser's own output."""

    header: Mapping
    parse: bytes
    raw: bytes


def hash_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def pack(gold: bytes, parse: bytes, raw: bytes, facts: Mapping) -> bytes:
    """Return the file for a parse of a gold text, given as CoNLL; `facts` go into the header."""
    parts = [_changes(gold, parse), _changes(parse, raw)]
    header = {
        **facts,
        "words": _count_words(gold),
        "text": hash_of(gold),
        "columns": [[(column, values) for column, values, _ in part] for part in parts],
    }
    columns = b"".join(codes.tobytes() for part in parts for _, _, codes in part)
    body = lzma.compress(columns, lzma.FORMAT_RAW, filters=FILTERS)
    line = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    rest = line + b"\n" + body
    return f"{MAGIC} {hash_of(rest)}\n".encode() + rest


def unpack(data: bytes, gold: bytes, name: str) -> StoredParse:
    """Return a stored parse; `name` is for messages.

    Raise StoreError if a bit of the file has changed, or if the parse is of another text."""
    header, body = _split(data, name)
    if header["text"] != hash_of(gold):
        raise StoreError(f"{name}: a parse of another text than the one given; {TRAIN_INSTEAD}")
    codes = lzma.decompress(body, lzma.FORMAT_RAW, filters=FILTERS)
    made, lines = [], gold
    for part in header["columns"]:
        changes = []
        for column, values in part:
            size = header["words"] * _width(values).itemsize
            changes.append((column, values, np.frombuffer(codes[:size], _width(values))))
            codes = codes[size:]
        lines = _changed(lines, changes)
        made.append(lines)
    return StoredParse(header, *made)


def read_header(path: Path) -> Mapping:
    """Return the header of a stored parse; raise StoreError if the file is damaged."""
    return _split(path.read_bytes(), str(path))[0]


def index_of(folder: Path) -> str:
    """Return a table of all stored parses, with what their headers say, as tab-separated text."""
    rows = (
        [path.relative_to(folder).with_suffix("").as_posix(), *_facts(read_header(path))]
        for path in sorted(folder.rglob(f"*{SUFFIX}"))
    )
    return as_csv(INDEX, rows, delimiter="\t")


def _facts(header: Mapping) -> Iterator[object]:
    for name in INDEX[1:]:
        part, _, amount = name.partition("_")
        value = header[part][amount] if isinstance(header.get(part), dict) else header[name]
        yield value[:16] if name in ("text", "trained_on", "code") else value


def _split(data: bytes, name: str) -> tuple[Mapping, bytes]:
    first, _, rest = data.partition(b"\n")
    if first != f"{MAGIC} {hash_of(rest)}".encode():
        raise StoreError(f"{name}: damaged, or not a stored parse; its hash does not fit")
    line, _, body = rest.partition(b"\n")
    return json.loads(line), body


def _changes(old: bytes, new: bytes) -> list[Change]:
    """List the columns of words that differ, each with its values and a code for each word."""
    found = []
    columns = zip(zip(*_words(old), strict=True), zip(*_words(new), strict=True), strict=True)
    for number, (before, after) in enumerate(columns):
        if before != after:
            pairs = [*zip(before, after, strict=True)]
            values = [None, *sorted({a for b, a in pairs if a != b})]
            code = {value: i for i, value in enumerate(values)}
            codes = [code[None if a == b else a] for b, a in pairs]
            found.append((number, values, np.array(codes, _width(values))))
    return found


def _changed(lines: bytes, changes: Iterable[Change]) -> bytes:
    """Return CoNLL lines with columns of words replaced."""
    columns = [(number, [values[code] for code in codes]) for number, values, codes in changes]
    made, word = [], 0
    for line in lines.decode().split("\n"):
        cells = line.split("\t")
        if cells[0].isdecimal():
            for number, texts in columns:
                if texts[word] is not None:
                    cells[number] = texts[word]
            word += 1
        made.append("\t".join(cells))
    return "\n".join(made).encode()


def _words(lines: bytes) -> Iterator[list[str]]:
    """Yield the cells of each word; ranges, empty nodes and comments are left out."""
    cells = (line.split("\t") for line in lines.decode().split("\n"))
    return (each for each in cells if each[0].isdecimal())


def _count_words(lines: bytes) -> int:
    return sum(1 for _ in _words(lines))


def _width(values: Sequence) -> np.dtype:
    return np.dtype(np.uint8 if len(values) <= 256 else "<u2" if len(values) <= 65536 else "<u4")
