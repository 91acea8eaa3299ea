"""Decompression of files, and conversion of Perseus XML to plain CoNLL columns.

Output files are compressed if their name ends in .gz, .xz or .bz2. Text is never recoded: the
error for an encoding other than UTF-8 shows a command that converts the file."""

import bz2
import gzip
import lzma
import sys
import warnings
import zlib
from pathlib import Path

from nonproj.data.files import STANDARD_STREAM
from nonproj.data.reading.defects import OddityWarning
from nonproj.data.reading.perseus import conllx_of, described, is_perseus
from nonproj.errors import NonprojError

AGAIN = "| nonproj COMMAND -"  # reads the output of a suggested command
ZIP = b"PK\x03\x04"
SPREADSHEETS = (b"xl/workbook", b"opendocument.spreadsheet")  # in the list of a zip file's members
PACKED = {  # first bytes -> format name, and a program and a function that decompress it
    b"\x1f\x8b": ("gzip", "zcat", gzip.decompress),
    ZIP: ("zip", "unzip -p", None),  # may hold several files
    b"\xfd7zXZ\0": ("xz", "xzcat", lzma.decompress),
    b"BZh": ("bzip2", "bzcat", bz2.decompress),
}
PACKERS = {  # suffix -> compression function; equal contents give equal bytes
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}
RECODED = {  # byte order mark -> encoding; UTF-32 first, since FF FE begins marks of both
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


def read_bytes(path: str | Path) -> bytes:
    """Read a file or standard input; decompress and convert it to CoNLL columns if necessary."""
    stream = str(path) == STANDARD_STREAM
    if stream and (sys.stdin is None or sys.stdin.closed):
        raise NonprojError(f"{path}: standard input is closed; it can be read only once")
    try:
        data = _standard_input() if stream else Path(path).read_bytes()
    except OSError as error:
        raise NonprojError(f"{path}: {error.strerror}") from error
    return converted(unpacked(data, str(path)), str(path))


def _standard_input() -> bytes:
    with sys.stdin:
        return sys.stdin.buffer.read()


def unpacked(data: bytes, name: str) -> bytes:
    """Decompress data; return uncompressed data unchanged."""
    for mark, (kind, _, unpack) in PACKED.items():
        if unpack and data.startswith(mark):
            try:
                return unpack(data)
            except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError):
                raise NonprojError(f"{name}: damaged; {kind} cannot unpack it") from None
    return data


def converted(data: bytes, name: str) -> bytes:
    """Convert XML to columns and warn about omissions; return other data unchanged."""
    if not is_perseus(data):
        return data
    found = conllx_of(data, name)
    if rest := described(found.left_out, found.n_elided):
        warnings.warn(f"{name}: read without {rest}", OddityWarning, stacklevel=3)
    return b"".join(found.sentences)


def packed_for(path: str | Path, data: bytes) -> bytes:
    """Compress data if the file name ends in .gz, .xz or .bz2; otherwise, return data unchanged."""
    pack = PACKERS.get(Path(path).suffix)
    return pack(data) if pack else data


def foreign(data: bytes) -> str | None:
    """Explain why the first bytes of a file rule out plain UTF-8; return None if they do not.

    Valid files never begin in this way: such bytes contain control characters, are not UTF-8, or
    have letters where a word id is expected."""
    if any(part in data for part in SPREADSHEETS) and data.startswith(ZIP):
        return "a spreadsheet; save it as tab-separated text, in UTF-8"
    for mark, (name, program, _) in PACKED.items():
        if data.startswith(mark):
            return f"compressed by {name}; unpack it: {program} FILE {AGAIN}"
    if encoding := _wide_encoding(data):
        return f"encoded in {encoding}; expected UTF-8: {recode(encoding)}"
    return None


def recode(encoding: str) -> str:
    """Return the command that converts a file to UTF-8 and reads the result."""
    return f"iconv -f {encoding} -t UTF-8 FILE {AGAIN}"


def _wide_encoding(data: bytes) -> str | None:
    """Detect UTF-16 or UTF-32 by a byte order mark or by a NUL next to the first `1` or `#`."""
    for mark, encoding in RECODED.items():
        if data.startswith(mark):
            return encoding
    if data[1:2] == b"\0":
        return "UTF-16LE"
    return "UTF-16BE" if data[:1] == b"\0" else None
