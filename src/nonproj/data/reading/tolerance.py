"""Detection and removal of harmless oddities in treebank files.

The following are tolerated: line ends other than LF, a byte order mark, missing or extra empty
lines, misplaced comments, a line of column names, and empty cells. After they are removed, `scan`
reads the lines. Spans are then mapped back to the file, so that writing changes only heads and
labels. `checks` describes each oddity and shares no code with this module."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from nonproj.data.reading.formats import BYTE_ORDER_MARK, Layout

LF, CR = b"\n", b"\r"
STARTS_WITH_NAMES = re.compile(rb"id\t", re.IGNORECASE)
CONTROL_IN_BYTES = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
EMPTY_CELL = re.compile(rb"(?<=\t)(?=\t|\Z)")

BOM = "a byte order mark"
LINE_ENDS = "lines that end in CR LF or CR"
BLANKS = "empty lines that contain blanks"
EXTRA = "extra empty lines"
COMMENTS = "misplaced comments"
LINE_OF_NAMES = "a line of column names"
CELLS = "empty cells, read as _"
NO_EMPTY_LINE = "no empty line at the end"
UNCOUNTED = (BOM, LINE_OF_NAMES, NO_EMPTY_LINE)


@dataclass
class Plain:
    """The lines of a file after oddities were removed, and where these lines are in the file."""

    oddities: Counter[str] = field(default_factory=Counter)
    spans: list[tuple[int, int]] = field(default_factory=list)  # the sentences' spans in the file
    closing: bytes = b""  # line ends that are missing after the last sentence
    pieces: list[bytes] = field(default_factory=list)
    size: int = 0
    begins: list[int] = field(default_factory=list)  # where each stretch with a fixed shift begins
    shifts: list[int] = field(default_factory=list)  # position in the file minus position here

    @property
    def data(self) -> bytes:
        return b"".join(self.pieces)

    @property
    def described(self) -> str:
        """Describe the oddities in words; "" if there are none."""
        texts = (k if k in UNCOUNTED else f"{k} ({n:,})" for k, n in self.oddities.items())
        return ", ".join(texts)

    def add(self, text: bytes, place: int) -> None:
        """Append bytes that are at position `place` in the file."""
        if not self.shifts or self.shifts[-1] != place - self.size:
            self.begins.append(self.size)
            self.shifts.append(place - self.size)
        self.pieces.append(text)
        self.size += len(text)

    def in_file(self, spans: np.ndarray) -> np.ndarray:
        """Convert spans in `data` to spans in the file."""
        stretch = np.searchsorted(self.begins, spans[:, 0], side="right") - 1
        return spans + np.array(self.shifts, dtype=np.int64)[stretch][:, None]


def without_oddities(data: bytes, layout: Layout) -> Plain:
    """Remove oddities, add missing line ends and cells, and keep all other bytes.

    This takes O(n) time in pure Python and is therefore called only if strict reading fails."""
    plain = Plain()
    required = {0, layout.form, layout.head, layout.deprel}
    comments: list[tuple[int, bytes]] = []  # comments of a sentence that has not begun yet
    begin = -1  # where the current sentence begins; -1 between sentences
    first, end = True, 0
    for place, text, end in _lines(data, plain):
        if not text.strip(b" \t"):
            plain.oddities[BLANKS] += bool(text)
            if begin >= 0:
                plain.add(LF, place)
                plain.spans.append((begin, end))
            else:
                plain.oddities[EXTRA] += 1
                _drop(comments, plain)
            begin = -1
            continue
        if first and STARTS_WITH_NAMES.match(text):
            plain.oddities[LINE_OF_NAMES] += 1
        elif layout.comments and text.startswith(b"#"):
            if begin < 0:
                comments.append((place, text))
            else:
                _drop([(place, text)], plain)
        else:
            if begin < 0:
                begin = comments[0][0] if comments else place
                for other in comments:
                    plain.add(other[1] + LF, other[0])
                comments.clear()
            _add_token(text, place, required, plain)
        first = False
    _drop(comments, plain)
    if begin >= 0:
        _close(data, begin, end, plain)
    plain.oddities = +plain.oddities
    return plain


def _lines(data: bytes, plain: Plain) -> Iterator[tuple[int, bytes, int]]:
    """Yield each line's position, its text without the line end, and the next line's position."""
    separator = CR if CR in data and LF not in data else LF
    place = 0
    if data.startswith(BYTE_ORDER_MARK):
        plain.oddities[BOM] += 1
        place = len(BYTE_ORDER_MARK)
    while place < len(data):
        cut = data.find(separator, place)
        end = len(data) if cut < 0 else cut + 1
        text = data[place:end].removesuffix(separator)
        stripped = text.rstrip(CR)
        plain.oddities[LINE_ENDS] += separator == CR or stripped != text
        yield place, stripped, end
        place = end


def _drop(comments: list[tuple[int, bytes]], plain: Plain) -> None:
    """Drop comments, but keep any with control characters, so that the file is rejected."""
    for place, text in comments:
        plain.oddities[COMMENTS] += 1
        if CONTROL_IN_BYTES.search(text):
            plain.add(text + LF, place)
    comments.clear()


def _add_token(text: bytes, place: int, required: set[int], plain: Plain) -> None:
    """Add a line of cells; write _ into each empty cell unless its column requires a value."""
    done = 0
    tabs = [i for i, byte in enumerate(text) if byte == 0x09] if b"\t\t" in text + b"\t" else []
    for match in EMPTY_CELL.finditer(text) if tabs else ():
        cell = match.start()
        if bisect_right(tabs, cell - 1) not in required:
            plain.oddities[CELLS] += 1
            plain.add(text[done:cell], place + done)
            plain.add(b"_", place + cell)
            done = cell
    plain.add(text[done:] + LF, place + done)


def _close(data: bytes, begin: int, end: int, plain: Plain) -> None:
    """Close the last sentence with the kind of line end that the file uses."""
    plain.oddities[NO_EMPTY_LINE] += 1
    plain.add(LF, end)
    plain.spans.append((begin, end))
    ending = CR + LF if CR + LF in data else CR if CR in data and LF not in data else LF
    plain.closing = ending if data.endswith((LF, CR)) else 2 * ending
