"""One file for each defect: what is said about it, and that the reader says the same."""

from pathlib import Path

import pytest

from nonproj.data.checks import ERROR, SHOWN, WARNING, Defect, TreebankError, find_defects
from nonproj.data.conll import parse_treebank, read_treebank, render
from nonproj.data.formats import detect_format, format_named, layout_of

DEFECTS = Path(__file__).parent / "defects"
NO_FINAL_LINE = "the file ends inside a sentence; expected an empty line"
EMPTY_LINE = "empty line where a sentence was expected"
EMPTY_FIELD = "empty; expected a value or _"
CR_LF = "line ends in CR LF; expected LF alone"

EXPECTED = {  # file -> (line, column, message) of each defect
    "blank-line-after-comments.conllu": [(6, None, EMPTY_LINE)],
    "blank-line-first.conllu": [(1, None, EMPTY_LINE)],
    "blank-lines-only.conllu": [
        (1, None, EMPTY_LINE),
        (2, None, EMPTY_LINE),
        (2, None, "the file holds no sentence"),
    ],
    "byte-order-mark.conllu": [(1, None, "byte order mark at the beginning; expected plain UTF-8")],
    "carriage-return-inside.conllu": [(8, None, "carriage return inside the line")],
    "comment-in-conllx.conllx": [
        (1, None, "1 column; expected 10; columns are separated by tabs, not spaces")
    ],
    "comment-inside-sentence.conllu": [(8, None, "comment inside a sentence")],
    "crlf.conllu": [(1, None, CR_LF), (2, None, CR_LF), (3, None, CR_LF)],
    "cycle.conllu": [(8, "HEAD", "cycle 3 → 4 → 3")],
    "cycle.conllx": [(3, "HEAD", "cycle 3 → 4 → 3")],
    "double-blank-line.conllu": [(4, None, EMPTY_LINE)],
    "duplicate-id.conllu": [(9, "ID", "duplicate id 3; expected 4")],
    "empty-argument.conll2009": [(3, "column 15", EMPTY_FIELD)],
    "empty-deprel.conllu": [(8, "DEPREL", EMPTY_FIELD)],
    "empty-file.conllu": [(1, None, "the file holds no sentence")],
    "empty-form.conllu": [(8, "FORM", EMPTY_FIELD)],
    "empty-node-misplaced.conllu": [(7, "ID", "empty node '2.1'; expected 1.1")],
    "empty-node-only.conllu": [(6, "ID", "the sentence has no word")],
    "empty-node-out-of-order.conllu": [(7, "ID", "empty node '1.2'; expected 1.1")],
    "head-beyond-32-bits.conllu": [(8, "HEAD", "4294967298 outside 0..4")],
    "head-huge.conllu": [(8, "HEAD", f"{'1' * 40}… outside 0..4")],
    "head-in-other-digits.conllu": [(8, "HEAD", "'٢' is not a number; expected 0..4")],
    "head-missing-once.conllu": [(8, "HEAD", "'_' is not a number; expected 0..4")],
    "head-missing-throughout.conllu": [
        (line, "HEAD", "'_' is not a number; expected 0..4") for line in (6, 7, 8, 9)
    ],
    "head-negative.conllu": [(8, "HEAD", "-1 outside 0..4")],
    "head-not-a-number.conllu": [(8, "HEAD", "'two' is not a number; expected 0..4")],
    "head-out-of-range.conll2009": [(3, "HEAD", "4 outside 0..3")],
    "head-out-of-range.conllu": [(8, "HEAD", "5 outside 0..4")],
    "head-with-leading-zero.conllu": [(8, "HEAD", "'02' is not a number; expected 0..4")],
    "id-empty.conllu": [(8, "ID", EMPTY_FIELD)],
    "id-not-a-number.conllu": [(8, "ID", "'three' is not a word number")],
    "id-starting-at-2.conllu": [(6, "ID", "id 1 is missing; found 2")],
    "invalid-utf8.conllu": [(8, None, "invalid UTF-8 at byte 4: b'\\xe9'")],
    "missing-id.conllu": [(9, "ID", "id 4 is missing; found 5")],
    "no-root.conllu": [
        (6, "HEAD", "cycle 1 → 2 → 1"),
        (6, "HEAD", "no word has head 0; expected a root"),
    ],
    "only-comments.conllu": [(2, None, "the file holds no sentence")],
    "range-beyond-the-end.conllu": [(9, "ID", "range '4-5' ends after the last word, 4")],
    "range-in-conllx.conllx": [(1, "ID", "'1-2' is not a word number")],
    "range-misplaced.conllu": [(7, "ID", "range '3-4' before word 2")],
    "range-only.conllu": [(6, "ID", "the sentence has no word")],
    "range-overlapping.conllu": [(8, "ID", "range '2-3' overlaps the one up to 2")],
    "range-reversed.conllu": [(8, "ID", "range '3-2' ends before a second word")],
    "self-loop.conllu": [(8, "HEAD", "cycle 3 → 3")],
    "several-defects.conllu": [
        (6, "HEAD", "9 outside 0..4"),
        (8, "ID", "'x' is not a word number"),
        (9, "DEPREL", EMPTY_FIELD),
        (11, None, EMPTY_LINE),
        (14, "HEAD", "no word has head 0; expected a root"),
        (15, "HEAD", "cycle 2 → 2"),
        (19, None, "3 columns; expected 10"),
        (19, None, NO_FINAL_LINE),
    ],
    "spaces-instead-of-tabs.conllu": [
        (8, None, "1 column; expected 10; columns are separated by tabs, not spaces")
    ],
    "too-few-columns.conll2009": [(2, None, "13 columns; expected 14 or more")],
    "too-few-columns.conllu": [(8, None, "9 columns; expected 10")],
    "too-many-columns.conllu": [(8, None, "11 columns; expected 10")],
    "truncated-after-comments.conllu": [
        (5, None, "the file ends after comments; expected their sentence")
    ],
    "truncated-inside-a-line.conllu": [
        (8, None, "2 columns; expected 10"),
        (8, None, NO_FINAL_LINE),
    ],
    "truncated-no-final-empty-line.conllu": [(9, None, NO_FINAL_LINE)],
    "truncated-no-final-line-feed.conllu": [(9, None, NO_FINAL_LINE)],
    "uneven-columns.conll2009": [(3, None, "16 columns; the sentence began with 15")],
}
SEVERAL_ROOTS = [(9, "HEAD", "word 4 is another root beside word 2")]


