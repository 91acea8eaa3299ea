"""The three CoNLL formats, their columns, and how to detect a file's format."""

import io
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from pathlib import Path

from nonproj.errors import one_of

TAGS = ("predicted", "gold")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
UNSPECIFIED = "_"  # in any column
SAMPLE = 1000  # number of lines that are used to detect the format
EXTENDED_ID = re.compile(rb"^\d+[-.]\d+\t", re.MULTILINE)


class Format(StrEnum):
    CONLLU = "conllu"
    CONLLX = "conllx"
    CONLL2009 = "conll2009"


@dataclass(frozen=True)
class Layout:
    """The columns of a format, and the position of each field that is read, counted from 0."""

    n_columns: int
    names: tuple[str, ...]
    form: int = 1
    lemma: int = 2
    upos: int = 3
    xpos: int = 4
    feats: int = 5
    head: int = 6
    deprel: int = 7
    open_ended: bool = False  # whether more columns may follow
    comments: bool = False
    extended: bool = False  # whether there are multiword ranges and empty nodes

    @property
    def width(self) -> str:
        """The number of columns, in words."""
        return f"{self.n_columns}{' or more' if self.open_ended else ''}"

    def allows(self, n_columns: int) -> bool:
        """Check whether a line may have this number of columns."""
        return n_columns == self.n_columns or (self.open_ended and n_columns > self.n_columns)

    def name_of(self, column: int) -> str:
        return self.names[column] if column < len(self.names) else f"column {column + 1}"


CONLLU_NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
CONLLX_NAMES = (
    *("ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL"),
    *("PHEAD", "PDEPREL"),
)
CONLL2009_NAMES = (
    *("ID", "FORM", "LEMMA", "PLEMMA", "POS", "PPOS", "FEAT", "PFEAT"),
    *("HEAD", "PHEAD", "DEPREL", "PDEPREL", "FILLPRED", "PRED"),
)

CONLLU = Layout(10, CONLLU_NAMES, comments=True, extended=True)
CONLLX = Layout(10, CONLLX_NAMES)
CONLL2009_GOLD = Layout(
    14, CONLL2009_NAMES, lemma=2, upos=4, xpos=4, feats=6, head=8, deprel=10, open_ended=True
)
CONLL2009_PREDICTED = replace(CONLL2009_GOLD, lemma=3, upos=5, xpos=5, feats=7)


def layout_of(fmt: Format, tags: str = "predicted") -> Layout:
    """Return the layout of a format; `tags` selects gold or predicted columns in CoNLL-2009."""
    one_of(TAGS, tags, "tags")
    if fmt == Format.CONLL2009:
        return CONLL2009_GOLD if tags == "gold" else CONLL2009_PREDICTED
    return CONLLU if fmt == Format.CONLLU else CONLLX


def detect_format(name: str, data: bytes) -> Format:
    """Detect the format from the file name, the number of columns, comments and special ids.

    A file is CoNLL-U if it is named .conllu or contains a comment. Otherwise, it is CoNLL-2009 if
    at least half of its first lines have enough columns, CoNLL-U if it has multiword ranges or
    empty nodes, and CoNLL-X in all other cases."""
    data = data.removeprefix(BYTE_ORDER_MARK)
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    if ".conllu" in Path(name).suffixes[-2:] or data.startswith(b"#") or b"\n#" in data:
        return Format.CONLLU
    lines = [line for line in islice(io.BytesIO(data), SAMPLE) if line.strip()]
    wide = sum(line.count(b"\t") + 1 >= CONLL2009_GOLD.n_columns for line in lines)
    if wide and 2 * wide >= len(lines):
        return Format.CONLL2009
    return Format.CONLLU if EXTENDED_ID.search(data) else Format.CONLLX
