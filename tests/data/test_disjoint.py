"""Training data without the sentences of the test data."""

from nonproj.data.conll import read_treebank
from nonproj.data.disjoint import shared_with, without
from samples.treebanks import written


def test_sentences_with_the_words_of_a_test_sentence_are_left_out():
    train, test = (
        written([[(word, i, "dep") for i, word in enumerate(text)] for text in texts])
        for texts in (("ab", "abc", "ba", "ab", "c"), ("c", "ab", "x"))
    )
    assert shared_with(train, test) == [0, 3, 4]
    left = without(train, shared_with(train, test))
    assert left.n_sentences == 2
    assert left.form.strings() == [None, "a", "b", "c", None, "b", "a"]


def test_sentences_that_the_index_thomisticus_repeats_are_found(mirror):
    (folder,) = (mirror / "raw.githubusercontent.com/CIRCSE/IT-TB_Parsing").glob("*/input_data")
    train, test = (read_treebank(folder / f"Treebank_{name}.conll") for name in ("Devel", "Test"))
    shared = shared_with(train, test)
    forms = train.form.strings()
    distinct = {tuple(forms[train.start[i] + 1 : train.start[i + 1]]) for i in shared}
    assert (len(shared), len(distinct)) == (193, 12)
    assert shared_with(without(train, shared), test) == []