def check(name: str, heads: str = "required") -> list[Defect]:
    layout = layout_of(format_named(Path(name).suffix[1:]))
    return find_defects((DEFECTS / name).read_bytes(), layout, heads == "optional")


def read(name: str, heads: str = "required"):
    return read_treebank(DEFECTS / name, format=Path(name).suffix[1:], heads=heads)


def test_every_file_has_its_expectation():
    files = {path.name for path in DEFECTS.iterdir() if not path.name.startswith(".")}
    assert files == {*EXPECTED, "several-roots.conllu"}


@pytest.mark.parametrize("name", EXPECTED)
def test_defects_of(name):
    expected = [Defect(line, column, message, ERROR) for line, column, message in EXPECTED[name]]
    assert check(name) == expected
    with pytest.raises(TreebankError) as caught:
        read(name)
    path = DEFECTS / name
    lines = [f"{path}:{d.line}:{f' {d.column}:' if d.column else ''} {d.message}" for d in expected]
    assert str(caught.value).split("\n") == lines
    assert caught.value.defects == expected


def test_several_roots_are_a_warning():
    assert check("several-roots.conllu") == [Defect(*SEVERAL_ROOTS[0], WARNING)]
    assert read("several-roots.conllu").heads(1).tolist() == [-1, 2, 0, 2, 0]


def test_heads_may_be_missing_throughout_a_sentence():
    assert check("head-missing-throughout.conllu", heads="optional") == []
    treebank = read("head-missing-throughout.conllu", heads="optional")
    assert treebank.heads(0).tolist() == [-1, 0]
    assert treebank.heads(1).tolist() == [-1, -2, -2, -2, -2]
    assert render(treebank) == (DEFECTS / "head-missing-throughout.conllu").read_bytes()


def test_heads_may_not_be_missing_in_a_part_of_a_sentence():
    name = "head-missing-once.conllu"
    assert [d.line for d in check(name, heads="optional")] == [8]
    with pytest.raises(TreebankError, match="'_' is not a number"):
        read(name, heads="optional")


def test_a_message_stops_after_twenty_defects():
    data = b"1\tx\t_\t_\t_\t_\t7\t_\t_\t_\n\n" * (SHOWN + 5)
    with pytest.raises(TreebankError) as caught:
        parse_treebank(data, name="x.conllu")
    lines = str(caught.value).split("\n")
    assert len(lines) == SHOWN + 1
    assert lines[-1] == "x.conllu: and 5 more; `nonproj check` lists them all"
    assert len(caught.value.defects) == SHOWN + 5


def test_a_byte_order_mark_does_not_hide_the_format():
    data = (DEFECTS / "byte-order-mark.conllu").read_bytes().split(b"\n", 3)[0]
    assert detect_format("x.txt", data) == "conllu"
