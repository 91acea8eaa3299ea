"""One file for each defect: its description, and agreement with the reader."""

import bz2
import gzip
import io
import lzma
import subprocess
import warnings
import zipfile
from pathlib import Path

import pytest

from nonproj.data.conll import parse_treebank, read_treebank, render, write_treebank
from nonproj.data.reading.checks import find_defects
from nonproj.data.reading.defects import (
    ERROR,
    LISTED,
    WARNING,
    Defect,
    OddityWarning,
    TreebankError,
)
from nonproj.data.reading.formats import Format, detect_format, layout_of
from nonproj.data.reading.warnings import repeated_ids
from nonproj.errors import NonprojError
from samples.conll import SAMPLES, assert_holds, plain_sentences

DEFECTS = Path(__file__).parent / "defects"
AWK = r"awk -v RS= -v ORS='\n\n' 1 FILE"
NO_FINAL_LINE = (
    f"the file ends inside a sentence; expected an empty line; to add only this line: {AWK}"
)
EMPTY_LINE = f"empty line where a sentence was expected; remove it with: {AWK}"
EMPTY_FIELD = "empty; expected a value or _"
NO_TREES = (
    "no word has a HEAD: this is a text without trees; `parse`, `tag` and `check --text` accept "
    'it, and Python with heads="ignored"'
)
FROM_LATIN = "for a text in ISO-8859-2: iconv -f ISO-8859-2 -t UTF-8 FILE | nonproj COMMAND -"
CR_LF = r"lines end in CR LF; expected LF: tr -d '\r' < FILE"
BYTE_ORDER_MARK = "byte order mark; expected plain UTF-8: tail -c +4 FILE"

