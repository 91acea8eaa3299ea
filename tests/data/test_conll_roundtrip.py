"""Everything but changed heads and labels is written byte for byte."""

import io
import sys
from types import SimpleNamespace

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from nonproj.data.conll import parse_treebank, read_treebank, render, write_treebank
from nonproj.data.treebank import Column
from nonproj.errors import NonprojError
from samples.conll import COLUMNS, CONLLU, SAMPLES, assert_holds, plain_sentences

LABELS = ["a", "nsubj:pass", "x|y↑z*", "đ ộ", "_", "very-long-label" * 9]
formats = st.sampled_from(list(SAMPLES))


def parse(fmt: str):
    return parse_treebank(SAMPLES[fmt].encode(), name=f"sample.{fmt}", format=fmt)


@st.composite
def other_trees(draw, treebank):
    """Random trees and labels for every sentence: each word takes a head attached before it."""
    heads, labels = [], []
    for length in treebank.sentence_length.tolist():
        attached, head = [0], [-1] * (length + 1)
        for node in draw(st.permutations(range(1, length + 1))):
            head[node] = draw(st.sampled_from(attached))
            attached.append(node)
        heads += head
        some = st.lists(st.sampled_from(LABELS), min_size=length, max_size=length)
        labels += [None, *draw(some)]
    return np.array(heads, dtype=np.int32), Column.of(labels)


def replaced(text: str, fmt: str, heads: list[int], labels: list[str | None]) -> str:
    """The text with other heads and labels, by splitting lines."""
    words = iter([(str(h), label) for h, label in zip(heads, labels, strict=True) if h != -1])
    lines = []
    for line in text.split("\n"):
        fields = line.split("\t")
        if fields[0].isdecimal():
            fields[COLUMNS[fmt]["head"]], fields[COLUMNS[fmt]["deprel"]] = next(words)
        lines.append("\t".join(fields))
    assert next(words, None) is None
    return "\n".join(lines)


@settings(max_examples=60, deadline=None)
@given(fmt=formats, data=st.data())
def test_replacing_trees_changes_only_heads_and_labels_in_the_file(fmt, data):
    treebank = parse(fmt)
    head, deprel = data.draw(other_trees(treebank))
    changed = treebank.with_trees(head, deprel)
    expected = replaced(SAMPLES[fmt], fmt, head.tolist(), deprel.strings())
    assert render(changed).decode() == expected
    assert_holds(parse_treebank(expected.encode(), format=fmt), expected)
    assert render(treebank).decode() == SAMPLES[fmt]
    original = parse(fmt)
    assert render(changed.with_trees(original.head, original.deprel)).decode() == SAMPLES[fmt]


@settings(max_examples=100, deadline=None)
@given(fmt=formats, data=st.data())
def test_selected_sentences_are_written_as_in_the_text(fmt, data):
    treebank, sentences = parse(fmt), plain_sentences(SAMPLES[fmt])
    indices = st.lists(st.integers(0, len(sentences) - 1), min_size=1, max_size=5)
    chosen = data.draw(indices)
    text = "".join(sentences[i] for i in chosen)
    selected = treebank.select(chosen)
    assert render(selected).decode() == text
    assert_holds(selected, text)
    again = data.draw(st.lists(st.integers(0, len(chosen) - 1), min_size=1, max_size=5))
    assert_holds(selected.select(again), "".join(sentences[chosen[i]] for i in again))


@pytest.mark.kernels
def test_trees_of_selected_sentences_can_be_replaced():
    chosen = parse("conllu").select([2, 0])
    head = chosen.head.copy()
    head[3:] = [4, 1, 0, 1]
    expected = plain_sentences(CONLLU)[2] + plain_sentences(CONLLU)[0]
    rendered = render(chosen.with_trees(head, chosen.deprel)).decode()
    assert rendered == replaced(expected, "conllu", head.tolist(), chosen.deprel.strings())


def test_ranges_empty_nodes_and_comments_are_not_counted_as_words():
    treebank = parse("conllu")
    assert treebank.n_sentences == 3
    assert treebank.sentence_length.tolist() == [4, 5, 1]
    assert treebank.heads(0).tolist() == [-1, 4, 0, 2, 2]
    assert treebank.form.strings()[6] == "công việc"


def test_gold_or_predicted_columns_of_conll2009_are_read():
    data = SAMPLES["conll2009"].encode()
    predicted = parse_treebank(data)
    gold = parse_treebank(data, tags="gold")
    assert predicted.lemma.strings()[1:4] == ["DOG", "CHASE", "CAT"]
    assert gold.lemma.strings()[1:4] == ["dog", "chase", "cat"]
    assert predicted.xpos.strings()[1:4] == ["NN", "VB", "NN"]
    assert gold.upos.strings()[1:4] == ["N", "V", "N"]
    assert predicted.feats.values[0] == "num=sg"
    assert gold.feats.values[0] == "num=pl"
    for treebank in (predicted, gold):
        assert treebank.head.tolist() == [-1, 2, 0, 2, -1, 0]
        assert treebank.deprel.strings() == [None, "SBJ", "ROOT", "OBJ", None, "ROOT"]
        assert render(treebank) == data


