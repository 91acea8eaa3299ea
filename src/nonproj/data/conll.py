"""Reading and writing CoNLL-U, CoNLL-X and CoNLL-2009; bytes that need not change are kept.

Compiled code reads a file in several passes over its bytes. If a pass finds a defect, harmless
oddities are removed (see `tolerance`), the file is read again, and a warning is given. If this also
fails, the slower module `checks` describes the defects."""

import os
import re
import warnings
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
from numba import njit

from nonproj.data.files import atomic_write
from nonproj.data.partial import with_partial_trees
from nonproj.data.reading import scan
from nonproj.data.reading.defects import OddityWarning, TreebankError
from nonproj.data.reading.encodings import packed_for, read_bytes
from nonproj.data.reading.formats import UNSPECIFIED, Format, Layout, detect_format, layout_of
from nonproj.data.reading.tolerance import without_oddities
from nonproj.data.reading.warnings import telling_tags
from nonproj.data.treebank import MISSING_HEAD, ROOT_CODE, Column, Source, Treebank
from nonproj.errors import one_of
from nonproj.option_types import HeadsChoice, TagsChoice

# The initial value and the odd multiplier of the hash; both differ between processes.
HASH_KEY = np.frombuffer(os.urandom(16), np.uint64) | np.array([0, 1], np.uint64)
DIGIT_ZERO, UNDERSCORE = ord("0"), ord("_")
DEPS = re.compile(rb"^([0-9](?:[^\t\n]*\t){8})[^\t\n]*", re.MULTILINE)  # in CoNLL-U


def read_treebank(
    path: str | Path,
    format: str | None = None,
    heads: HeadsChoice = "required",
    tags: TagsChoice = "predicted",
) -> Treebank:
    """Read a treebank from a file, or from standard input if the path is `-`."""
    data = read_bytes(path)
    return parse_treebank(data, name=str(path), format=format, heads=heads, tags=tags)


def parse_treebank(
    data: bytes,
    name: str = "<memory>",
    format: str | None = None,
    heads: HeadsChoice = "required",
    tags: TagsChoice = "predicted",
) -> Treebank:
    """Parse the bytes of a file; if the file has defects, raise a TreebankError that lists them.

    With heads="ignored", HEAD and DEPREL are not read: all words get MISSING_HEAD and the label
    `_`. With heads="partial", the HEAD of a word may be `_`."""
    one_of(get_args(HeadsChoice), heads, "heads")
    fmt = one_of(Format, format, "format") if format else detect_format(name, data)
    layout = layout_of(fmt, tags)
    ignored = heads != "required"
    treebank = _read_columns(data, name, fmt, layout, ignored)
    if treebank is None:
        treebank = _read_tolerantly(data, name, fmt, layout, ignored)
    if treebank is None:
        from nonproj.data.reading.checks import find_defects

        raise TreebankError(name, find_defects(data, layout, heads_ignored=ignored))
    return with_partial_trees(treebank) if heads == "partial" else treebank


def _read_tolerantly(
    data: bytes, name: str, fmt: Format, layout: Layout, heads_ignored: bool
) -> Treebank | None:
    """Read a file despite its oddities and give one warning; return None if it has defects."""
    if not _is_utf8(data):
        return None
    plain = without_oddities(data, layout)
    treebank = _read_columns(plain.data, name, fmt, layout, heads_ignored)
    if treebank is None or not plain.oddities:
        return None
    told = f"{name}: read despite defects: {plain.described}; `nonproj check` lists them"
    warnings.warn(told, OddityWarning, stacklevel=5)
    source = Source(
        data,
        np.array(plain.spans, dtype=np.int64),
        plain.in_file(treebank.source.head),
        plain.in_file(treebank.source.deprel),
        plain.closing,
    )
    return replace(treebank, source=source)


def _read_columns(
    data: bytes, name: str, fmt: Format, layout: Layout, heads_ignored: bool
) -> Treebank | None:
    """Read the columns of a treebank; return None if a pass over the bytes finds a defect."""
    if not _is_utf8(data):
        return None
    buffer = np.frombuffer(data, dtype=np.uint8)
    n_lines = scan.count_token_lines(buffer, layout.comments)
    fields, n_fields, sentence, spans, clean = scan.split_fields(buffer, n_lines, layout.comments)
    if not clean or n_lines == 0 or not _column_counts_fit(n_fields, sentence, layout):
        return None
    kind, clean = scan.kinds_of_lines(buffer, fields, sentence, layout.extended)
    words = fields[kind == scan.WORD]
    if not clean:
        return None
    sentence = sentence[kind == scan.WORD]
    lengths = np.bincount(sentence, minlength=len(spans))
    if lengths.min() == 0:
        return None
    start = np.concatenate([[0], np.cumsum(lengths + 1)]).astype(np.int32)
    slots = np.arange(len(words)) + sentence + 1

    def column(number: int) -> Column:
        return _column(data, buffer, words, number, slots, start[-1])

    if heads_ignored:
        head, deprel = _no_trees(start)
    else:
        head, clean = scan.read_heads(buffer, words, layout.head, start, slots)
        if not clean:
            return None
        deprel = column(layout.deprel)
    columns = {name: column(getattr(layout, name)) for name in Treebank.TEXT_COLUMNS}
    head_spans = _spans(words, layout.head, slots, start[-1])
    source = Source(data, spans, head_spans, _spans(words, layout.deprel, slots, start[-1]))
    return Treebank(name, fmt, start, head, deprel=deprel, source=source, **columns)