EXPECTED = {  # file -> (line, column, message) of each defect
    "blank-lines-only.conllu": [
        (1, None, EMPTY_LINE),
        (2, None, EMPTY_LINE),
        (2, None, "the file contains no sentence"),
    ],
    "carriage-return-inside.conllu": [(8, "FORM", r"control character '\r'")],
    "comment-in-conllx.conllx": [(1, None, "1 column; expected 10; only CoNLL-U has comments")],
    "control-character-in-comment.conllu": [(1, None, r"control character '\x00'")],
    "control-character-in-form.conllu": [(8, "FORM", r"control character '\x1b'")],
    "control-character-in-head.conllu": [(8, "HEAD", r"control character '\x00'")],
    "control-character-in-id.conllu": [(8, "ID", r"control character '\x7f'")],
    "crlf-and-more.conllu": [
        (1, None, f"8 of 9 {CR_LF}"),
        (6, None, "9 columns; expected 10"),
        (8, "HEAD", "5 outside 0..4"),
        (9, None, NO_FINAL_LINE),
    ],
    "cycle.conllu": [(8, "HEAD", "cycle 3 → 4 → 3")],
    "cycle.conllx": [(3, "HEAD", "cycle 3 → 4 → 3")],
    "duplicate-id.conllu": [(9, "ID", "duplicate id 3; expected 4")],
    "empty-deprel.conllu": [(8, "DEPREL", EMPTY_FIELD)],
    "empty-file.conllu": [(1, None, "the file contains no sentence")],
    "empty-form.conllu": [(8, "FORM", EMPTY_FIELD)],
    "empty-head-and-no-label.conllu": [(8, "HEAD", EMPTY_FIELD)],
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
    "invalid-utf8.conllu": [(8, None, f"invalid UTF-8 at byte 4: b'\\xe9'; {FROM_LATIN}")],
    "missing-id.conllu": [(9, "ID", "id 4 is missing; found 5")],
    "no-root.conllu": [
        (6, "HEAD", "cycle 1 → 2 → 1"),
        (6, "HEAD", "no word has head 0; expected a root"),
    ],
    "out-of-order-id.conllu": [
        (8, "ID", "id 3 is missing; found 4"),
        (9, "ID", "id 3 comes after id 4"),
    ],
    "only-comments.conllu": [(2, None, "the file contains no sentence")],
    "range-beyond-the-end.conllu": [(9, "ID", "range '4-5' ends after the last word, 4")],
    "range-in-conllx.conllx": [(1, "ID", "'1-2' is not a word number")],
    "range-misplaced.conllu": [(7, "ID", "range '3-4' before word 2")],
    "range-only.conllu": [(6, "ID", "the sentence has no word")],
    "range-overlapping.conllu": [(8, "ID", "range '2-3' overlaps the range up to 2")],
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
    "truncated-inside-a-line.conllu": [
        (8, None, "2 columns; expected 10"),
        (8, None, NO_FINAL_LINE),
    ],
    "uneven-columns.conll2009": [
        (3, None, "16 columns; expected 15 as in the rest of the sentence")
    ],
    "uneven-first-line.conll2009": [
        (1, None, "16 columns; expected 15 as in the rest of the sentence")
    ],
    "uneven-first-line.conllu": [(2, None, "11 columns; expected 10")],
}
ODD = {  # files that are read with one warning, and what `check` lists
    "blanks-in-empty-line.conllu": [(3, None, "blanks in an empty line")],
    "carriage-returns.conllu": [(1, None, r"10 lines end in CR; expected LF: tr '\r' '\n' < FILE")],
    "column-names.conll2009": [(1, None, "a line of column names; expected a word")],
    "empty-cells.conllu": [(7, "XPOS", EMPTY_FIELD), (7, "MISC", EMPTY_FIELD)],
    "blank-line-after-comments.conllu": [(6, None, EMPTY_LINE)],
    "blank-line-first.conllu": [(1, None, EMPTY_LINE)],
    "byte-order-mark.conllu": [(1, None, BYTE_ORDER_MARK)],
    "comment-inside-sentence.conllu": [(8, None, "comment inside a sentence")],
    "crlf.conllu": [(1, None, f"3 of 3 {CR_LF}")],
    "double-blank-line.conllu": [(4, None, EMPTY_LINE)],
    "truncated-after-comments.conllu": [
        (5, None, "the file ends after comments; expected a sentence")
    ],
    "truncated-no-final-empty-line.conllu": [(9, None, NO_FINAL_LINE)],
    "truncated-no-final-line-feed.conllu": [(9, None, NO_FINAL_LINE)],
    "empty-argument.conll2009": [(3, "column 15", EMPTY_FIELD)],
}
SILENT = {  # files that are read without a warning, and what `check` lists
    "several-roots.conllu": [(9, "HEAD", "word 4 is another root; the first is word 2")],
    "label-missing.conllu": [(8, "DEPREL", "_ with HEAD 2; expected a label")],
    "labels-missing-throughout.conllx": [
        (1, "DEPREL", "_ with a HEAD in all 4 words of the file; expected labels")
    ],
    "sentence-id-repeated.conllu": [
        (4, "sent_id", "'a 1' is also the id of the sentence in line 1")
    ],
}
HARMLESS = (NO_FINAL_LINE, EMPTY_LINE, BYTE_ORDER_MARK)  # warnings in files with errors, too


def check(name: str, heads: str = "required") -> list[Defect]:
    layout = layout_of(Format(Path(name).suffix[1:]))
    return find_defects((DEFECTS / name).read_bytes(), layout, heads == "ignored")


def read(name: str, heads: str = "required"):
    return read_treebank(DEFECTS / name, format=Path(name).suffix[1:], heads=heads)


def test_every_file_with_a_defect_has_its_expected_messages():
    files = {path.name for path in DEFECTS.iterdir() if not path.name.startswith(".")}
    assert files == {*EXPECTED, *ODD, *SILENT}


@pytest.mark.parametrize("name", [*ODD, *SILENT])
def test_files_with_nothing_but_warnings_are_read_with_one_warning_or_none(name):
    assert check(name) == [Defect(*found, WARNING) for found in (ODD | SILENT)[name]]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert render(read(name)) == (DEFECTS / name).read_bytes()
    assert [warning.category for warning in caught] == [OddityWarning] * (name in ODD)
    said = [str(warning.message) for warning in caught]
    assert all(line.startswith(f"{DEFECTS / name}: read despite defects: ") for line in said)


