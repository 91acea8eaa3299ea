"""XML with random changes: refused in one line, or converted to what both readers accept."""

import numpy as np

from fuzz.mutations import refusal, spliced
from nonproj.data.conll import parse_treebank
from nonproj.data.reading.checks import find_defects
from nonproj.data.reading.defects import ERROR
from nonproj.data.reading.formats import CONLLX
from nonproj.data.reading.perseus import conllx_of
from nonproj.errors import NonprojError
from samples.perseus import BROKEN, DIVIDED, ELLIPSIS, NESTED, text

SENTENCES = (DIVIDED, ELLIPSIS, NESTED, *BROKEN.values())
SIGNS = (
    *(b'"', b"<", b"/>", b"&#9;", b"&#10;", b"&#0;", b"&amp;", b"\t", b"\n", b"0", b"1", b"-1"),
    *(b' head="2"', b' id=""', b' artificial="elliptic"', b"_ExD_", b"_CO", b"</sentence>"),
    *(b"<sentence>", b"<word/>", b"<!DOCTYPE a>", b"\xff", b"\xc2\x85", b"\xe2\x80\xa8"),
    b"\xc2\xa0",
)


def prepare() -> None:
    run_case(0)


def run_case(number: int) -> str:
    rng = np.random.default_rng(number)
    chosen = rng.integers(len(SENTENCES), size=rng.integers(4))
    data = text(SENTENCES[number % 3], *(SENTENCES[i] for i in chosen))
    data = spliced(rng, data, SIGNS, (0, 0, 1, 2, 12))
    try:
        found = conllx_of(data, "text.xml")
    except NonprojError as error:
        return refusal(error)
    columns = b"".join(found.sentences)
    assert parse_treebank(columns, format="conllx").n_sentences == len(found.sentences)
    assert all(defect.severity != ERROR for defect in find_defects(columns, CONLLX))
    return "accepted"
