"""The compiled reader and the slow checks accept the same files, however these are damaged."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from nonproj.data.treebank import Format
from samples.conll import SAMPLES
from samples.readers import assert_agreement, without_heads

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


def sources(fmt: Format) -> st.SearchStrategy[bytes]:
    """Mostly sound files of the format itself, with and without heads."""
    own = SAMPLES[fmt].encode()
    others = [text.encode() for text in SAMPLES.values()]
    return st.sampled_from([own, own, own, without_heads(own), *others])


@pytest.mark.parametrize("damaged", [damaged_bytes, damaged_fields])
@pytest.mark.parametrize(("fmt", "heads"), MODES)
@settings(max_examples=200)
@given(data=st.data())
def test_reader_and_checks_agree_on_damaged_files(fmt, heads, damaged, data):
    assert_agreement(data.draw(sources(fmt).flatmap(damaged)), fmt, heads)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\n\n", b"#", b"#\n\n", b"1", b"\t", b"\r\n", b"\r", b"ID\t"]
)
@pytest.mark.parametrize(("fmt", "heads"), MODES)
def test_reader_and_checks_agree_on_nearly_empty_files(fmt, heads, data):
    assert not assert_agreement(data, fmt, heads)


@pytest.mark.parametrize("heads", ["required", "ignored"])
def test_reader_and_checks_accept_sound_samples(heads):
    for fmt, text in SAMPLES.items():
        assert assert_agreement(text.encode(), fmt, heads)
        bare = assert_agreement(without_heads(text.encode()), fmt, heads)
        assert bare == (heads == "ignored")
