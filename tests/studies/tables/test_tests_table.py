"""Pairwise tests of systems: file and partial order."""

from dataclasses import replace

import pytest

from inventions import pairwise
from nonproj.errors import NonprojError
from nonproj.results.significance.comparison import ComparisonError
from nonproj.results.values import Key, items_of
from studies.values.partial_order import order_of_tests
from studies.values.tests import TEST_COLUMNS, read_tests, write_tests
from studies.values.tests import Tests as Store

TEST = pairwise("got, old", "las", "a", "b", 10, 90, 1.2345678901234567e-300)


def test_tests_are_read_as_they_were_written(tmp_path):
    tests = [
        TEST,
        replace(
            TEST, t=None, low=-0.1234567890123456789, setting=items_of("b=1;a=2"), p_t_folds=0.1
        ),
        replace(TEST, metric="precision", only_a=None, p_mcnemar=None, total_b=7, p_resampled=0.3),
    ]
    write_tests(path := tmp_path / "new" / "tests.csv", tests)
    assert list(read_tests(path)) == tests
    header = path.read_text().splitlines()[0]
    assert header == (
        "treebank,split,setting,metric,a,b,correct_a,correct_b,total,only_a,only_b,"
        "p_mcnemar,p_holm,t,p_t,low,high,p_t_folds,total_b,p_resampled"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("total", "1.5"), ("total", ""), ("p_holm", ""), ("p_holm", "nan"), ("t", "inf"), ("t", "x")],
)
def test_a_damaged_number_in_a_file_of_tests_is_refused_with_its_line(tmp_path, name, value):
    path = tmp_path / "tests.csv"
    write_tests(path, [TEST, replace(TEST, metric="uas", **{name: value})])
    with pytest.raises(ComparisonError, match=f"tests.csv:3: {name} '{value}' is not a number"):
        read_tests(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [("", ":1: columns"), (f"{','.join(TEST_COLUMNS)}\na,b\n", ":2: 2 values")],
)
def test_a_file_without_the_columns_of_tests_is_refused(tmp_path, content, message):
    path = tmp_path / "tests.csv"
    path.write_text(content)
    with pytest.raises(NonprojError, match=message):
        read_tests(path)


def test_a_test_is_found_in_either_order_of_its_systems():
    one = pairwise("t", "las", "svm", "gl-eq;classifiers=all4", 1, 2, 0.5, setting="train=90%")
    tests = Store([one, replace(one)])
    svm, blend = ("svm", {"train=90%"}), ("gl-eq", {"classifiers=all4", "train=90%"})
    place = one.treebank, one.split
    pair = [Key(*place, name, frozenset(items), "las") for name, items in (svm, blend)]
    assert list(tests) == [one] == [tests.find(*pair)] == [tests.find(*pair[::-1])]
    assert tests.find(Key(*place, "svm", metric="las"), pair[1]) is None
    assert tests.find(pair[0], pair[1]._replace(metric="uas")) is None
    with pytest.raises(ComparisonError, match="two different tests"):
        Store([one, replace(one, p_t=0.1)])


@pytest.mark.parametrize("total_b", [None, 700])
def test_a_test_seen_from_its_other_system_has_opposite_signs(total_b):
    seen = replace(TEST, total_b=total_b).seen_from(TEST.b)
    assert (seen.a, seen.b) == (TEST.b, TEST.a)
    assert (seen.only_a, seen.only_b, seen.t) == (TEST.only_b, TEST.only_a, -TEST.t)
    assert seen.difference == -replace(TEST, total_b=total_b).difference
    assert seen.seen_from(TEST.a) == replace(TEST, total_b=total_b)


def test_a_partial_order_has_the_significant_differences_of_one_test():
    """Which system is better does not depend on the test."""
    found = ("b", "a", 90, 10, 0.009), ("c", "a", 10, 90, 0.01), ("b", "c", 2, 1, 0.05)
    tests = [pairwise("t", "las", *each) for each in found]
    assert order_of_tests(tests, "abc") == [("a", "b", 0.01), ("c", "a", 0.05)]
    assert order_of_tests(tests[1:], "abc") is None
    tests = [replace(pairwise("t", "las", "a", "b", 10, 90, 0.5), p_t=0.001)]
    assert order_of_tests(tests, "ab") == []
    assert order_of_tests(tests, "ab", "t") == [("a", "b", 0.01)]
    fewer = replace(tests[0], total_b=2000)
    assert order_of_tests([fewer], "ab", "t") == [("b", "a", 0.01)], "410/1000 > 490/2000"
