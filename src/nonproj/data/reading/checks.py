"""A report of all defects in a treebank file: where they are, what was found, what was expected.

This slow reader shares no code with the compiled reader in `scan`, but both accept the same
files."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from nonproj.data.cycles import cycles
from nonproj.data.reading.defects import ERROR, NOT_A_NUMBER, WARNING, Defect
from nonproj.data.reading.encodings import foreign, recode
from nonproj.data.reading.formats import BYTE_ORDER_MARK, Layout
from nonproj.data.reading.misfits import no_trees, not_columns
from nonproj.data.reading.warnings import (
    ANOTHER_ROOT,
    further_roots,
    missing_labels,
    repeated_ids,
    telling_tags,
)

FROM_OTHER = f"for a text in ISO-8859-2: {recode('ISO-8859-2')}"  # an example
LONGEST_VALUE = 40  # maximum number of characters that are quoted from a value
FEW = 1000  # maximum number of missing ids that are stored
EMPTY_LINES = r"awk -v RS= -v ORS='\n\n' 1 FILE"  # puts one empty line after each sentence
COLUMN_NAMES = re.compile(r"id\t", re.IGNORECASE | re.ASCII)

# At most nine digits, so that every number fits into the columns of a treebank in memory.
WORD_ID = re.compile(r"[1-9][0-9]{0,8}")
RANGE_ID = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")
EMPTY_NODE_ID = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")
WHOLE_NUMBER = re.compile(r"0|-?[1-9][0-9]*")
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
CONTROL_OR_TAB = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
EMPTY_OR_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]|^\t|\t\t|\t$")
CONTROL_BYTES = bytes([*range(9), *range(11, 13), *range(14, 32), 127])  # no tab, no line end
USUAL_HEADS = {str(number): number for number in range(1000)}


class CheckedToken(NamedTuple):
    line: int
    fields: list[str]
    odd: bool  # whether a field is empty or contains a control character


def find_defects(data: bytes, layout: Layout, heads_ignored: bool = False) -> list[Defect]:
    """Return all defects, including warnings, in line order.

    With `heads_ignored`, HEAD and DEPREL may contain anything."""
    if reason := foreign(data):
        return [Defect(1, None, reason)]
    text, defects = decoded(data)
    lines = text.split("\n" if "\n" in text else "\r")
    if not lines[-1]:
        lines.pop()  # the last line feed ends a line and does not begin another
    defects += _line_end_defects(lines, "\n" in text or "\r" not in text)
    lines = [line.rstrip("\r") for line in lines] if "\r" in text else lines
    if misfits := [*not_columns(lines, layout)]:
        return _sorted(defects + misfits)
    if not heads_ignored and (misfits := [*no_trees(lines, layout)]):
        defects += misfits
        heads_ignored = True
    defects += further_roots(_line_defects(lines, layout, heads_ignored, _has_odd_fields(data)))
    defects += repeated_ids(lines) if layout.comments else ()
    defects += () if heads_ignored else missing_labels(lines, layout)
    defects += () if heads_ignored else telling_tags(lines, layout)
    return _sorted(defects)


def _sorted(defects: list[Defect]) -> list[Defect]:
    return sorted(defects, key=lambda defect: defect.line)


def _has_odd_fields(data: bytes) -> bool:
    """Check whether any field may be empty or contain a control character.

    The whole file is searched at once, so that fields are checked one by one only if this is
    necessary."""
    data = data.removeprefix(BYTE_ORDER_MARK)
    parts = (b"\t\t", b"\n\t", b"\t\n", b"\r")
    return (
        any(part in data for part in parts)
        or data.startswith(b"\t")
        or data.endswith(b"\t")
        or len(data.translate(None, CONTROL_BYTES)) < len(data)
    )


def decoded(data: bytes) -> tuple[str, list[Defect]]:
    """Return a text without byte order mark, and its defects of encoding."""
    defects = []
    if data.startswith(BYTE_ORDER_MARK):
        message = "byte order mark; expected plain UTF-8: tail -c +4 FILE"
        defects.append(Defect(1, None, message, WARNING))
        data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return data.decode("utf-8"), defects
    except UnicodeDecodeError:
        return data.decode("utf-8", errors="replace"), defects + _undecodable(data)


def _undecodable(data: bytes) -> list[Defect]:
    """Report each line that is not UTF-8, or only the first if UTF-8 is not the encoding.

    UTF-8 is not the encoding if no line that has letters beyond ASCII can be decoded."""
    defects, decodable = [], 0
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            decodable += not line.decode("utf-8").isascii()
        except UnicodeDecodeError as error:
            value = line[error.start : error.end]
            message = f"invalid UTF-8 at byte {error.start + 1}: {value!r}"
            defects.append(Defect(number, None, message))
    if decodable:
        return defects
    rest = f", and in {len(defects) - 1:,} more lines" if len(defects) > 1 else ""
    message = f"{defects[0].message}{rest}; {FROM_OTHER}"
    return [Defect(defects[0].line, None, message)]


def _line_end_defects(lines: list[str], line_feeds: bool) -> Iterator[Defect]:
    """Report CR LF or CR line ends only once; all other checks treat them as LF."""
    if not line_feeds:
        message = f"{len(lines)} lines end in CR; expected LF: tr '\\r' '\\n' < FILE"
        yield Defect(1, None, message, WARNING)
    ending = [number for number, line in enumerate(lines, start=1) if line.endswith("\r")]
    if ending:
        message = f"{len(ending)} of {len(lines)} lines end in CR LF"
        yield Defect(ending[0], None, f"{message}; expected LF: tr -d '\\r' < FILE", WARNING)


def _line_defects(
    lines: list[str], layout: Layout, heads_ignored: bool, odd_fields: bool
) -> Iterator[Defect]:
    tokens: list[CheckedToken] = []
    n_sentences = n_comments = 0
    first = next((n for n, line in enumerate(lines, start=1) if line.strip(" \t")), 0)
    for number, line in enumerate(lines, start=1):
        if line.startswith("#") and layout.comments:
            n_comments += 1
            if control := CONTROL_OR_TAB.search(line):
                yield Defect(number, None, f"control character {control[0]!r}")
            if tokens:
                yield Defect(number, None, "comment inside a sentence", WARNING)
            continue
        if line and not line.strip(" \t"):
            yield Defect(number, None, "blanks in an empty line", WARNING)
            line = ""
        if number == first and COLUMN_NAMES.match(line):
            yield Defect(number, None, "a line of column names; expected a word", WARNING)
        elif line:
            odd = odd_fields and EMPTY_OR_CONTROL.search(line) is not None
            tokens.append(CheckedToken(number, line.split("\t"), odd))
        elif tokens:
            yield from _sentence_defects(tokens, layout, heads_ignored)
            n_sentences += 1
            n_comments = 0
            tokens = []
        else:
            message = "empty line where a sentence was expected"
            yield Defect(number, None, f"{message}; remove it with: {EMPTY_LINES}", WARNING)
            n_comments = 0
    if tokens:
        yield from _sentence_defects(tokens, layout, heads_ignored)
        message = "the file ends inside a sentence; expected an empty line"
        message = f"{message}; to add only this line: {EMPTY_LINES}"
        yield Defect(len(lines), None, message, WARNING)
    elif not n_sentences:
        yield Defect(max(len(lines), 1), None, "the file contains no sentence")
    elif n_comments:
        message = "the file ends after comments; expected a sentence"
        yield Defect(len(lines), None, message, WARNING)


def _sentence_defects(
    tokens: list[CheckedToken], layout: Layout, heads_ignored: bool
) -> Iterator[Defect]:
    ids, width = _IdSequence(layout.extended), _width(tokens, layout)
    words: list[CheckedToken] = []
    sound = True
    for token in tokens:
        defects: list[Defect] = []
        if token.odd or len(token.fields) != width:
            defects += _field_defects(token, layout, width)
        if ids.is_next(token.fields[0]):
            words.append(token)
        else:
            defects += ids.defects(token)
            if WORD_ID.fullmatch(token.fields[0]):
                words.append(token)
        if defects:
            sound &= all(defect.severity != ERROR for defect in defects)
            yield from defects
    if words:
        yield from ids.unfinished()
        if not heads_ignored:
            yield from _tree_defects(words, ids.n_words, layout, sound)
    elif sound:
        yield Defect(tokens[0].line, "ID", "the sentence has no word")


def _width(tokens: list[CheckedToken], layout: Layout) -> int:
    """Return the format's number of columns or, if it is open-ended, the most frequent number.

    Ties go to the number that occurs first."""
    if not layout.open_ended:
        return layout.n_columns
    widths = Counter(len(t.fields) for t in tokens if len(t.fields) >= layout.n_columns)
    return max(widths, key=widths.__getitem__, default=layout.n_columns)


def _field_defects(token: CheckedToken, layout: Layout, width: int) -> Iterator[Defect]:
    n_fields = len(token.fields)
    if not layout.allows(n_fields):
        columns = "1 column" if n_fields == 1 else f"{n_fields} columns"
        spaced = n_fields < layout.n_columns and any(len(f.split()) > 1 for f in token.fields)
        hint = "; columns are separated by tabs, not spaces" if spaced else ""
        if n_fields == 1 and token.fields[0].startswith("#"):
            hint = "; only CoNLL-U has comments"
        yield Defect(token.line, None, f"{columns}; expected {layout.width}{hint}")
    elif n_fields != width:
        message = f"{n_fields} columns; expected {width} as in the rest of the sentence"
        yield Defect(token.line, None, message)
    for column, value in enumerate(token.fields):
        if not value:
            needed = column in (0, layout.form, layout.head, layout.deprel)
            message = "empty; expected a value or _"
            severity = ERROR if needed else WARNING
            yield Defect(token.line, layout.name_of(column), message, severity)
        elif control := CONTROL.search(value):
            yield Defect(token.line, layout.name_of(column), f"control character {control[0]!r}")


def _is_reported(value: str) -> bool:
    """Check whether a field is empty or has a control character; both are reported elsewhere."""
    return not value or bool(CONTROL.search(value))


class _IdSequence:
    """The rules for ids: words are numbered from 1, ranges cover words, empty nodes follow a word.

    An unreadable id counts as that of the next word, so that each defect is reported only once."""

    def __init__(self, extended: bool):
        self.extended = extended
        self.word = self.minor = self.unread = self.covered = 0
        self.missing: set[int] = set()
        self.last_range: CheckedToken | None = None

    @property
    def n_words(self) -> int:
        return self.word + self.unread

    def is_next(self, raw: str) -> bool:
        """Advance to the next word if `raw` is its id and all earlier ids could be read."""
        if self.unread or raw != str(self.word + 1):
            return False
        self.word, self.minor = self.word + 1, 0
        return True

    def defects(self, token: CheckedToken) -> Iterator[Defect]:
        raw = token.fields[0]
        if WORD_ID.fullmatch(raw):
            yield from self._word(token, int(raw))
        elif self.extended and (match := RANGE_ID.fullmatch(raw)):
            yield from self._range(token, int(match[1]), int(match[2]))
        elif self.extended and (match := EMPTY_NODE_ID.fullmatch(raw)):
            yield from self._empty_node(token, int(match[1]), int(match[2]))
        else:
            self.unread, self.minor = self.unread + 1, 0
            if not _is_reported(raw) and len(token.fields) > 1:  # otherwise already reported
                yield Defect(token.line, "ID", f"{_shortened(raw)!r} is not a word number")

    def _word(self, token: CheckedToken, found: int) -> Iterator[Defect]:
        if found in self.missing:
            self.missing.discard(found)
            yield Defect(token.line, "ID", f"id {found} comes after id {self.word}")
        elif found <= self.word:
            yield Defect(token.line, "ID", f"duplicate id {found}; expected {self.word + 1}")
        elif found > self.n_words + 1:
            self.missing.update(range(self.n_words + 1, min(found, self.n_words + FEW)))
            yield Defect(token.line, "ID", f"id {self.n_words + 1} is missing; found {found}")
        self.word, self.minor, self.unread = max(found, self.word), 0, 0

    def _range(self, token: CheckedToken, first: int, last: int) -> Iterator[Defect]:
        raw = token.fields[0]
        if last <= first:
            yield Defect(token.line, "ID", f"range {raw!r} ends before a second word")
        elif first <= self.covered:
            yield Defect(token.line, "ID", f"range {raw!r} overlaps the range up to {self.covered}")
        elif first != self.n_words + 1:
            yield Defect(token.line, "ID", f"range {raw!r} before word {self.n_words + 1}")
        if last > self.covered:
            self.covered, self.last_range = last, token

    def _empty_node(self, token: CheckedToken, word: int, minor: int) -> Iterator[Defect]:
        if (word, minor) != (self.n_words, self.minor + 1):
            expected = f"{self.n_words}.{self.minor + 1}"
            yield Defect(token.line, "ID", f"empty node {token.fields[0]!r}; expected {expected}")
        self.minor = max(minor, self.minor + 1) if word == self.n_words else self.minor

    def unfinished(self) -> Iterator[Defect]:
        if self.last_range and self.covered > self.n_words:
            message = (
                f"range {self.last_range.fields[0]!r} ends after the last word, {self.n_words}"
            )
            yield Defect(self.last_range.line, "ID", message)


def _tree_defects(
    words: list[CheckedToken], n: int, layout: Layout, sound: bool
) -> Iterator[Defect]:
    column, name = layout.head, layout.names[layout.head]
    heads: dict[int, int] = {}
    line_of: dict[int, int] = {}
    for word in words:
        raw = word.fields[column] if len(word.fields) > column else ""
        if USUAL_HEADS.get(raw, n + 1) > n:
            if _is_reported(raw):  # or a missing column
                sound = False
                continue
            if defect := _head_defect(raw, n):
                yield Defect(word.line, name, defect)
                sound = False
                continue
        node = int(word.fields[0])
        if node not in heads:
            heads[node], line_of[node] = int(raw), word.line
    for cycle in cycles(heads):
        path = " → ".join(str(node) for node in [*cycle, cycle[0]])
        yield Defect(line_of[cycle[0]], name, f"cycle {path}")
    roots = [node for node, head in heads.items() if head == 0]
    if not roots and sound:
        yield Defect(words[0].line, name, "no word has head 0; expected a root")
    for node in roots[1:]:
        message = f"word {node} is {ANOTHER_ROOT}; the first is word {roots[0]}"
        yield Defect(line_of[node], name, message, WARNING)


def _head_defect(raw: str, n: int) -> str | None:
    if not WHOLE_NUMBER.fullmatch(raw):
        return f"{_shortened(raw)!r} {NOT_A_NUMBER}; expected 0..{n}"
    if len(raw) > len(str(n)) or not 0 <= int(raw) <= n:
        return f"{_shortened(raw)} outside 0..{n}"
    return None


def _shortened(value: str) -> str:
    return value if len(value) <= LONGEST_VALUE else value[:LONGEST_VALUE] + "…"
