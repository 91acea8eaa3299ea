"""XML of Perseus becomes CoNLL-X; what has no tree is left out, and counted."""

from time import process_time

import numpy as np
import pytest

from command_line import nonproj
from nonproj.data.conll import parse_treebank, read_treebank
from nonproj.data.download.sources import TENTHS, divided, fetch_treebanks
from nonproj.data.reading.defects import OddityWarning
from nonproj.data.reading.perseus import conllx_of
from nonproj.errors import NonprojError
from nonproj.trees.columns import checked_tree
from samples.perseus import BROKEN, DIVIDED, ELLIPSIS, NESTED, elided, text, word


def rows_of(*sentences):
    found = conllx_of(text(*sentences), "text.xml")
    lines = b"".join(found.sentences).decode().split("\n")
    return [line.split("\t") for line in lines if line]


def test_words_of_perseus_become_columns_of_conllx():
    assert rows_of(DIVIDED)[0] == [
        *("1", "omnis", "omnis", "a", "a", "number=s|gender=f|case=n", "2", "ATR", "_", "_")
    ]
    assert rows_of([word(3, "a b\tc", 0, "PRED", " ")]) == [
        ["1", "a b c", "_", "_", "_", "_", "0", "PRED", "_", "_"]
    ]


@pytest.mark.parametrize(
    ("sentence", "trees"),
    [
        (DIVIDED, [("2", "ATR"), ("3", "SBJ"), ("0", "PRED"), ("0", "AuxK")]),
        (ELLIPSIS, [("3", "ExD_CO"), ("3", "AuxX"), ("0", "COORD"), ("3", "ExD_CO")]),
        (NESTED, [("0", "ExD"), ("0", "COORD"), ("2", "ExD_CO")]),
    ],
)
def test_dependents_of_elided_words_attach_to_the_next_word_above(sentence, trees):
    assert [(row[6], row[7]) for row in rows_of(sentence)] == trees


def test_long_chains_of_elided_words_and_long_labels_are_read_in_linear_time():
    n, long = 3000, "ExDxxxxxxxxxxxxxxxxxxxx"
    chain = [elided(i, i + 1, long) for i in range(1, n)] + [elided(n, 0, "PRED_CO")]
    below = [word(n + i, "x", 1, long) for i in range(1, n)]
    last = word(2 * n, "x", 1, "ATR" + "_CO" * 30_000 + "x")
    before = process_time()
    rows = rows_of([*chain, *below, last])
    assert process_time() - before < 2
    assert {(row[6], row[7]) for row in rows} == {("0", "ExD_CO")}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<a/>", "the root <a>"),
        (b"<treebank>", "cannot be read"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><treebank/>', "a document type"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><treebank/>'.encode("utf-16-le"), "UTF-16.*expected UTF-8"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><treebank/>'.encode("utf-16"), "UTF-16.*expected UTF-8"),
        (b"<treebank/>", "no sentence with a tree"),
        (b'<?xml version="1.0" encoding="x"?><treebank/>', "cannot be read"),
        *((text(sentence), reason) for reason, sentence in BROKEN.items()),
    ],
)
def test_xml_that_is_not_of_perseus_or_has_no_tree_is_refused_in_one_line(data, message):
    with pytest.raises(NonprojError, match=message) as error:
        conllx_of(data, "text.xml")
    assert "\n" not in str(error.value)


def test_reading_perseus_leaves_out_and_counts_sentences_without_a_tree(tmp_path):
    found = conllx_of(text(DIVIDED, *BROKEN.values()), "text.xml")
    assert (len(found.sentences), found.left_out) == (1, dict.fromkeys(BROKEN, 1))
    path = tmp_path / "text.xml"
    path.write_bytes(text(DIVIDED, ELLIPSIS, BROKEN["heads in a cycle"]))
    with pytest.warns(OddityWarning, match="without 1 sentence with heads in a cycle, 2 elided"):
        assert read_treebank(path).n_words == 8
    found = nonproj("check", str(path))
    assert found.returncode == 0
    assert "read without 1 sentence with heads in a cycle" in found.stderr


def test_each_text_of_perseus_is_divided_alike_without_repeated_sentences(tmp_path):
    paths = []
    for name in ("a", "b"):
        sentences = [[word(1, f"{name}{i}", 0, "PRED")] for i in range(20)]
        paths.append(tmp_path / f"{name}.xml")
        paths[-1].write_bytes(text(*sentences, sentences[0]))
    found = divided("perseus-la", paths)
    forms = {split: parse_treebank(data).form.strings() for split, data in found.splits.items()}
    for split, places in TENTHS.items():
        words = {form for form in forms[split] if form}
        assert words == {f"{n}{i}" for n in "ab" for i in range(20) if i % 10 in places}
    assert found.left_out == "2 sentences with the words of an earlier sentence"


@pytest.mark.parametrize("language", ["la", "grc"])
def test_the_treebanks_of_perseus_have_the_expected_sentences_and_words(mirror, tmp_path, language):
    from studies.plan.treebanks.downloads import fetch_all

    found = fetch_all(f"perseus-{language}", tmp_path, str(mirror), skip_missing=False)
    counts = {}
    for split in found["splits"]:
        treebank = read_treebank(tmp_path / f"{split}.conll")
        counts[split] = treebank.n_sentences, treebank.n_words
        for sentence in range(0, treebank.n_sentences, 50):
            checked_tree(np.asarray(treebank.heads(sentence)))
    expected = {
        "la": {"train": (3483, 56874), "dev": (426, 6888), "test": (428, 6787)},
        "grc": {"train": (14485, 251584), "dev": (1792, 30775), "test": (1798, 31585)},
    }
    assert counts == expected[language]


def test_basque_of_2007_has_its_printed_size(mirror, tmp_path):
    """The figures of Nilsson's table 3.1, but for 15 sentences."""
    from studies.plan.treebanks.downloads import fetch_all

    fetch_all("conll07-basque", tmp_path, str(mirror), skip_missing=False)
    both = b"".join((tmp_path / f"{split}.conll").read_bytes() for split in ("train", "test"))
    treebank = parse_treebank(both)
    assert (treebank.n_sentences, treebank.n_words) == (3190 - 15, 50128)
    assert round(treebank.n_words / treebank.n_sentences, 1) == 15.8
    assert len(treebank.deprel.values) == 35


def test_a_tenth_of_the_training_set_is_held_out_where_ud_has_no_dev_set(mirror, tmp_path):
    """UD's Latin of Perseus has no development set."""
    files = fetch_treebanks(["ud217-la"], tmp_path, str(mirror))["ud217-la"]
    sizes = {split: read_treebank(path).n_sentences for split, path in files.items()}
    assert sizes == {"train": 1201, "dev": 133, "test": 939}
