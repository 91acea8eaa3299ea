"""Labels that carry pseudo-projective marks (Nilsson 2009, T5.1).

    marked = plain [ "↑" [ plain ] ] [ "↓" ]
    plain  = one or more of:  any character but "\\", "↑", "↓"
                              "\\\\"   for a backslash of the original label
                              "\\↑"    for an arrow up of the original label
                              "\\↓"    for an arrow down of the original label

The first `plain` is the dependent's own label d. "↑" says that the arc was lifted, and the label h
of its syntactic head may follow. "↓" says that another arc was lifted over this one. The grammar is
unambiguous, so `parse` and `encode` are inverses for any labels of a treebank."""

import re
from enum import StrEnum
from typing import NamedTuple

from nonproj.errors import NonprojError

LIFTED, PATH, ESCAPE = "↑", "↓", "\\"
_PLAIN = r"(?:[^\\↑↓]|\\[\\↑↓])+"
_MARKED = re.compile(rf"({_PLAIN})(?:(↑)({_PLAIN})?)?(↓)?", re.DOTALL)
_RESERVED = re.compile(r"[\\↑↓]")
_ESCAPED = re.compile(r"\\([\\↑↓])")


class Encoding(StrEnum):
    """What the labels say about lifts: p0, pH, pP or pHP in Nilsson (2009), T5.1."""

    BASELINE = "baseline"
    HEAD = "head"
    PATH = "path"
    HEADPATH = "headpath"

    @property
    def marks_head(self) -> bool:
        """Whether the label of a lifted arc includes the label of the arc's syntactic head."""
        return self in (Encoding.HEAD, Encoding.HEADPATH)

    @property
    def marks_path(self) -> bool:
        """Whether the label of an arc is marked if another arc was lifted over this arc."""
        return self in (Encoding.PATH, Encoding.HEADPATH)


class MarkedLabel(NamedTuple):
    """A treebank's label with the marks that the pseudo-projective transformation adds."""

    label: str
    lifted: bool = False
    head_label: str | None = None  # for a lifted arc, if the encoding marks heads
    on_path: bool = False


def encode(marked: MarkedLabel) -> str:
    """Return the string for a label and its marks; raise NonprojError if there is none."""
    if not marked.label or marked.head_label == "" or (marked.head_label and not marked.lifted):
        raise NonprojError(f"{marked} has no encoding")
    text = _escape(marked.label)
    if marked.lifted:
        text += LIFTED + _escape(marked.head_label or "")
    return text + PATH if marked.on_path else text


def parse(text: str) -> MarkedLabel:
    """Parse a string that `encode` returned; raise NonprojError for any other string."""
    match = _MARKED.fullmatch(text)
    if match is None:
        raise NonprojError(
            f"label {text!r} is not of the form d, d↑, d↑h or any of these with a final ↓ "
            f"(in d and h, ↑, ↓ and \\ must follow a \\)"
        )
    label, lifted, head_label, on_path = match.groups()
    return MarkedLabel(
        _unescape(label),
        lifted is not None,
        None if head_label is None else _unescape(head_label),
        on_path is not None,
    )


def _escape(label: str) -> str:
    return _RESERVED.sub(lambda match: ESCAPE + match.group(), label)


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda match: match.group(1), text)
