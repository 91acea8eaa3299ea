"""Raw text: tokenizers are deterministic, lose no character, and are refused if damaged."""

import os
import random
import re
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonproj
from command_line import python
from nonproj.api.detection import is_raw_text
from nonproj.cli import run
from nonproj.errors import NonprojError
from nonproj.parsers.model_files import read_archive, write_archive
from nonproj.text import tokenizer as tokenizers
from nonproj.text.learning import Learning
from nonproj.text.tokenizer import Tokenizer, train

pytest.importorskip("ufal.udpipe")
WORDS = ["zela", "moru", "tani", "beke", "lusti", "gora", "vinta"]
PARSER = "arc-eager@perceptron"
TEXT = "Zela moru tani. Beke  lusti damu!\n\nVinta moru."
ESCAPED = {"s": " ", "t": "\t", "r": "\r", "n": "\n", "p": "|", "f": "\f", "\\": "\\"}


def sentence(rng):
    """A sentence that ends in `.` or `!` without space; `damu` is the two words `da` and `mu`."""
    words = [rng.choice(WORDS) for _ in range(rng.randint(2, 6))]
    rows = [(i, word, "_") for i, word in enumerate([words[0].title(), *words[1:]], start=1)]
    n = len(rows)
    rows += [(f"{n + 1}-{n + 2}", "damu", "SpaceAfter=No"), (n + 1, "da", "_"), (n + 2, "mu", "_")]
    rows += [(n + 3, rng.choice(".!"), "_")]
    text = " ".join([rows[0][1], *words[1:], "damu"]) + rows[-1][1]
    lines = [f"# text = {text}"]
    for i, form, misc in rows:
        tree = "_\t_" if "-" in str(i) else "0\troot" if i == 1 else "1\tdep"
        lines.append(f"{i}\t{form}\t_\tX\t_\t_\t{tree}\t_\t{misc}")
    return "\n".join([*lines, "", ""])


@pytest.fixture(scope="module")
def treebank():
    rng = random.Random(1)
    return nonproj.read("".join(sentence(rng) for _ in range(150)).encode())


@pytest.fixture(scope="module")
def tokenizer(treebank):
    return train([treebank], Learning(epochs=1))


@pytest.fixture(scope="module")
def models(treebank, tmp_path_factory):
    """A folder with a treebank, and with models that have a tokenizer or none."""
    folder = tmp_path_factory.mktemp("models")
    nonproj.write(treebank, folder / "train.conllu")
    options = {"tags": "predicted", "text_epochs": 1}
    for name, text in (("with", True), ("without", False)):
        model = nonproj.train(PARSER, treebank, text=text, **options)
        model.save(folder / f"{name}.npz")
    (folder / "news.txt").write_text(TEXT, encoding="utf-8")
    return folder


def rebuilt(conllu):
    """The text from forms and MISC alone."""
    text, covered = "", 0
    for line in conllu.split("\n"):
        if not line or line.startswith("# "):
            covered = 0
            continue
        id_, form, *_, misc = line.split("\t")
        first, _, last = id_.partition("-")
        if int(first) <= covered:
            continue
        covered = int(last or 0)
        spaces = dict(part.split("=", 1) for part in misc.split("|") if part != "_")
        plain = {k: re.sub(r"\\(.)", lambda m: ESCAPED[m[1]], v) for k, v in spaces.items()}
        after = "" if "SpaceAfter" in plain else plain.get("SpacesAfter", " ")
        text += plain.get("SpacesBefore", "") + plain.get("SpacesInToken", form) + after
    return text


def test_a_tokenizer_finds_words_sentences_paragraphs_and_multiword_tokens(tokenizer):
    found = tokenizer.split(TEXT.encode())
    text = nonproj.read(found, heads="ignored")
    forms = [[*filter(None, one.form.strings())] for one in text]
    assert forms == [
        ["Zela", "moru", "tani", "."],
        ["Beke", "lusti", "da", "mu", "!"],
        ["Vinta", "moru", "."],
    ]
    assert re.findall(b"# new.*", found) == [b"# newdoc", b"# newpar", b"# newpar"]
    assert b"# text = Beke lusti damu!\n" in found
    assert b"\n3-4\tdamu\t" in found
    assert b"\tSpacesAfter=\\n\\n\n" in found


signs = st.one_of(st.sampled_from([*"ab.,!? \t\r\n\f|\\=#_-1", "é", "漢", "ا", "\xa0", "\u2028"]),
                  st.characters(min_codepoint=128, exclude_categories=["Cs"]))  # fmt: skip


@given(st.text(signs, min_size=1, max_size=60).filter(str.strip))
@settings(max_examples=30)
def test_a_text_can_be_rebuilt_from_its_tokens(tokenizer, text):
    found = tokenizer.split(text.encode())
    if found:  # else the library found nothing but spaces
        assert rebuilt(found.decode()) == text.removeprefix("\ufeff").replace("\f", "\n")
        assert nonproj.read(found, heads="ignored").n_words > 0