@pytest.mark.kernels
@pytest.mark.parametrize("name", EXPECTED)
def test_defects_of_a_file_are_listed_and_keep_it_from_being_read(name):
    harmless = [f[2] in HARMLESS or f[2].endswith(CR_LF) for f in EXPECTED[name]]
    severities = [WARNING if each else ERROR for each in harmless]
    expected = [Defect(*f, s) for f, s in zip(EXPECTED[name], severities, strict=True)]
    assert check(name) == expected
    with pytest.raises(TreebankError) as caught:
        read(name)
    path = DEFECTS / name
    lines = [
        f"{path}:{d.line}:{f' {d.column}:' if d.column else ''} {d.message}"
        for d in expected
        if d.severity == ERROR
    ]
    said = str(caught.value).split("\n")
    hints = [line for line in said if 'heads="ignored"' in line]
    assert [line for line in said if line not in hints] == lines
    assert len(hints) == name.startswith("head-missing")
    assert caught.value.defects == expected


NOT_LOOKED_AT = [n for n in EXPECTED if n.startswith(("head-", "cycle", "no-root", "self-loop"))]


@pytest.mark.parametrize("name", [*NOT_LOOKED_AT, "label-missing.conllu"])
def test_a_file_with_wrong_heads_is_read_if_heads_are_ignored(name):
    assert check(name, heads="ignored") == []
    treebank = read(name, heads="ignored")
    assert set(treebank.head[treebank.is_word].tolist()) == {-2}
    assert treebank.head[treebank.start[:-1]].tolist() == [-1] * treebank.n_sentences
    assert set(treebank.deprel.strings()) == {None, "_"}
    head, label = (8, 10) if name.endswith("2009") else (6, 7)
    rows = [line.split("\t") for line in (DEFECTS / name).read_text("utf-8").split("\n")]
    for row in rows:
        if row[0].isdecimal():
            row[head] = row[label] = "_"
    assert render(treebank).decode() == "\n".join("\t".join(row) for row in rows)


def test_defects_outside_heads_are_reported_if_heads_are_ignored():
    for name in EXPECTED.keys() - NOT_LOOKED_AT:
        expected = [
            defect
            for defect in check(name)
            if defect.column != "HEAD" or defect.message.startswith(("control", "empty"))
        ]
        assert check(name, heads="ignored") == expected, name
        if any(defect.severity == ERROR for defect in expected):
            with pytest.raises(TreebankError):
                read(name, heads="ignored")


def test_a_message_stops_after_twenty_defects():
    data = b"1\tx\t_\t_\t_\t_\t7\t_\t_\t_\n\n" * (LISTED + 5)
    with pytest.raises(TreebankError) as caught:
        parse_treebank(data, name="x.conllu")
    lines = str(caught.value).split("\n")
    assert len(lines) == LISTED + 1
    assert lines[-1] == "x.conllu: and 5 more; `nonproj check` lists them"
    assert len([d for d in caught.value.defects if d.severity == ERROR]) == LISTED + 5


