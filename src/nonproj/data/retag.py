"""Replacement of a treebank's tags, both in memory and in its source bytes."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from nonproj.data.reading.formats import layout_of
from nonproj.data.treebank import Column, Treebank


def retagged(treebank: Treebank, columns: Mapping[str, Column]) -> Treebank:
    """Return the treebank with these text columns; all other bytes of its source are unchanged.

    This takes O(n) time in pure Python, which is acceptable once per text."""
    if not columns:
        return treebank
    layout, source = layout_of(treebank.format), treebank.source
    data = source.data
    texts = {getattr(layout, name): column.strings() for name, column in columns.items()}
    edits = []
    for slot in np.flatnonzero(treebank.is_word).tolist():
        end = int(source.head[slot, 0])  # tags precede HEAD in every format
        begin = data.rfind(b"\n", 0, end) + 1
        begin = max(begin, data.rfind(b"\r", begin, end) + 1)
        fields = data[begin:end].split(b"\t")
        for column, strings in texts.items():
            fields[column] = strings[slot].encode()
        edits.append((begin, end, b"\t".join(fields)))
    return replace(treebank, source=source.edited(edits), **columns)