def test_a_long_text_is_split_like_its_parts(tokenizer):
    """UDPipe reads windows of 5,000 characters; no sentence is cut at their ends."""
    line = "Zela moru tani. Beke lusti damu! "
    found = tokenizer.split(line.encode() * 900)
    text = nonproj.read(found, heads="ignored")
    assert (len(text), text.n_words) == (1800, 9 * 900)
    assert rebuilt(found.decode()) == line * 900


@pytest.mark.parametrize("threads", ["1", "4"])
def test_the_same_treebank_gives_the_same_tokenizer(treebank, tokenizer, threads, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", threads)
    monkeypatch.setenv("PYTHONHASHSEED", threads)
    assert train([treebank], Learning(epochs=1)) == tokenizer


def test_a_damaged_tokenizer_is_refused(tokenizer, models):
    for data in (b"", tokenizer.data[:1000], tokenizer.data[::-1], os.urandom(5000)):
        with pytest.raises(NonprojError, match=r"^the tokenizer cannot be used: [^\n]*$"):
            Tokenizer(data).split(b"Zela.")
    content, arrays = read_archive(models / "with.npz")
    changed = (
        (content, {**arrays, "tokenizer": arrays["tokenizer"].astype("int64")}),
        (content, {k: v for k, v in arrays.items() if k != "tokenizer"}),
        (content, {**arrays, "more": arrays["tokenizer"]}),
        ({**content, "parser": content}, arrays),
    )
    for one in changed:
        write_archive(models / "changed.npz", *one)
        with pytest.raises(NonprojError, match=r"changed.npz: [^\n]*$"):
            nonproj.load(models / "changed.npz")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"Zela\nmo\0ru", "t:2: control character '\\x00' at character 3; expected text"),
        (b"Zela\nmo\xffru", "t:2: invalid UTF-8 at byte 3: b'\\xff'; for a text in ISO-8859-2: "),
        (b"Zela\f\nmo\0\nru\0", "t:2: control character '\\x00' at character 3; expected text; "),
        ("Zela moru".encode("utf-16"), "t: encoded in UTF-16"),
        (b"PK\x03\x04abc", "t: compressed by zip"),
        (b" \n\n", "t: no words"),
    ],
)
def test_a_tokenizer_refuses_in_one_line_bytes_that_are_no_text(tokenizer, text, message):
    with pytest.raises(NonprojError) as caught:
        tokenizer.split(text, "t")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""


def test_a_tokenizer_takes_little_memory_for_a_line_without_spaces(tokenizer, tmp_path):
    (tmp_path / "tokenizer").write_bytes(tokenizer.data)
    text = "".join(random.Random(1).choices("ab漢اб", k=400_000)).encode()
    (tmp_path / "text").write_bytes(text)
    paths = [tmp_path / name for name in ("tokenizer", "text", "output")]
    done = python(MEASURE, sys.executable, "-P", tokenizers.PROGRAM, "apply", *paths)
    assert int(done.stdout) < 40_000_000 + 20 * len(text)  # Python and UDPipe; the text


def test_interrupted_training_of_a_tokenizer_leaves_no_process(treebank):
    started = []

    def interrupt(stage, share):
        started.append(share)
        if share:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train([treebank], Learning(epochs=10_000), interrupt)
    assert len(started) == 2


def test_training_a_tokenizer_needs_texts_with_spaces_and_valid_options(treebank, monkeypatch):
    row = b"1\ta" + b"\t_" * 8 + b"\n\n"
    for text in (row, b"# a = b\n" + row):
        with pytest.raises(NonprojError, match="no `# text`; a tokenizer learns from CoNLL-U"):
            train([nonproj.read(text, heads="ignored")])
    without_misc = b"# text = a.\n" + row.strip() + b"\n" + row.replace(b"1\ta", b"2\t.")
    with pytest.raises(NonprojError, match="no SpaceAfter=No in MISC, although words"):
        train([nonproj.read(without_misc, heads="ignored")])
    with pytest.raises(NonprojError, match="dimension"):
        train([treebank], Learning(1, 50, "dimension=17"))  # is passed on
    refused = {"text_epochs": 0}, {"segment_size": 300}
    for options, message in zip(refused, ("is 0", "is 300; expected 10 to 255"), strict=True):
        with pytest.raises(NonprojError, match=message):
            nonproj.train(PARSER, treebank, text=True, **options)
    monkeypatch.setattr(tokenizers, "find_spec", lambda name: None)
    with pytest.raises(NonprojError, match=r'needs ufal.udpipe: pip install "nonproj\[raw\]"'):
        nonproj.train(PARSER, treebank, text=True)