@pytest.mark.kernels
def test_a_sentence_of_a_hundred_thousand_words_is_read_and_written():
    n = 100_000
    rows = [f"{i}\tw{i % 997}\t_\tX\t_\t_\t{i - 1}\tdep\t_\t_" for i in range(1, n + 1)]
    data = ("\n".join(rows) + "\n\n").encode()
    treebank = parse_treebank(data)
    assert treebank.sentence_length.tolist() == [n]
    assert treebank.head.tolist() == list(range(-1, n))
    assert len(treebank.form.values) == 997
    assert render(treebank) == data


@pytest.mark.kernels
@pytest.mark.parametrize("n_predicates", [0, 1, 60])
def test_conll2009_has_a_column_for_each_predicate(n_predicates):
    row = "\t".join(["1", "x", *"_" * 6, "0", "0", "ROOT", "ROOT", *"_" * (2 + n_predicates)])
    data = (row + "\n\n").encode() + SAMPLES["conll2009"].encode()
    treebank = parse_treebank(data)
    assert treebank.format == "conll2009"
    assert treebank.sentence_length.tolist() == [1, 3, 1]
    assert render(treebank) == data


def test_standard_streams_are_read_once_and_written(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CONLLU.encode())))
    treebank = read_treebank("-")
    assert treebank.format == "conllu"  # because of its comments
    with pytest.raises(NonprojError, match="-: standard input is closed; it can be read only once"):
        read_treebank("-")
    output = SimpleNamespace(buffer=io.BytesIO())
    monkeypatch.setattr(sys, "stdout", output)
    write_treebank(treebank, "-")
    assert output.buffer.getvalue().decode() == CONLLU


@pytest.mark.parametrize(
    ("column", "slot", "value", "complaint"),
    [
        ("head", 3, 5, "head 5 outside 0..4"),
        ("head", 2, -1, "word 2: head -1 outside 0..4"),
        ("codes", 6, -1, "sentence 2, word 1: no label"),
        ("codes", 12, 99, "sentence 3, word 1: no label"),
    ],
)
def test_trees_that_a_file_cannot_hold_are_refused(column, slot, value, complaint):
    treebank = parse("conllu")
    columns = {"head": treebank.head.copy(), "codes": treebank.deprel.codes.copy()}
    columns[column][slot] = value
    with pytest.raises(NonprojError, match=complaint):
        treebank.with_trees(columns["head"], Column(columns["codes"], treebank.deprel.values))


def test_labels_and_sizes_that_a_file_cannot_hold_are_refused():
    treebank = parse("conllx")
    for label in ("a\tb", "a\nb", "a\r", ""):
        labels = Column(treebank.deprel.codes, (label, *treebank.deprel.values[1:]))
        with pytest.raises(NonprojError, match="cannot be a label"):
            treebank.with_trees(treebank.head, labels)
    with pytest.raises(NonprojError, match="heads for"):
        treebank.with_trees(treebank.head[:-1], treebank.deprel)


def test_misspelt_options_of_reading_are_refused(tmp_path):
    for option, known in (
        ({"format": "conll-u"}, "conllu, conllx, conll2009"),
        ({"heads": "ignroed"}, "required, ignored"),
        ({"tags": "golden"}, "predicted, gold"),
    ):
        with pytest.raises(NonprojError, match=f"expected one of {known}"):
            parse_treebank(CONLLU.encode(), **option)
    with pytest.raises(NonprojError, match=r"none\.conllu: No such file"):
        read_treebank(tmp_path / "none.conllu")


def test_a_treebank_is_a_sequence_of_sentences():
    treebank = parse_treebank(CONLLU.encode(), name="mine")
    n = len(treebank)
    assert repr(treebank) == f"<Treebank mine: {n} sentences, {treebank.n_words} words>"
    assert n == len(plain_sentences(CONLLU)) == 3
    assert [render(one) for one in treebank] == [s.encode() for s in plain_sentences(CONLLU)]
    assert render(treebank[-1]) == render(treebank[n - 1 :])
    with pytest.raises(IndexError):
        treebank[n]
    for chosen in ([3], [-1], [True, False, True], [0.5]):
        with pytest.raises(NonprojError, match=r"chosen by numbers 0\.\.2"):
            treebank.select(chosen)


def test_enhanced_dependencies_are_written_only_if_the_caller_keeps_them(tmp_path):
    lines = [
        *("# text = ab", "1-2\tab\t_\t_\t_\t_\t_\t_\t_\tX=1"),
        *("1\ta\ta\tN\tN\t_\t0\troot\t0:root\tY=2", "2\tb\tb\tN\tN\t_\t1\tdep\t1:dep|3:x\t_"),
        *("2.1\tc\tc\tN\tN\t_\t_\t_\t1:dep\t_", "", ""),
    ]
    treebank = parse_treebank("\n".join(lines).encode(), format="conllu")
    for keep in (True, False):
        write_treebank(treebank, tmp_path / "out.conllu", keep)
        found = (tmp_path / "out.conllu").read_text().split("\n")
        expected = [line.split("\t") for line in lines]
        for fields in expected:
            if len(fields) > 1 and not keep:
                fields[8] = "_"
        assert [line.split("\t") for line in found] == expected