def _no_trees(start: np.ndarray) -> tuple[np.ndarray, Column]:
    """Return a column of missing heads and a column in which all labels are `_`."""
    head = np.full(start[-1], MISSING_HEAD, dtype=np.int32)
    codes = np.zeros(start[-1], dtype=np.int32)
    head[start[:-1]] = codes[start[:-1]] = ROOT_CODE
    return head, Column(codes, (UNSPECIFIED,))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _column_counts_fit(n_fields: np.ndarray, sentence: np.ndarray, layout: Layout) -> bool:
    """Check the number of columns in each line; in CoNLL-2009, it depends on the predicates."""
    if not layout.open_ended:
        return bool(np.all(n_fields == layout.n_columns))
    width = n_fields[np.flatnonzero(np.diff(sentence, prepend=-1))]
    return bool(np.all(n_fields >= layout.n_columns) and np.all(n_fields == width[sentence]))


def _column(
    data: bytes, buffer: np.ndarray, words: np.ndarray, column: int, slots: np.ndarray, n_slots: int
) -> Column:
    begin, end = words[:, column].copy(), words[:, column + 1] - 1
    word_codes, first = scan.encode_column(buffer, begin, end, HASH_KEY)
    codes = np.full(n_slots, ROOT_CODE, dtype=np.int32)
    codes[slots] = word_codes
    spans = zip(begin[first].tolist(), end[first].tolist(), strict=True)
    return Column(codes, tuple(data[a:b].decode("utf-8") for a, b in spans))


def _spans(words: np.ndarray, column: int, slots: np.ndarray, n_slots: int) -> np.ndarray:
    spans = np.zeros((n_slots, 2), dtype=np.int64)
    spans[slots, 0] = words[:, column]
    spans[slots, 1] = words[:, column + 1] - 1
    return spans


def warn_of_telling_tags(treebank: Treebank) -> None:
    """Warn if the tags in a treebank's source file reveal its labels."""
    lines = treebank.source.data.decode("utf-8").replace("\r", "").split("\n")
    for defect in telling_tags(lines, layout_of(treebank.format)):
        warnings.warn(defect.text(treebank.name), stacklevel=2)


def write_treebank(treebank: Treebank, path: str | Path, keep_deps: bool = True) -> None:
    """Write a treebank atomically; the suffix selects the compression; `-` means standard output.

    Without `keep_deps`, DEPS becomes `_` in CoNLL-U, since the old values may not match the new
    trees."""
    data = render(treebank)
    if treebank.format == Format.CONLLU and not keep_deps:
        data = DEPS.sub(rb"\1_", data)
    atomic_write(path, packed_for(path, data))


def render(treebank: Treebank) -> bytes:
    """Return the source with the treebank's heads and labels; all other bytes are unchanged.

    Each word's head precedes its label. The cost is linear in the size of the result."""
    source, words = treebank.source, treebank.is_word
    head_spans, label_spans = source.head[words], source.deprel[words]
    heads, codes = treebank.head[words], treebank.deprel.codes[words]
    texts = [label.encode("utf-8") for label in treebank.deprel.values]
    ends = np.cumsum([0, *map(len, texts)])
    old = int((np.diff(head_spans) + np.diff(label_spans)).sum())
    new = int(_widths(heads).sum() + np.diff(ends)[codes].sum())
    result = np.empty(len(source.data) - old + new, dtype=np.uint8)
    text = np.frombuffer(b"".join(texts), dtype=np.uint8)
    data = np.frombuffer(source.data, dtype=np.uint8)
    _splice(data, head_spans, label_spans, heads, text, ends, codes, result)
    return result.tobytes()


def _widths(heads: np.ndarray) -> np.ndarray:
    """Return how many bytes each head takes in decimal; a missing head is written as `_`."""
    powers = 10 ** np.arange(1, 10, dtype=np.int64)
    return np.searchsorted(powers, heads, side="right") + 1


@njit(cache=True)
def _splice(source, head_spans, label_spans, heads, text, ends, codes, result):
    read = written = 0
    for i in range(len(heads)):
        read, written = _copy(source, read, head_spans[i, 0], result, written)
        written = _write_head(heads[i], result, written)
        read = head_spans[i, 1]
        read, written = _copy(source, read, label_spans[i, 0], result, written)
        _, written = _copy(text, ends[codes[i]], ends[codes[i] + 1], result, written)
        read = label_spans[i, 1]
    _copy(source, read, len(source), result, written)


@njit(cache=True)
def _copy(source, begin, end, result, written):
    for i in range(begin, end):
        result[written + i - begin] = source[i]
    return end, written + end - begin


@njit(cache=True)
def _write_head(head, result, written):
    if head == MISSING_HEAD:
        result[written] = UNDERSCORE
        return written + 1
    width = 1
    while head >= 10**width:
        width += 1
    for position in range(written + width - 1, written - 1, -1):
        result[position] = DIGIT_ZERO + head % 10
        head //= 10
    return written + width
