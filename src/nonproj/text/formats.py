"""Kinds of text without annotation: raw text, lines of words, and one word on each line."""

import re
from collections.abc import Iterator

from nonproj.data.reading.encodings import foreign, recode
from nonproj.data.reading.formats import BYTE_ORDER_MARK
from nonproj.errors import NonprojError

CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")  # CoNLL-U cannot hold them
NUMBERED = re.compile(r"\d+\t([^\t]+)")
LINE_END = b"\n"
SPACE = " \t\r\f\v"  # within a line


def text_of(data: bytes, name: str) -> str:
    """Decode a text; raise NonprojError if it is not UTF-8 or has no words.

    A form feed, with which pages end, becomes the end of a line."""
    if reason := foreign(data):
        raise NonprojError(f"{name}: {reason}")
    data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        text = data.decode("utf-8").replace("\f", "\n")
    except UnicodeDecodeError as error:
        place = f"{name}:{data.count(LINE_END, 0, error.start) + 1}"
        wrong = f"invalid UTF-8: {data[error.start : error.end]!r}"
        raise NonprojError(f"{place}: {wrong}; convert it: {recode('ENCODING')}") from None
    if control := CONTROL.search(text):
        line = text.count("\n", 0, control.start()) + 1
        raise NonprojError(f"{name}:{line}: control character {control[0]!r}; expected text")
    if not text.strip():
        raise NonprojError(f"{name}: no words")
    return text


def words_to_conllu(data: bytes, name: str, one_a_line: bool) -> bytes:
    """Write CoNLL-U for text that is already split into words.

    Either each line is a sentence whose words are separated by spaces, or each line is a word, with
    or without its number and a tab, and an empty line ends a sentence."""
    lines = text_of(data, name).split("\n")
    found = _blocks(lines, name) if one_a_line else (line.split() for line in lines)
    pieces = []
    for number, words in enumerate(filter(None, found), start=1):
        rows = ("\t".join((str(i), word, *8 * "_")) for i, word in enumerate(words, start=1))
        comments = f"# sent_id = {number}", f"# text = {' '.join(words)}"
        pieces.append("\n".join((*comments, *rows, "", "")))
    return "".join(pieces).encode()


def _blocks(lines: list[str], name: str) -> Iterator[list[str]]:
    """Yield the words of each sentence from lines with one word each."""
    words: list[str] = []
    for number, line in enumerate(lines, start=1):
        line = line.strip(SPACE)
        if not line:
            yield words
            words = []
            continue
        numbered = NUMBERED.fullmatch(line)
        if "\t" in line and not numbered:
            expected = "expected a word, or its number, a tab and the word"
            n_columns = len(line.split("\t"))
            raise NonprojError(f"{name}:{number}: {n_columns} columns; {expected}")
        words.append(" ".join((numbered[1] if numbered else line).split()))
    yield words