def packed_as_zip(data: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("treebank.conllu", data)
    return stream.getvalue()


def recoded(encoding: str):
    return lambda data: data.decode("utf-8").encode(encoding)


FOREIGN = {  # what was done to a file, and the remedy that has to be in the message
    "zip": (packed_as_zip, "unzip -p FILE"),
    "UTF-16": (recoded("utf-16"), "iconv -f UTF-16 -t UTF-8 FILE"),
    "UTF-16LE": (recoded("utf-16-le"), "iconv -f UTF-16LE -t UTF-8 FILE"),
    "UTF-16BE": (recoded("utf-16-be"), "iconv -f UTF-16BE -t UTF-8 FILE"),
    "UTF-32": (recoded("utf-32"), "iconv -f UTF-32 -t UTF-8 FILE"),
}
FOREIGN |= {
    f"UTF-16 {order} with its mark": (
        lambda data, order=order: ("\ufeff" + data.decode()).encode(f"utf-16-{order}"),
        "iconv -f UTF-16 -t UTF-8 FILE",
    )
    for order in ("le", "be")
}


@pytest.mark.parametrize("fmt", SAMPLES)
@pytest.mark.parametrize("kind", FOREIGN)
def test_a_zipped_or_recoded_file_gets_one_message_with_a_remedy_that_works(tmp_path, fmt, kind):
    data, (make, remedy) = SAMPLES[fmt].encode(), FOREIGN[kind]
    path = tmp_path / "text.conll"
    path.write_bytes(make(data))
    with pytest.raises(TreebankError) as caught:
        read_treebank(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:1: ")
    assert message.endswith(f": {remedy} | nonproj COMMAND -")
    assert kind.split(" with")[0].split()[0] in message
    assert "\n" not in message
    if kind != "zip":  # unzip is not on every machine
        assert applied(remedy, path) == data


def applied(remedy: str, path: Path) -> bytes:
    command = remedy.replace("FILE", str(path))
    return subprocess.run(command, shell=True, check=True, capture_output=True).stdout


def test_a_file_in_latin_2_gets_one_message_with_a_remedy_that_works(tmp_path):
    data = (6 * "# text = kéz\n1\tkéz\tkéz\tN\tN\t_\t0\troot\t_\t_\n\n").encode()
    (path := tmp_path / "latin.conllu").write_bytes(data.decode().encode("latin2"))
    (defect,) = find_defects(path.read_bytes(), layout_of(Format.CONLLU))
    assert (defect.line, defect.message) == (
        1, rf"invalid UTF-8 at byte 11: b'\xe9', and in 11 more lines; {FROM_LATIN}"
    )  # fmt: skip
    assert applied(defect.message.split(": ")[-1].split(" |")[0], path) == data


NINE, ROOT = "\t".join(["1", *"w" * 8]), "{}\tw\tw\tN\tN\t_\t0\tdep\t_\t_\n"
WHOLE_FILES = {  # text (\udce9 stands for a byte that is not UTF-8), and what is said of it
    "damaged lines of a file in UTF-8": (
        "# kéz\n" + 2 * "1\tk\udce9z\tkez\tN\tN\t_\t0\troot\t_\t_\n\n",
        [(line, None, r"invalid UTF-8 at byte 4: b'\xe9'") for line in (2, 4)],
    ),
    "all lines lack a column": (
        f"# text = w\n{NINE}\n\n{NINE}\n\n",
        [(2, None, "every line has 9 columns; expected 10")],
    ),
    "text without trees, where a tag seems to reveal the label, as all labels are `_`": (
        "".join(f"1\tw\tw\tN\tN{i % 300}\t_\t_\t_\t_\t_\n\n" for i in range(900)),
        [(1, "HEAD", NO_TREES)],
    ),
    "an empty field after a byte order mark": (
        "\ufeff\tw\tw\tT\tT\t_\t0\td\t_\t_\n\n",
        [(1, None, BYTE_ORDER_MARK), (1, "ID", EMPTY_FIELD)],
    ),
    "many further roots": (
        7 * (ROOT.format(1) + ROOT.format(2) + "\n"),
        [
            *((n, "HEAD", "word 2 is another root; the first is word 1") for n in range(2, 16, 3)),
            (17, "HEAD", "2 more words are another root, the last in line 20"),
        ],
    ),
}


@pytest.mark.parametrize("case", WHOLE_FILES)
def test_many_alike_defects_of_a_file_are_reported_in_few_lines(case):
    text, expected = WHOLE_FILES[case]
    found = find_defects(text.encode(errors="surrogateescape"), layout_of(Format.CONLLU))
    assert [(d.line, d.column, d.message) for d in found] == expected
    assert ({d.severity for d in found} == {WARNING}) == (case == "many further roots")


@pytest.mark.parametrize("fmt", SAMPLES)
@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_compressed_files_are_read_and_written(tmp_path, fmt, pack):
    suffix = {gzip.compress: ".gz", lzma.compress: ".xz", bz2.compress: ".bz2"}[pack]
    unpack = {".gz": gzip.decompress, ".xz": lzma.decompress, ".bz2": bz2.decompress}[suffix]
    data, path = SAMPLES[fmt].encode(), tmp_path / f"text.{fmt}{suffix}"
    path.write_bytes(pack(data))
    treebank = read_treebank(path)
    assert (treebank.format, render(treebank)) == (fmt, data)
    written = []
    for name in ("a", "b"):
        write_treebank(treebank, tmp_path / f"{name}{suffix}")
        written.append((tmp_path / f"{name}{suffix}").read_bytes())
    assert written[0] == written[1]
    assert unpack(written[0]) == data
    path.write_bytes(pack(data)[:-9])
    with pytest.raises(NonprojError, match=r"damaged; \w+ cannot unpack it"):
        read_treebank(path)


ODDITIES = {  # a change that reading passes over, and the remedy of `check`
    "byte order mark": (recoded("utf-8-sig"), "tail -c +4 FILE"),
    "CR LF": (lambda data: data.replace(b"\n", b"\r\n"), r"tr -d '\r' < FILE"),
    "CR": (lambda data: data.replace(b"\n", b"\r"), r"tr '\r' '\n' < FILE"),
    "first": (lambda data: b"\n" + data, AWK),
    "doubled": (lambda data: data.replace(b"\n\n", b"\n\n\n\n"), AWK),
    "trailing": (lambda data: data + b"\n\n", AWK),
    "no empty line": (lambda data: data.removesuffix(b"\n"), AWK),
    "no line feed": (lambda data: data.removesuffix(b"\n\n"), AWK),
}


@pytest.mark.parametrize("fmt", SAMPLES)
@pytest.mark.parametrize("kind", ODDITIES)
def test_a_file_with_an_oddity_is_read_like_the_plain_file_and_its_remedy_helps(
    tmp_path, fmt, kind
):
    data, path = SAMPLES[fmt].encode(), tmp_path / f"text.{fmt}"
    change, remedy = ODDITIES[kind]
    path.write_bytes(change(data))
    with pytest.warns(OddityWarning):
        treebank = read_treebank(path)
    assert treebank.format == fmt
    assert_holds(treebank, data.decode())
    assert render(treebank) == change(data)
    assert applied(remedy, path) == data
    sentences = [treebank.n_sentences - 1, 0]
    ending = change(b"\n") if kind in ("CR", "CR LF") else b"\n"
    chosen = [plain_sentences(data.decode())[s].encode() for s in sentences]
    assert render(treebank.select(sentences)) == b"".join(chosen).replace(b"\n", ending)


@pytest.mark.parametrize("place", [0, 5, 8])
@pytest.mark.parametrize("wide", [False, True])
def test_a_line_with_columns_of_another_format_does_not_change_the_format_of_a_file(place, wide):
    """Nine words in CoNLL-X or CoNLL-2009, one of them with the columns of the other."""
    n_columns, other = (15, 10) if wide else (10, 15)
    head, label = (8, 10) if wide else (6, 7)
    rows = [[str(i), *"x" * (n_columns - 1)] for i in range(1, 10)]
    for row in rows:
        row[head], row[label] = "0", "root"
    rows[place] = (rows[place] + ["x"] * 5)[:other]
    data = "\n".join("\t".join(row) for row in rows).encode() + b"\n\n"
    assert detect_format("x.conll", data) == ("conll2009" if wide else "conllx")
    with pytest.raises(TreebankError, match=rf"x\.conll:{place + 1}: {other} columns") as caught:
        parse_treebank(data, name="x.conll")
    assert {defect.line for defect in caught.value.defects if defect.severity == ERROR} == {
        place + 1
    }


def test_a_repeated_block_of_sentences_is_reported_in_few_lines():
    block = [f"# sent_id = {name}" for name in "abcdefghij"]
    found = [(d.line, d.message) for d in repeated_ids(block * 2)]
    assert found[0] == (11, "'a' is also the id of the sentence in line 1")
    assert found[5:] == [(16, "5 more ids, up to line 20, repeat earlier ones")]
    assert len([*repeated_ids([*block, *block[:5]])]) == 5


def test_spaces_after_sent_id_are_read_in_linear_time():
    """No backtracking: 200,000 spaces took minutes once."""
    for begin in ("# sent_id =", "#", "# sent_id = a"):
        line = begin + " " * 200_000
        assert len([*repeated_ids([line, line])]) == begin.endswith("a")