@pytest.mark.parametrize(
    ("name", "data", "raw"),
    [
        ("news.txt", b"Zela moru.\n", True),
        ("-", b"Zela\tmoru.\n3 beke\n", True),
        ("news.conllu", b"Zela moru.\n", False),
        ("-", b"# text = Zela\n1\tZela\t_\n", False),
        ("-", b"1 Zela _ _\n2 moru _ _\n", False),
        ("table", b"1;Zela;_\n", False),
        ("empty", b"\n", False),
    ],
)
def test_raw_text_is_told_from_columns(name, data, raw):
    assert is_raw_text(data, name) is raw


TWO = [["Zela", "moru", "."], ["Beke", "lusti"]]


@pytest.mark.parametrize(
    ("format", "data", "sentences"),
    [
        ("plain", "Zela moru .\r\n\n  Beke  lusti\n", TWO),
        ("words", "Zela\nmoru\n.\n\n\nBeke\nlusti", TWO),
        ("words", "1\tZela\n2\tmoru\n3\t.\n\n1\tBeke\n2\tlusti\n", TWO),
        ("words", "1\tZela\n1\tBeke\n2\tlusti\n", [["Zela"], ["Beke", "lusti"]]),
        ("words", "\n1\tZela \r\n2\t10 000\r\n\r\n1\tBeke", [["Zela", "10 000"], ["Beke"]]),
        ("words", "1\tZela\r2\tmoru\r\r1\tBeke\r", [["Zela", "moru"], ["Beke"]]),
        ("words", "1\t2\n2\t1\n", [["2", "1"]]),
        ("words", "1\n2\n\n2\n", [["1", "2"], ["2"]]),
        ("words", "Zela\n\fmoru\n", [["Zela"], ["moru"]]),
    ],
)
def test_words_are_read_without_a_tokenizer_and_without_their_numbers(format, data, sentences):
    text = nonproj.read(data.encode(), format=format)
    assert [one.form.strings()[1:] for one in text] == sentences


COLUMNS = "expected a word, or on all lines its number, a tab and the word"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("1\tZela\t_\n", f"1: 3 columns; {COLUMNS}"),
        ("1\tZela\nmoru\n", f"2: 1 column; {COLUMNS}"),
        ("1\tZela\n2\t\n", f"2: 1 column; {COLUMNS}"),
        ("Zela\n2\tmoru\n", f"2: 2 columns; {COLUMNS}"),
        ("1\tZela\n3\tmoru\n", "2: number '3'; expected 2, or 1 in a new sentence"),
        ("1\tZela\n\n2\tmoru\n", "3: number '2'; expected 1"),
        ("0\tZela\n", "1: number '0'; expected 1"),
        ("Zela\tN\nmoru\tV\n", "1: number 'Zela'; expected 1"),
        (
            f"1\tZela\n{'9' * 5000}\tmoru",
            f"2: number '{'9' * 20}'; expected 2, or 1 in a new sentence",
        ),
        ("1\tZela\n2-3\tdamu\n", "2: number '2-3'; expected 2, or 1 in a new sentence"),
        ("1\tZela\n١\tmoru\n", "2: number '١'; expected 2, or 1 in a new sentence"),
    ],
)
def test_numbers_that_do_not_count_the_words_are_refused(data, message):
    with pytest.raises(NonprojError) as caught:
        nonproj.read(data.encode(), format="words")
    assert re.sub("; `nonproj check --text` lists .* more", "", str(caught.value)) == (
        f"<memory>:{message}"
    )
    assert nonproj.check(data.encode(), "words")[0].text("<memory>") == f"<memory>:{message}"


LONG, LONGEST = "a" * 101, "a" * 10_001


@pytest.mark.parametrize(
    ("format", "data", "defects"),
    [
        ("plain", "Zela moru .\n", []),
        ("plain", "\nZela\n\n", ["warning 1: empty line", "warning 3: empty line"]),
        ("plain", f"Zela {LONG} moru", ["warning 1: 101 characters in a word, at character 6: 'a"]),
        ("plain", f"Zela\n{LONGEST}", ["error 2: a word of 10,001 characters; expected at most"]),
        ("plain", "Ze\x01la\n\x7f", ["error 1: control character '\\x01' at", "error 2: control"]),
        ("words", "Zela\n\n\nmoru\n", ["warning 3: empty line where a sentence was expected"]),
        ("words", f"1\tZela\n2\t{LONG}", ["warning 2: 101 characters in a word, at character 3: "]),
        ("words", f"{LONGEST}\n", ["error 1: a word of 10,001 characters; expected at "]),
        ("text", f"Zela.\n\n{LONG} moru", []),
        ("text", f"a {LONGEST}", ["warning 1: 10,001 characters without a space; a word has"]),
        ("text", 20_000 * " " + "a", []),
        ("text", " \n", ["error 1: no words"]),
        ("words", "\n", ["error 1: no words"]),
        ("plain", "\ufeffZela", ["warning 1: byte order mark"]),
    ],
)  # fmt: skip
def test_check_lists_the_defects_of_a_text(format, data, defects):
    found = nonproj.check(data.encode(), format)
    texts = [f"{d.severity} {d.line}: {d.message}" for d in found]
    assert len(texts) == len(defects)
    assert [
        text for text, begin in zip(texts, defects, strict=True) if text[: len(begin)] != begin
    ] == []


