"""Files with random bytes changed: read and described alike by two readers, or refused by both."""

import numpy as np

from fuzz.mutations import spliced
from nonproj.data.treebank import Format
from samples.conll import SAMPLES
from samples.readers import assert_agreement

SIGNS = (b"\t", b"\n", b"\n\n", b"\r\n", b"#", b"_", b" ", b"-", b".", b"0", b"1", b"9" * 12, b"\0")
FORMATS = tuple(Format)


def prepare() -> None:
    run_case(0)


def run_case(number: int) -> str:
    rng = np.random.default_rng(number)
    fmt = FORMATS[rng.integers(len(FORMATS))]
    other = FORMATS[rng.integers(len(FORMATS))]
    data = SAMPLES[other if rng.integers(8) == 0 else fmt].encode()
    data = spliced(rng, data, SIGNS, (0, 0, 1, 2, 40))
    heads = ("required", "ignored")[rng.integers(2)]
    return "accepted" if assert_agreement(data, fmt, heads) else "refused"
