"""Files with random bytes changed: read and described alike by two readers, or refused by both."""

import warnings

import numpy as np

from fuzz.mutations import edited_bytes
from nonproj.data.conll import parse_treebank, render
from nonproj.data.reading.checks import find_defects
from nonproj.data.reading.defects import ERROR, TreebankError
from nonproj.data.reading.formats import layout_of
from nonproj.data.treebank import Format
from samples.conll import SAMPLES

SIGNS = (b"\t", b"\n", b"\n\n", b"\r\n", b"#", b"_", b" ", b"-", b".", b"0", b"1", b"9" * 12, b"\0")
FORMATS = tuple(Format)


def prepare() -> None:
    run_case(0)


def run_case(number: int) -> str:
    rng = np.random.default_rng(number)
    fmt = FORMATS[rng.integers(len(FORMATS))]
    other = FORMATS[rng.integers(len(FORMATS))]
    data = _changed(rng, SAMPLES[other if rng.integers(8) == 0 else fmt].encode())
    heads = ("required", "ignored")[rng.integers(2)]
    defects = find_defects(data, layout_of(fmt), heads_ignored=heads == "ignored")
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            treebank = parse_treebank(data, format=fmt, heads=heads)
    except TreebankError as error:
        if error.defects != defects or all(defect.severity != ERROR for defect in defects):
            raise AssertionError("the readers disagree") from error
        return "refused"
    assert all(defect.severity != ERROR for defect in defects), "a wrong accept"
    if heads == "required" and not told:
        assert render(treebank) == data
    return "accepted"


def _changed(rng: np.random.Generator, data: bytes) -> bytes:
    for _ in range(rng.integers(4)):
        place, length = rng.integers(len(data) + 1), (0, 0, 1, 2, 40)[rng.integers(5)]
        data = data[:place] + SIGNS[rng.integers(len(SIGNS))] + data[place + length :]
    return edited_bytes(rng, data) if rng.integers(8) == 0 else data
