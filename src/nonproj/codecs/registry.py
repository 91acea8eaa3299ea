"""The table of codecs, by name."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from nonproj.codecs import brackets, hexatags, hierarchy, seven_bits


def best_of_each(scores: np.ndarray, tags: Sequence[str], single_root: bool) -> np.ndarray:
    """Return the index of each word's best tag, given scores [word, tag]."""
    return scores.argmax(1)


class Codec(NamedTuple):
    """The functions of a codec, and a pattern that its tags match."""

    encode: Callable[[Sequence[int]], list[str]]
    decode: Callable[[Sequence[str], bool], list[int]]
    tag: re.Pattern[str]
    choose: Callable[[np.ndarray, Sequence[str], bool], np.ndarray] = best_of_each


CODECS = {
    "1planar": Codec(partial(brackets.encode, n_planes=1), brackets.decode, brackets.BRACKETS_TAG),
    "2planar": Codec(partial(brackets.encode, n_planes=2), brackets.decode, brackets.BRACKETS_TAG),
    "7bit": Codec(seven_bits.encode, seven_bits.decode, seven_bits.SEVEN_BITS_TAG),
    "hierarchy": Codec(hierarchy.encode, hierarchy.decode, hierarchy.HIERARCHY_TAG),
    "hexa": Codec(hexatags.encode, hexatags.decode, hexatags.HEXATAG, hexatags.best_tags),
}
