"""Construction of label columns from codes and strings."""

from collections.abc import Sequence

import numpy as np
from numba import njit

from nonproj.data.treebank import ROOT_CODE, Column


def column_of(codes: np.ndarray, strings: Sequence[str]) -> Column:
    """Return a column with strings[codes[i]] in slot i and values in order of first occurrence.

    `strings` may contain duplicates and unused values. This takes O(n) in compiled code and one
    step in Python per string."""
    index: dict[str, int] = {}
    same = np.array([index.setdefault(s, i) for i, s in enumerate(strings)], dtype=np.int32)
    new_codes, order = _by_first_occurrence(np.require(codes, np.int32, ["C", "W"]), same)
    return Column(new_codes, tuple(strings[i] for i in order.tolist()))


@njit(cache=True)
def _by_first_occurrence(codes, same):
    new_code = np.full(len(same), -1, np.int32)
    order = np.empty(len(same), np.int32)
    new_codes = np.full(len(codes), ROOT_CODE, np.int32)
    n_values = 0
    for slot in range(len(codes)):
        if codes[slot] == ROOT_CODE:
            continue
        value = same[codes[slot]]
        if new_code[value] == -1:
            new_code[value] = n_values
            order[n_values] = value
            n_values += 1
        new_codes[slot] = new_code[value]
    return new_codes, order[:n_values]
