"""Labels with trailing signs that mark tokens as moved.

    marked = plain { sign }
    plain  = any characters, in which each sign and each "\\" follows a "\\"

All labels are written in this way, with or without marks. `parse` therefore undoes `spell` for any
label, even for labels that contain the sign or end in it."""

import re

import numpy as np

from nonproj.data.treebank import Column
from nonproj.trees.relabel import column_of

SWAPPED_MARK, MOVED, OF_THE_COORDINATION = "∗", "′", "+"
MARK_ESCAPE = "\\"


def spell(label: str, sign: str, times: int = 0) -> str:
    escaped = label.replace(MARK_ESCAPE, MARK_ESCAPE * 2).replace(sign, MARK_ESCAPE + sign)
    return escaped + sign * times


def parse(text: str, sign: str) -> tuple[str, int]:
    """Return the label without marks, and the number of marks that it had.

    A label that `spell` cannot have written is returned unchanged."""
    bare = text.rstrip(sign)
    times = len(text) - len(bare)
    if times and (len(bare) - len(bare.rstrip(MARK_ESCAPE))) % 2:
        bare, times = bare + sign, times - 1
    if not bare:
        return text, 0
    return re.sub(rf"\\([\\{sign}])", r"\1", bare), times


def marked(labels: Column, times: np.ndarray, sign: str) -> Column:
    """Return the column after adding times[i] marks to the label in each slot i.

    This takes O(n) in compiled code and one step in Python for each label and number of marks."""
    most = int(times.max(initial=0)) + 1
    strings = [spell(label, sign, k) for label in labels.values for k in range(most)]
    return column_of(np.where(labels.codes < 0, labels.codes, labels.codes * most + times), strings)


def unmarked(labels: Column, sign: str) -> tuple[Column, np.ndarray]:
    """Return the column without marks, and how often the label of each slot was marked."""
    parsed = [parse(label, sign) for label in labels.values]
    times = np.array([k for _, k in parsed] + [0], dtype=np.int32)
    return column_of(labels.codes, [label for label, _ in parsed]), times[labels.codes]
