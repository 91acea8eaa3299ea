"""The size and the annotation style of a treebank file, of which nothing else is checked."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from nonproj.data.reading.encodings import read_bytes
from nonproj.data.reading.formats import detect_format, layout_of
from nonproj.trees.restructuring.styles import DEFAULT_STYLE, evidence, style_of

WORD_LINE = re.compile(rb"^[0-9]+\t", re.MULTILINE)
FIRST_WORD = re.compile(rb"^1\t", re.MULTILINE)


class Outline(NamedTuple):
    """Numbers of words and sentences, and the coordination style; "" if it is unknown."""

    words: int = 0
    sentences: int = 0
    style: str = DEFAULT_STYLE


def outline(path: str | Path | None) -> Outline:
    """Count a file's lines that have words, and find the style that its labels indicate.

    Without a file, all is as by default."""
    if not path:
        return Outline()
    data = read_bytes(path)
    column = layout_of(detect_format(str(path), data)).deprel
    fields = (line.split(b"\t") for line in data.splitlines() if WORD_LINE.match(line))
    labels = Counter(row[column] for row in fields if len(row) > column)
    counts = {label.decode(errors="replace"): n for label, n in labels.items()}
    style = style_of(counts)
    known = style if evidence(style, counts) else ""
    return Outline(len(WORD_LINE.findall(data)), len(FIRST_WORD.findall(data)), known)
