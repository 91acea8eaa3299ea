"""Kinds of text without annotation: raw text, lines of words, and one word on each line."""

import re
from collections.abc import Iterable, Iterator

from nonproj.data.reading.checks import decoded
from nonproj.data.reading.defects import ERROR, WARNING, Defect
from nonproj.data.reading.encodings import foreign
from nonproj.errors import NonprojError

RAW, PLAIN, WORDS = "text", "plain", "words"
CONTROL_IN_TEXT = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")  # CoNLL-U cannot hold them
NO_WORDS = "no words"
LONG_WORD = 100  # characters; a longer word is reported
LONGEST_WORD = 10_000  # characters; a longer word is refused
BEGINNING = 20  # characters that are quoted of a long word
NumberedLines = Iterable[tuple[int, str]]
EXPECTED_LINE = "expected a word, or on all lines its number, a tab and the word"


def text_of(data: bytes, name: str) -> str:
    """Decode a raw text; raise NonprojError if it has defects."""
    return _sound(data, name, RAW)[0]


def words_to_conllu(data: bytes, name: str, one_a_line: bool) -> bytes:
    """Write CoNLL-U for text that is already split into words.

    Either each line is a sentence whose words are separated by spaces, or each line is a word and
    an empty line ends a sentence. Words may be numbered from 1 in each sentence: a tab follows the
    number, and 1 begins a sentence."""
    pieces = []
    _, sentences = _sound(data, name, WORDS if one_a_line else PLAIN)
    for number, words in enumerate(sentences, start=1):
        rows = ("\t".join((str(i), word, *8 * "_")) for i, word in enumerate(words, start=1))
        comments = f"# sent_id = {number}", f"# text = {' '.join(words)}"
        pieces.append("\n".join((*comments, *rows, "", "")))
    return "".join(pieces).encode()


def find_text_defects(data: bytes, kind: str) -> list[Defect]:
    """Return all defects of a text, including warnings, in line order."""
    if reason := foreign(data):
        return [Defect(1, None, reason)]
    return sorted(_examined(data, kind)[2], key=lambda defect: defect.line)


def too_long(length: str) -> str:
    """Describe a word that is refused."""
    return f"a word of {length} characters; expected at most {LONGEST_WORD:,}"


def _sound(data: bytes, name: str, kind: str) -> tuple[str, list[list[str]]]:
    """Return a text and its sentences; raise NonprojError if it has defects."""
    if reason := foreign(data):
        raise NonprojError(f"{name}: {reason}")
    text, sentences, defects = _examined(data, kind)
    if not text.strip():
        raise NonprojError(f"{name}: {NO_WORDS}")
    if errors := [defect for defect in defects if defect.severity == ERROR]:
        first = min(errors, key=lambda defect: defect.line)
        rest = f"; `nonproj check --text` lists {len(errors) - 1:,} more" if errors[1:] else ""
        raise NonprojError(first.text(name) + rest)
    return text, sentences


def _examined(data: bytes, kind: str) -> tuple[str, list[list[str]], list[Defect]]:
    """Return a text, its sentences if it is split into words, and its defects."""
    text, defects = decoded(data)
    lines = text.split("\n" if "\n" in text else "\r")
    if CONTROL_IN_TEXT.search(text):
        defects += _control_characters(lines)
    if not lines[-1]:
        lines.pop()  # the last line feed ends a line
    if not text.strip():
        return text, [], [*defects, Defect(1, None, NO_WORDS)]
    if kind == RAW:
        return text, [], [*defects, *_long_runs(lines)]
    read = _words_on_lines if kind == WORDS else _lines_of_words
    parts = ((n, part) for n, line in enumerate(lines, start=1) for part in line.split("\f"))
    return text, [*filter(None, read(parts, defects))], defects


def _control_characters(lines: list[str]) -> Iterator[Defect]:
    for number, line in enumerate(lines, start=1):
        if found := CONTROL_IN_TEXT.search(line):
            place = f"at character {found.start() + 1}"
            yield Defect(number, None, f"control character {found[0]!r} {place}; expected text")


def _long_runs(lines: list[str]) -> Iterator[Defect]:
    """Warn of characters without a space that a tokenizer may take for one word."""
    for number, line in enumerate(lines, start=1):
        run = max(map(len, line.split()), default=0) if len(line) > LONGEST_WORD else 0
        if run > LONGEST_WORD:
            message = f"{run:,} characters without a space; a word has at most {LONGEST_WORD:,}"
            yield Defect(number, None, message, WARNING)


def _lines_of_words(lines: NumberedLines, defects: list[Defect]) -> Iterator[list[str]]:
    for number, line in lines:
        words = line.split()
        if not words:
            defects.append(_empty(number))
        for word in words:
            defects += _long(number, line, word)
        yield words


def _words_on_lines(lines: NumberedLines, defects: list[Defect]) -> Iterator[list[str]]:
    """Yield the words of each sentence; all lines have numbers, or none."""
    words: list[str] = []
    width = following = 0
    for number, line in lines:
        cells = line.strip().split("\t")
        if cells == [""]:
            defects += [] if words else [_empty(number)]
            yield words
            words = []
            continue
        width = width or min(len(cells), 2)
        if len(cells) != width:
            columns = "1 column" if len(cells) == 1 else f"{len(cells)} columns"
            defects.append(Defect(number, None, f"{columns}; {EXPECTED_LINE}"))
        elif width == 2:
            if cells[0] == "1":
                yield words
                words = []
            elif not words or cells[0] != str(following):
                wanted = f"{following}, or 1 in a new sentence" if words else "1"
                found = repr(cells[0][:BEGINNING])
                defects.append(Defect(number, None, f"number {found}; expected {wanted}"))
            following = int(cells[0][:BEGINNING]) + 1 if cells[0].isdecimal() else following + 1
        defects += _long(number, line, cells[-1])
        words.append(" ".join(cells[-1].split()))
    yield words


def _empty(number: int) -> Defect:
    return Defect(number, None, "empty line where a sentence was expected", WARNING)


def _long(number: int, line: str, word: str) -> Iterator[Defect]:
    if len(word) > LONG_WORD:
        severity = ERROR if len(word) > LONGEST_WORD else WARNING
        message = (
            too_long(f"{len(word):,}") if severity == ERROR else f"{len(word)} characters in a word"
        )
        place = f"at character {line.index(word) + 1}: {word[:BEGINNING]!r}…"
        yield Defect(number, None, f"{message}, {place}", severity)
