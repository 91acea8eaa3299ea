"""A function that lists the defects of a treebank or a text."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import get_args

from nonproj.api import InputChoice, TextChoice
from nonproj.api.arguments import checked
from nonproj.api.detection import is_raw_text
from nonproj.data.reading.checks import find_defects
from nonproj.data.reading.defects import NO_HEAD, Defect
from nonproj.data.reading.encodings import read_bytes
from nonproj.data.reading.formats import Format, detect_format, layout_of
from nonproj.errors import one_of
from nonproj.option_types import HeadsChoice

TEXT_CHECKS = "nonproj.text.formats"  # the module that checks texts


@checked
def check(
    source: str | Path | bytes,
    format: InputChoice | None = None,
    heads: HeadsChoice = "required",
) -> list[Defect]:
    """List every defect in a file or in bytes, with its line, column, message and severity.

    `read` accepts a treebank if all its defects have the severity "warning".

    format: detected by default. The formats of texts, text, plain and words, are those of
        `tokenize`.
    heads: as in `read`, "partial" for a treebank in which words may have no head, and "ignored"
        for a treebank or a text to be parsed."""
    in_memory = isinstance(source, bytes)
    data, name = (source, "<memory>") if in_memory else (read_bytes(source), str(source))
    ignored = one_of(get_args(HeadsChoice), heads, "heads") == "ignored"
    kind = format or ("text" if ignored and is_raw_text(data, name) else None)
    if kind in get_args(TextChoice):
        return import_module(TEXT_CHECKS).find_text_defects(data, kind)
    chosen = one_of(Format, kind, "format") if kind else detect_format(name, data)
    found = find_defects(data, layout_of(chosen), ignored)
    partial = heads == "partial"
    return [defect for defect in found if not (partial and defect.message.startswith(NO_HEAD))]
