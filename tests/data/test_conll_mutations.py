"""The compiled reader and the slow checks accept the same files, however these are damaged."""

import re
import warnings

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from nonproj.data.conll import parse_treebank, render
from nonproj.data.reading.checks import find_defects
from nonproj.data.reading.defects import ERROR, Defect, TreebankError
from nonproj.data.reading.formats import Layout, layout_of
from nonproj.data.treebank import Format
from samples.conll import SAMPLES, assert_holds

PIECES = [b"\t", b"\n", b"\n\n", b"\r", b"\r\n", b"#", b"_", b" ", b"-", b".", b"x", b"\xe9", b"\0"]
PIECES += [b"\x1f", b"\x7f", b"\x1f\x8b", b"PK\3\4", b"BZh", b"\xff\xfe", b"# \t\n", b"1\0"]
PIECES += [b"ID\t", b"id\tx\n", b"\t\t", b"\n \n", b"\n\t\n", b"\r\r"]
PIECES += [b"%d" % n for n in (0, 1, 2, 3, 4, 5, 10, 999999999, 2**32 + 1, 10**30)]
PIECES += ["٢".encode(), "é".encode(), b"\xef\xbb\xbf", b"# a\n", b"1-2", b"1.1", b"0.1", b"-1"]
MODES = [(fmt, heads) for fmt in Format for heads in ("required", "ignored")]


@st.composite
def damaged_bytes(draw, data: bytes) -> bytes:
    """Up to four places where bytes are inserted, deleted or replaced."""
    for _ in range(draw(st.integers(0, 4))):
        begin = draw(st.integers(0, len(data)))
        length = draw(st.sampled_from([0, 0, 1, 1, 2, 40]))
        piece = draw(st.sampled_from([b"", *PIECES]))
        data = data[:begin] + piece + data[begin + length :]
    return data


@st.composite
def damaged_fields(draw, data: bytes) -> bytes:
    """Lines doubled, moved and left out; ids, heads and other fields replaced."""
    lines = [line.split(b"\t") for line in data.split(b"\n")]
    for _ in range(draw(st.integers(0, 5))):
        place = draw(st.integers(0, len(lines) - 1))
        kind = draw(st.sampled_from(["double", "drop", "swap", "id", "head", "any"]))
        if kind == "double":
            lines.insert(place, list(lines[place]))
        elif kind == "drop" and len(lines) > 1:
            del lines[place]
        elif kind == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
        elif kind in ("id", "head", "any"):
            line = lines[place]
            wish = {"id": 0, "head": 6 if len(line) < 14 else 8}.get(kind)
            column = draw(st.integers(0, len(line) - 1)) if wish is None else wish
            value = draw(st.sampled_from([b"", b"2-3", b"4-5", b"2.1", b"3.1", *PIECES]))
            line[min(column, len(line) - 1)] = value
    return b"\n".join(b"\t".join(line) for line in lines)


def without_heads(data: bytes, columns: int = 1) -> bytes:
    """HEAD `_`, with two columns DEPREL as well, in all words."""
    rows = [line.split(b"\t") for line in data.split(b"\n")]
    for row in rows:
        if len(row) >= 10 and row[0].isdigit():
            for column in (6, 7)[:columns] if len(row) < 14 else (8, 10)[:columns]:
                row[column] = b"_"
    return b"\n".join(b"\t".join(row) for row in rows)


def without_trees(data: bytes) -> bytes:
    return without_heads(data, columns=2)


def sources(fmt: Format) -> st.SearchStrategy[bytes]:
    """Mostly sound files of the format itself, with and without heads."""
    own = SAMPLES[fmt].encode()
    others = [text.encode() for text in SAMPLES.values()]
    return st.sampled_from([own, own, own, without_heads(own), *others])


def assert_agreement(data: bytes, fmt: Format, heads: str) -> bool:
    """The reader raises if and only if a defect is listed; return whether the file is accepted."""
    defects = find_defects(data, layout_of(fmt), heads_ignored=heads == "ignored")
    assert [d.line for d in defects] == sorted(d.line for d in defects)
    if any(defect.severity == ERROR for defect in defects):
        with pytest.raises(TreebankError) as caught:
            parse_treebank(data, format=fmt, heads=heads)
        assert caught.value.defects == defects
        return False
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        treebank = parse_treebank(data, format=fmt, heads=heads)
    assert len(told) == any(map(is_odd, defects))
    kept = without_trees if heads == "ignored" else bytes
    if heads == "required" or not told:
        assert render(treebank) == kept(data)
    text = kept(plain(data, layout_of(fmt))).decode()
    assert_holds(treebank, text)
    chosen = treebank.select(range(treebank.n_sentences))
    assert_holds(chosen, text)
    with warnings.catch_warnings(action="ignore"):
        assert_holds(parse_treebank(render(chosen), format=fmt, heads=heads), text)
    return True


def is_odd(defect: Defect) -> bool:
    """Neither another root nor a missing label nor a repeated id, which strict reading accepts."""
    return bool(re.search("line|empty;|order|comment|blanks", defect.message)) and (
        defect.column != "sent_id"
    )


def plain(data: bytes, layout: Layout) -> bytes:
    """The file without oddities, by another way than the reader's."""
    text = data.decode("utf-8-sig")
    text = re.sub("\r+(?=\n|\\Z)", "", text) if "\n" in text else text.replace("\r", "\n")
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    lines = [line for line in lines if not line.startswith("#")] if layout.comments else lines
    blocks = [block.strip("\n") for block in re.split("\n\n+", "\n".join(lines).strip("\n"))]
    blocks[0] = re.sub("\\A[iI][dD]\t.*\n+", "", blocks[0])
    rows = "\n\n".join(filter(None, blocks)) + "\n\n"
    return re.sub("(?<=\t)(?=\t|\n)", "_", rows).encode()


@pytest.mark.parametrize(("fmt", "heads"), MODES)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_reader_and_checks_agree_on_damaged_bytes(fmt, heads, data):
    assert_agreement(data.draw(sources(fmt).flatmap(damaged_bytes)), fmt, heads)


@pytest.mark.parametrize(("fmt", "heads"), MODES)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_reader_and_checks_agree_on_damaged_fields(fmt, heads, data):
    assert_agreement(data.draw(sources(fmt).flatmap(damaged_fields)), fmt, heads)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\n\n", b"#", b"#\n\n", b"1", b"\t", b"\r\n", b"\r", b"ID\t"]
)
@pytest.mark.parametrize(("fmt", "heads"), MODES)
def test_reader_and_checks_agree_on_next_to_nothing(fmt, heads, data):
    assert not assert_agreement(data, fmt, heads)


@pytest.mark.parametrize("heads", ["required", "ignored"])
def test_sound_samples_are_accepted(heads):
    for fmt, text in SAMPLES.items():
        assert assert_agreement(text.encode(), fmt, heads)
        bare = assert_agreement(without_heads(text.encode()), fmt, heads)
        assert bare == (heads == "ignored")
