"""Pre, Post and error clustering (Nilsson 2009, 4.2) against the thesis' own example."""

import random

import pytest

from nonproj.data.conll import parse_treebank
from nonproj.evaluation.outcomes import outcomes_of
from nonproj.evaluation.propagation import (
    error_clustering,
    normalised_error,
    pre_post,
    pre_post_by_sentence,
)
from nonproj.evaluation.scores import Attachment, Ratio, evaluate
from oracles import evaluation as oracle

pytestmark = pytest.mark.kernels

EXAMPLE = "+++--++-++"


def outcomes(marks_of_sentences, punctuation="include", label_only=False):
    """+ right, - wrong (its label, or its head), . right punctuation, ! wrong punctuation."""
    gold, system = [], []
    for marks in marks_of_sentences:
        words, parsed = [], []
        for i, mark in enumerate(marks):
            form = "," if mark in ".!" else "w"
            head = i  # a chain, of which any word may hang on the root instead
            words.append((form, "X", head, "a"))
            wrong = mark in "-!"
            bad_head = 0 if i > 0 else len(marks)
            parsed.append(
                (form, "X", bad_head if wrong and not label_only else head, "b" if wrong else "a")
            )
        gold.append(words)
        system.append(parsed)
    gold, system = (parse_treebank(oracle.conll(text).encode()) for text in (gold, system))
    return outcomes_of(gold, system, punctuation)


def errors(attachment):
    return attachment.errors, attachment.total


def random_marks(rng):
    """No error on a first word: it hangs on the root, and so would have to hang on a later one."""
    n = rng.randint(1, 30)
    return "+" + "".join(rng.choice("+++-") for _ in range(n))


@pytest.mark.parametrize("label_only", [False, True])
def test_the_example_of_the_thesis(label_only):
    found = outcomes([EXAMPLE], label_only=label_only)
    parts = pre_post(found)
    assert (errors(parts.pre), errors(parts.post)) == ((1, 4), (2, 6))
    clusters = error_clustering(found)
    assert [errors(c) for c in clusters.values()][:4] == [(1, 4), (0, 3), (1, 2), (1, 1)]
    assert [c.total for c in clusters.values()][4:] == [0, 0, 0, 0]
    assert list(clusters) == [*(f"bin={i}" for i in range(1, 8)), "bin=>7"]


def test_a_wrong_label_is_no_error_of_uas():
    found = outcomes([EXAMPLE], label_only=True)
    assert errors(pre_post(found, labelled=False).pre) == (0, 10)
    assert error_clustering(found, labelled=False)["bin=>7"] == Attachment(3, 3)


def test_a_faultless_sentence_is_all_pre():
    parts = pre_post(outcomes(["++++", "+"]))
    assert (parts.pre, parts.post) == (Attachment(5, 5), Attachment(0, 0))


def test_an_error_at_the_end_leaves_no_post():
    assert pre_post(outcomes(["+++-"])).post == Attachment(0, 0)


def test_random_corpora():
    rng = random.Random(2)
    for _ in range(20):
        marks = [random_marks(rng) for _ in range(15)]
        found = outcomes(marks)
        parts = pre_post(found)
        assert (errors(parts.pre), errors(parts.post)) == oracle.pre_post(marks)
        assert parts.total == evaluate(found.gold, found.system)["las"]
        expected = oracle.clusters(marks)
        clusters = error_clustering(found, last=4)
        for i in range(1, 5):
            assert errors(clusters[f"bin={i}"]) == expected.get(i, (0, 0))
        far = [count for distance, count in expected.items() if distance > 4]
        assert errors(clusters["bin=>4"]) == tuple(map(sum, zip((0, 0), *far, strict=True)))


def test_unscored_words_are_deleted_before_words_are_counted():
    marked = ["+.+!+-.-++!-.++", "...", "+!+-"]
    scored = ["".join(mark for mark in marks if mark in "+-") for marks in marked]
    assert scored == [EXAMPLE, "", "++-"]
    found = outcomes(marked, punctuation="exclude")
    expected = outcomes(filter(None, scored))
    assert pre_post(found) == pre_post(expected)
    assert error_clustering(found) == error_clustering(expected)
    assert error_clustering(found) != error_clustering(outcomes(marked))


def test_by_sentence_adds_up():
    rng = random.Random(3)
    marks = [random_marks(rng) for _ in range(30)]
    rows = pre_post_by_sentence(outcomes(marks))
    for row, own in zip(rows.tolist(), marks, strict=True):
        pre, post = pre_post(outcomes([own])).pre, pre_post(outcomes([own])).post
        assert row == [pre.correct, pre.total, post.correct, post.total]


def test_normalised_by_the_error_rate_of_all_words():
    """Nilsson 2009, T4.1, MaltParser: 12.0 and 25.5 of 19.8 are printed as 60.7 and 128.7."""
    pre, post = Attachment(880, 1000), Attachment(745, 1000)
    whole = Attachment(802, 1000)
    shares = [normalised_error(part, whole) for part in (pre, post)]
    assert [round(100 * s.numerator / s.denominator, 1) for s in shares] == [60.6, 128.8]
    assert normalised_error(whole, whole) == Ratio(198_000, 198_000)


def test_counts_as_json():
    assert pre_post(outcomes([EXAMPLE])).as_dict() == {
        "pre": {"correct": 3, "total": 4},
        "post": {"correct": 4, "total": 6},
        "total": {"correct": 7, "total": 10},
    }
