"""Several treebanks as one."""

from dataclasses import replace

import numpy as np
import pytest

import nonproj
from nonproj.data.conll import parse_treebank, read_treebank, render
from nonproj.data.joining import joined
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from samples.treebanks import made_treebank

WIDE = "1\ta\ta\ta\tX\tX\t_\t_\t0\t0\troot\troot\t_\t_\n\n"


def word(form, label="root"):
    return f"1\t{form}\t{form}\tX\tX\t_\t0\t{label}\t_\t_\n"


def written(text, name="made.conllu", **options):
    return parse_treebank(text.encode(), name, **options)


def assert_same(a, b):
    assert a.format == b.format
    np.testing.assert_array_equal(a.start, b.start)
    np.testing.assert_array_equal(a.head, b.head)
    for name in (*Treebank.TEXT_COLUMNS, "deprel"):
        assert getattr(a, name).values == getattr(b, name).values
        np.testing.assert_array_equal(getattr(a, name).codes, getattr(b, name).codes)
    assert (a.source.data, a.source.closing) == (b.source.data, b.source.closing)
    np.testing.assert_array_equal(a.source.sentence, b.source.sentence)
    for name in ("head", "deprel"):
        spans = (getattr(each.source, name)[each.is_word] for each in (a, b))
        np.testing.assert_array_equal(*spans)


def test_joined_treebanks_equal_the_treebank_of_the_joined_text():
    first = "# text = b a\n" + word("b") + "1.1" + "\t_" * 9 + "\n\n"
    texts = first, word("a") + "\n" + word("b", "dep") + "\n", word("c", "dep") + "\n"
    assert_same(joined([written(text) for text in texts]), written("".join(texts)))


def test_joining_adds_the_last_empty_line_that_a_file_lacks():
    a, b = map(word, "ab")
    made = joined([written(a), written(b)])
    assert render(made).decode() == f"{a}\n{b}\n"
    assert_same(made, written(f"{a}\n{b}\n"))


def test_joined_parts_of_a_treebank_equal_the_treebank():
    whole = made_treebank(23)
    assert_same(joined([whole[:7], whole[7:8], whole[8:]]), whole)
    assert joined([whole]) is whole


def test_only_formats_with_the_same_columns_are_joined():
    x = written(word("a") + "\n", "a.conllx")
    u = written("# text = b\n" + word("b") + "\n")
    for order in ([x, u], [u, x]):
        data = b"".join(each.source.data for each in order)
        assert_same(joined(order), parse_treebank(data, format="conllu"))
    nine = written(WIDE, "c.conll09")
    assert joined([nine, nine]).n_sentences == 2
    refused = "c.conll09: conll2009 cannot be joined with the conllx of a.conllx"
    with pytest.raises(NonprojError, match=refused):
        joined([x, nine])
    with pytest.raises(NonprojError, match="no treebank given"):
        joined([])


@pytest.mark.parametrize("variant", ["arc-standard+head", "eisner+tau-c"])
def test_a_model_of_joined_treebanks_equals_the_model_of_the_joined_text(variant, tmp_path):
    whole = made_treebank(40)
    for name, parts in (("one", whole), ("three", [whole[:11], whole[11:12], whole[12:]])):
        nonproj.train(variant, parts, tags="predicted").save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "three").read_bytes()


def test_errors_in_joined_treebanks_name_the_file(tmp_path):
    good, two_roots = tmp_path / "good.conllu", tmp_path / "two-roots.conllu"
    good.write_text(word("a") + "\n")
    two_roots.write_text(word("a") + "2" + word("a")[1:] + "\n")
    parts = [read_treebank(path) for path in (good, two_roots)]
    with pytest.raises(NonprojError, match=r"two-roots.conllu: sentence 1 has 2 roots"):
        nonproj.train("arc-standard", parts, root="single")


def test_vectors_of_joined_treebanks_are_joined():
    whole = made_treebank(5)
    numbers = np.arange(2 * len(whole.head), dtype=np.float32).reshape(-1, 2)
    whole = replace(whole, vectors=numbers)
    assert (joined([whole[:2], whole[2:]]).vectors == numbers).all()
    with pytest.raises(NonprojError, match="of the same size for all, or for none"):
        joined([whole, replace(whole, vectors=None)])
