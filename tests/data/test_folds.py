"""Sentence i, counted from 1, belongs to set i mod 10."""

import pytest

from nonproj.data.folds import fold_of, split_folds
from nonproj.errors import NonprojError
from samples.treebanks import written


@pytest.fixture(scope="module")
def treebank():
    """23 sentences, each one word that is its number."""
    return written([[(i, 0, "root")] for i in range(1, 24)], "numbers")


def numbers(treebank) -> list[int]:
    return [int(form) for form in treebank.form.strings() if form is not None]


def test_sentence_i_belongs_to_set_i_modulo_10():
    assert fold_of(12).tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2]
    assert fold_of(0).tolist() == []


def test_training_takes_the_chosen_sets_or_all_outside_the_test_sets(treebank):
    train, test = split_folds(treebank, [0, 9])
    assert numbers(test) == [9, 10, 19, 20]
    assert numbers(train) == [i for i in range(1, 24) if i % 10 not in (0, 9)]
    train, test = split_folds(treebank, test_sets=[0], train_sets=[3, 1])
    assert numbers(train) == [1, 3, 11, 13, 21, 23]
    assert numbers(test) == [10, 20]


def test_ten_folds_partition_the_treebank(treebank):
    folds = [split_folds(treebank, [k]) for k in range(10)]
    assert sorted(n for _, test in folds for n in numbers(test)) == list(range(1, 24))
    for train, test in folds:
        assert sorted(numbers(train) + numbers(test)) == list(range(1, 24))


@pytest.mark.parametrize(
    ("test_sets", "train_sets", "complaint"),
    [
        ([10], None, r"test sets \[10\]; expected distinct sets in 0\.\.9"),
        ([-1], None, r"test sets \[-1\]"),
        ([], None, r"test sets \[\]"),
        ([1, 1], None, r"test sets \[1, 1\]"),
        ([0], [], r"training sets \[\]"),
        ([0, 1], [1, 2], r"sets \[1\] are used both for training and for testing"),
    ],
)
def test_folds_with_unknown_repeated_or_empty_sets_are_refused(
    treebank, test_sets, train_sets, complaint
):
    with pytest.raises(NonprojError, match=complaint):
        split_folds(treebank, test_sets, train_sets)
    with pytest.raises(NonprojError, match=r"numbers: no sentence in sets \[0\]"):
        split_folds(treebank[:9], [0])
