"""A function that lists the defects of a treebank."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from nonproj.api.arguments import checked
from nonproj.choices import FormatChoice
from nonproj.data.reading.checks import find_defects
from nonproj.data.reading.defects import Defect
from nonproj.data.reading.encodings import read_bytes
from nonproj.data.reading.formats import Format, detect_format, layout_of
from nonproj.errors import one_of


@checked
def check(
    source: str | Path | bytes,
    format: FormatChoice | None = None,
    heads: Literal["required", "ignored"] = "required",
) -> list[Defect]:
    """List every defect in a file or in bytes, with its line, column, message and severity.

    `read` accepts a treebank if all its defects have the severity "warning".

    heads: "ignored" for text to be parsed, as in `read`."""
    in_memory = isinstance(source, bytes)
    data, name = (source, "<memory>") if in_memory else (read_bytes(source), str(source))
    chosen = one_of(Format, format, "format") if format else detect_format(name, data)
    ignored = one_of(("required", "ignored"), heads, "heads") == "ignored"
    return find_defects(data, layout_of(chosen), ignored)
