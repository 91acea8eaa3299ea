"""What the reader and the slow checks have to agree on, and files without trees."""

import re
import warnings

import pytest

from nonproj.data.conll import parse_treebank, render
from nonproj.data.reading.checks import find_defects
from nonproj.data.reading.defects import ERROR, Defect, TreebankError
from nonproj.data.reading.formats import Layout, layout_of
from nonproj.data.treebank import Format
from samples.conll import assert_holds


def without_heads(data: bytes, columns: int = 1) -> bytes:
    """HEAD `_`, with two columns DEPREL as well, in all words."""
    rows = [line.split(b"\t") for line in data.split(b"\n")]
    for row in rows:
        if len(row) >= 10 and row[0].isdigit():
            for column in (6, 7)[:columns] if len(row) < 14 else (8, 10)[:columns]:
                row[column] = b"_"
    return b"\n".join(b"\t".join(row) for row in rows)


def without_trees(data: bytes) -> bytes:
    return without_heads(data, columns=2)


def assert_agreement(data: bytes, fmt: Format, heads: str) -> bool:
    """The reader raises if and only if a defect is listed; return whether the file is accepted."""
    defects = find_defects(data, layout_of(fmt), heads_ignored=heads == "ignored")
    assert [d.line for d in defects] == sorted(d.line for d in defects)
    if any(defect.severity == ERROR for defect in defects):
        with pytest.raises(TreebankError) as caught:
            parse_treebank(data, format=fmt, heads=heads)
        assert caught.value.defects == defects
        return False
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        treebank = parse_treebank(data, format=fmt, heads=heads)
    assert len(told) == any(map(is_odd, defects))
    kept = without_trees if heads == "ignored" else bytes
    if heads == "required" or not told:
        assert render(treebank) == kept(data)
    text = kept(plain(data, layout_of(fmt))).decode()
    assert_holds(treebank, text)
    chosen = treebank.select(range(treebank.n_sentences))
    assert_holds(chosen, text)
    with warnings.catch_warnings(action="ignore"):
        assert_holds(parse_treebank(render(chosen), format=fmt, heads=heads), text)
    return True


def is_odd(defect: Defect) -> bool:
    """Neither another root nor a missing label nor a repeated id, which strict reading accepts."""
    return bool(re.search("line|empty;|order|comment|blanks", defect.message)) and (
        defect.column != "sent_id"
    )


def plain(data: bytes, layout: Layout) -> bytes:
    """The file without oddities, by another way than the reader's."""
    text = data.decode("utf-8-sig")
    text = re.sub("\r+(?=\n|\\Z)", "", text) if "\n" in text else text.replace("\r", "\n")
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    lines = [line for line in lines if not line.startswith("#")] if layout.comments else lines
    blocks = [block.strip("\n") for block in re.split("\n\n+", "\n".join(lines).strip("\n"))]
    blocks[0] = re.sub("\\A[iI][dD]\t.*\n+", "", blocks[0])
    rows = "\n\n".join(filter(None, blocks)) + "\n\n"
    return re.sub("(?<=\t)(?=\t|\n)", "_", rows).encode()
