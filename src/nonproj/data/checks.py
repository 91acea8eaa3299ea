"""Every defect of a treebank file, in words: file, line, column, value, expectation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nonproj.data.formats import Layout
from nonproj.errors import NonprojError

ERROR, WARNING = "error", "warning"
SHOWN = 20  # defects that an exception's message lists in full

WORD_ID = re.compile(r"[1-9]\d*")
RANGE_ID = re.compile(r"([1-9]\d*)-([1-9]\d*)")
EMPTY_NODE_ID = re.compile(r"(0|[1-9]\d*)\.([1-9]\d*)")
NATURAL = re.compile(r"0|[1-9]\d*")


@dataclass(frozen=True)
class Defect:
    line: int
    column: str | None
    message: str
    severity: str = ERROR

    def text(self, name: str) -> str:
        column = f" {self.column}:" if self.column else ""
        return f"{name}:{self.line}:{column} {self.message}"


class TreebankError(NonprojError):
    """A file that is not a treebank; `defects` holds all of them."""

    def __init__(self, name: str, defects: list[Defect]):
        self.defects = defects
        errors = [d for d in defects if d.severity == ERROR]
        lines = [d.text(name) for d in errors[:SHOWN]]
        if len(errors) > SHOWN:
            lines.append(f"{name}: and {len(errors) - SHOWN} more; `nonproj check` lists them all")
        super().__init__("\n".join(lines))


@dataclass(frozen=True)
class Token:
    line: int
    fields: list[str]


def find_defects(data: bytes, layout: Layout, heads_optional: bool = False) -> list[Defect]:
    """All defects in order of lines; several roots are a warning, everything else an error."""
    text, defects = _decode(data)
    tokens: list[Token] = []
    n_sentences = 0
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if line.endswith("\r"):
            defects.append(Defect(number, None, "line ends in CR LF; expected LF alone"))
            line = line.rstrip("\r")
        elif "\r" in line:
            defects.append(Defect(number, None, "carriage return inside the line"))
        if line.startswith("#") and layout.comments:
            if tokens:
                defects.append(Defect(number, None, "comment inside a sentence"))
        elif line:
            tokens.append(Token(number, line.split("\t")))
        elif tokens:
            closed = number < len(lines)
            defects += _sentence_defects(tokens, layout, heads_optional)
            if not closed:
                defects.append(_truncated(number - 1))
            n_sentences += 1
            tokens = []
        elif number < len(lines):
            defects.append(Defect(number, None, "empty line where a sentence was expected"))
    if tokens:
        defects += _sentence_defects(tokens, layout, heads_optional)
        defects.append(_truncated(tokens[-1].line))
    elif not n_sentences:
        defects.append(Defect(len(lines), None, "the file holds no sentence"))
    return sorted(defects, key=lambda d: d.line)


def _truncated(line: int) -> Defect:
    return Defect(line, None, "the file ends inside a sentence; expected an empty line after it")


def _decode(data: bytes) -> tuple[str, list[Defect]]:
    defects = []
    if data.startswith(b"\xef\xbb\xbf"):
        defects.append(Defect(1, None, "byte order mark at the beginning; expected plain UTF-8"))
        data = data[3:]
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            value = line[error.start : error.start + 4]
            defects.append(
                Defect(number, None, f"invalid UTF-8 at byte {error.start + 1}: {value!r}")
            )
    return data.decode("utf-8", errors="replace"), defects


def _sentence_defects(
    tokens: list[Token], layout: Layout, heads_optional: bool
) -> Iterator[Defect]:
    words: list[Token] = []
    sound = True
    ids = _IdSequence(layout)
    for token in tokens:
        defects = [*_field_defects(token, layout, tokens[0])]
        if _has_columns(token, layout):
            defects += ids.defects(token)
            if WORD_ID.fullmatch(token.fields[0]):
                words.append(token)
        sound &= not defects
        yield from defects
    yield from ids.unfinished(tokens[-1])
    if not words and sound:
        yield Defect(tokens[0].line, "ID", "the sentence has no word")
    elif heads_optional and all(w.fields[layout.head] == "_" for w in words):
        return
    else:
        yield from _tree_defects(words, layout, sound)


def _has_columns(token: Token, layout: Layout) -> bool:
    return len(token.fields) >= layout.n_columns


def _field_defects(token: Token, layout: Layout, first: Token) -> Iterator[Defect]:
    found = len(token.fields)
    expected = f"{layout.n_columns}{' or more' if layout.open_ended else ''}"
    wrong = found < layout.n_columns or (found > layout.n_columns and not layout.open_ended)
    if wrong:
        hint = "; columns are separated by tabs, not spaces" if found == 1 else ""
        yield Defect(token.line, None, f"{found} columns; expected {expected}{hint}")
    elif found != len(first.fields) and layout.open_ended and _has_columns(first, layout):
        yield Defect(
            token.line, None, f"{found} columns; the sentence began with {len(first.fields)}"
        )
    for name, value in zip(layout.names, token.fields, strict=False):
        if not value:
            yield Defect(token.line, name, "empty; expected a value or _")


class _IdSequence:
    """Word ids run 1, 2, 3, ...; ranges cover following words; empty nodes follow their word."""

    def __init__(self, layout: Layout):
        self.layout = layout
        self.word = self.covered = self.minor = 0

    def defects(self, token: Token) -> Iterator[Defect]:
        raw = token.fields[0]
        if WORD_ID.fullmatch(raw):
            yield from self._word(token, int(raw))
        elif self.layout.extended and (match := RANGE_ID.fullmatch(raw)):
            first, last = int(match[1]), int(match[2])
            if first != self.word + 1 or last <= first or first <= self.covered:
                yield Defect(token.line, "ID", f"range {raw!r} where word {self.word + 1} begins")
            self.covered = max(self.covered, last)
        elif self.layout.extended and (match := EMPTY_NODE_ID.fullmatch(raw)):
            self.minor += 1
            if (int(match[1]), int(match[2])) != (self.word, self.minor):
                expected = f"{self.word}.{self.minor}"
                yield Defect(token.line, "ID", f"empty node {raw!r}; expected {expected}")
        else:
            yield Defect(token.line, "ID", f"{raw!r} is not a word number")

    def _word(self, token: Token, found: int) -> Iterator[Defect]:
        expected = self.word + 1
        if found < expected:
            yield Defect(token.line, "ID", f"duplicate id {found}; expected {expected}")
        elif found > expected:
            yield Defect(token.line, "ID", f"id {expected} is missing; found {found}")
        self.word, self.minor = max(found, self.word), 0

    def unfinished(self, last: Token) -> Iterator[Defect]:
        if self.covered > self.word:
            yield Defect(last.line, "ID", f"a range ends at {self.covered}, after the last word")


def _tree_defects(words: list[Token], layout: Layout, sound: bool) -> Iterator[Defect]:
    n = max((int(w.fields[0]) for w in words), default=0)
    head_name = layout.names[layout.head]
    heads: dict[int, int] = {}
    for word in words:
        raw, node = word.fields[layout.head], int(word.fields[0])
        if not raw:
            sound = False  # reported as an empty field
        elif not NATURAL.fullmatch(raw):
            yield Defect(word.line, head_name, f"{raw!r} is not a number; expected 0..{n}")
            sound = False
        elif int(raw) > n:
            yield Defect(word.line, head_name, f"{raw} outside 0..{n}")
            sound = False
        else:
            heads[node] = int(raw)
    line_of = {int(w.fields[0]): w.line for w in words}
    for cycle in _cycles(heads):
        path = " → ".join(str(node) for node in [*cycle, cycle[0]])
        yield Defect(line_of[cycle[0]], head_name, f"cycle {path}")
    roots = [node for node, head in heads.items() if head == 0]
    if not roots and sound:
        yield Defect(words[0].line, head_name, "no word has head 0; expected a root")
    for node in roots[1:]:
        message = f"word {node} is another root beside word {roots[0]}"
        yield Defect(line_of[node], head_name, message, WARNING)


def _cycles(heads: dict[int, int]) -> Iterator[list[int]]:
    """Each cycle once, beginning at its smallest node."""
    done: set[int] = set()
    for node in sorted(heads):
        path: list[int] = []
        while node in heads and node not in done:
            done.add(node)
            path.append(node)
            node = heads[node]
        if node in path:
            cycle = path[path.index(node) :]
            least = cycle.index(min(cycle))
            yield cycle[least:] + cycle[:least]