@pytest.mark.parametrize(
    ("format", "data"),
    [
        ("text", b"Zela\xff moru\xff"),
        ("plain", "a".encode("utf-16")),
        ("words", b"\xc3\xa9\n\xff\n\xff\n"),
        ("text", b"PK\x03\x04"),
    ],
)
def test_check_lists_encodings_other_than_utf_8_as_defects(format, data):
    found = nonproj.check(data, format)
    assert {defect.severity for defect in found} == {"error"}
    assert [defect.line for defect in found] == ([2, 3] if format == "words" else [1])


@given(st.text(st.sampled_from([*"ab12\t\n\n \r\f\0é\x85"]), max_size=30), st.booleans())
@settings(max_examples=200)
def test_a_text_is_read_exactly_if_it_has_no_defect_but_warnings(text, one_a_line):
    format = "words" if one_a_line else "plain"
    sound = all(defect.severity == "warning" for defect in nonproj.check(text.encode(), format))
    try:
        read = nonproj.read(text.encode(), format=format)
    except NonprojError:
        assert not sound
    else:
        assert sound
        assert read.n_words > 0


def test_the_command_check_lists_the_defects_of_a_text(tmp_path, capfd):
    (tmp_path / "news").write_bytes(b"Zela mo\0ru.\n")
    (tmp_path / "words").write_text("Zela\nmoru\tdamu\n")
    assert run(["check", "--text", str(tmp_path / "news")]) == 1
    assert "news:1: control character '\\x00' at character 8; " in capfd.readouterr().out
    assert run(["check", "--format", "words", str(tmp_path / "words")]) == 1
    assert "words:2: 2 columns; " in capfd.readouterr().out
    assert run(["check", str(tmp_path / "news")]) == 1
    assert "plain text (no line has a tab)" in capfd.readouterr().out


def test_numbered_words_without_a_format_are_refused_with_the_option():
    with pytest.raises(NonprojError, match=r":1: every line has 2 columns; .* `--format words`$"):
        nonproj.read(b"1\tZela\n2\tmoru\n", heads="ignored")


def test_a_tokenizer_refuses_an_endless_word_at_once(tokenizer, monkeypatch):
    """The page that a form feed ends has lines of its own."""
    monkeypatch.setattr(tokenizers, "LONGEST_WORD", 3)
    text = b"Be ze\n\fda\f mu\n  za " + b"moru" * 10_000
    with pytest.raises(
        NonprojError, match=r"^t:3: a word of \d+ or more characters; expected at most"
    ):
        tokenizer.split(text, "t")


def test_parse_and_tokenize_read_raw_text(models, monkeypatch, capfd):
    monkeypatch.chdir(models)
    parse = ["parse", "--model", "with.npz"]
    assert run([*parse, "news.txt", "-o", "parsed.conllu"]) == 0
    assert run(["tokenize", "--model", "with.npz", "news.txt", "-o", "words.conllu"]) == 0
    assert run([*parse, "words.conllu", "-o", "again.conllu"]) == 0
    parsed = (models / "parsed.conllu").read_text(encoding="utf-8")
    assert (models / "again.conllu").read_text(encoding="utf-8") == parsed
    assert rebuilt(parsed) == TEXT
    capfd.readouterr()
    for command in ("parse", "tokenize"):
        assert run([command, "--model", "without.npz", "news.txt", "-o", "no"]) == 2
        said = capfd.readouterr().err
        assert said.startswith("nonproj: news.txt: raw text, but without.npz has no tokenizer; ")
        assert said.count("\n") == 1
    assert not (models / "no").exists()


def test_a_model_with_a_tokenizer_keeps_it_and_parses_as_without(models, treebank):
    both = [nonproj.load(models / f"{name}.npz") for name in ("with", "without")]
    with_one, without = (nonproj.parse(model, treebank) for model in both)
    assert (with_one.head == without.head).all()
    assert with_one.deprel.strings() == without.deprel.strings()
    for made in (nonproj.calibrate(both[0], treebank), nonproj.bundle(both[::-1])):
        made.save(models / "made.npz")
        again = nonproj.load(models / "made.npz")
        assert nonproj.tokenize(again, TEXT.encode()).n_words == 12
        assert nonproj.parse(again, treebank).head.min() == -1
