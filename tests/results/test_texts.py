"""Texts: values and tests of parsers and of their blends, each under its own setting."""

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from nonproj.results.significance import word_tests
from nonproj.results.texts import Text, Texts, read_texts, write_text
from nonproj.results.values import Key, Subject, Values, items_of
from nonproj.results.words import Fold
from oracles import evaluation as oracle
from samples.sentences import chains, disturbed, treebank
from studies.values.tests import Tests

PARSER, OTHER = Subject("arc-eager+head"), Subject("mst")
BLEND, SMALLER = Subject.of("gl-eq;classifiers=all4"), Subject.of("gl-eq;classifiers=no-mbl")
ACCURACY = {PARSER: 0.9, OTHER: 0.7, Subject("swap-lazy"): 0.7, BLEND: 0.95, SMALLER: 0.93}
PAIRS = [*itertools.combinations(ACCURACY, 2)]


def made(labels=("test", "train=90%"), folds=1):
    """A text in folds, and its sentences: gold and by parser."""
    rng = random.Random(3)
    gold = [chains(rng, [rng.randint(1, 15) for _ in range(40)]) for _ in range(folds)]
    parses = {s: [disturbed(rng, g, a, len) for g in gold] for s, a in ACCURACY.items()}
    trees = [*map(treebank, gold)]
    found = {
        subject: [Fold(g, treebank(text)) for g, text in zip(trees, texts, strict=True)]
        for subject, texts in parses.items()
    }
    return Text.of("t", labels, found, PAIRS, [PARSER]), gold, parses


@pytest.fixture(scope="module")
def text():
    return made()


def ask(text, subject, metric, setting="", split="test"):
    key = Key("t", split, subject.name, items_of(setting) | subject.items, metric)
    value = Texts([text]).find(key)
    return value and (value.numerator, value.denominator)


def test_a_value_of_a_text_is_found_under_its_setting_alone(text):
    text, gold, parses = text
    for subject, (system,) in parses.items():
        for metric, more, part in (("uas", "", "head"), ("las", ";punctuation=exclude", "both")):
            expected = oracle.eval_pl(gold[0], system, not more)
            found = ask(text, subject, metric, f"train=90%{more}")
            assert found == (expected[part], expected["words"])
    assert ask(text, PARSER, "uas") is None
    assert ask(text, PARSER, "uas", "train=90%", "dev") is None
    assert ask(text, Subject("nivre"), "uas", "train=90%") is None
    for metric, more in (
        ("las", "max-degree=1"),
        ("n-decisions", ""),
        ("precision", "arcs=lifted;unlabelled"),
        ("las-sd", ""),
        *(("difference", f"of=las;baseline={name}") for name in ("swap-eager", BLEND.name)),
    ):
        assert ask(text, PARSER, metric, f"train=90%;{more}") is None, metric


def test_a_text_is_found_under_all_its_settings():
    text, *_ = made(("test", "", "train=80%"))
    assert ask(text, PARSER, "las") == ask(text, PARSER, "las", "train=80%")
    for setting, tested in (("", True), ("train=80%", False)):
        pair = (Key("t", "test", s.name, items_of(setting), "las") for s in (PARSER, OTHER))
        assert (Texts([text]).test(*pair) is not None) == tested, "under the first only"


def subject_under(subject, setting):
    return Subject(subject.name, subject.items | items_of(setting))


def find(text, metric, a, b, setting=""):
    setting = f"train=90%;{setting}"
    pair = (Key("t", "test", *subject_under(subject, setting), metric) for subject in (a, b))
    return Tests(sources=[Texts([text])]).find(*pair)


def right(gold, system, metric):
    """bool per word, or per sentence."""
    columns = slice(2, 4 if metric in ("las", "lem") else 3)
    words = [
        [g[columns] == s[columns] for g, s in zip(a, b, strict=True)]
        for a, b in zip(gold, system, strict=True)
    ]
    whole = metric in ("lem", "uem")
    return np.array([all(w) for w in words] if whole else [*itertools.chain(*words)])


@pytest.mark.parametrize("metric", ["las", "uas", "lem", "uem"])
def test_scores_of_whole_texts_are_tested_by_mcnemar_and_t(text, metric):
    text, (gold,), parses = text
    for a, b in PAIRS:
        test = find(text, metric, a, b)
        of_a, of_b = (right(gold, parses[subject][0], metric) for subject in (a, b))
        assert (test.a, test.b, test.setting) == (a, b, {"train=90%"})
        assert (test.correct_a, test.correct_b, test.total) == (of_a.sum(), of_b.sum(), len(of_a))
        only = (of_a & ~of_b).sum(), (of_b & ~of_a).sum()
        assert (test.only_a, test.only_b) == only
        assert test.p_mcnemar == pytest.approx(oracle.mcnemar(*only))
        assert test.low <= test.difference <= test.high
        assert test.p_t_folds is None
    raw = [find(text, metric, *pair).p_mcnemar for pair in PAIRS]
    assert [find(text, metric, *pair).p_holm for pair in PAIRS] == pytest.approx(oracle.holm(raw))


def test_holm_counts_pairs_with_a_missing_parse_as_no_difference(text):
    """So p-values are adjusted for all tests of a text, whichever of its parses are at hand."""
    text, *_ = text
    absent = [(PARSER, Subject("lacking")), (Subject("lacking"), Subject("also"))]
    larger = replace(text, pairs=[*absent, *PAIRS])
    raw = [find(text, "las", *pair).p_mcnemar for pair in PAIRS]
    found = [find(larger, "las", *pair).p_holm for pair in PAIRS]
    assert found == pytest.approx(oracle.holm([*raw, 1.0, 1.0])[: len(PAIRS)])
    assert found != pytest.approx([find(text, "las", *pair).p_holm for pair in PAIRS])
    assert find(larger, "las", *absent[0]) is None


def test_a_test_of_a_text_is_found_in_either_order_of_its_systems(text):
    there, back = (find(text[0], "las", *pair) for pair in ((PARSER, OTHER), (OTHER, PARSER)))
    assert there == back
    seen = there.seen_from(OTHER)
    assert (seen.difference, seen.low) == (-there.difference, -there.high)
    assert find(text[0], "las", PARSER, Subject("covington-d0")) is None
    under = "train=90%;punctuation=exclude"
    for setting in (under, ""):  # another question, another text
        pair = subject_under(PARSER, "train=90%"), subject_under(OTHER, setting)
        keys = (Key("t", "test", *subject, "las") for subject in pair)
        assert Tests(sources=[Texts([text[0]])]).find(*keys) is None


def test_tests_of_recall_pair_words_and_tests_of_precision_do_not(text):
    text, (gold,), parses = text
    recall = find(text, "recall", PARSER, OTHER, "arcs=non-root;labelled")
    scored = sum(word[2] != 0 for words in gold for word in words)
    assert (recall.total, recall.total_b) == (scored, None)
    precision = find(text, "precision", PARSER, OTHER, "arcs=non-root;labelled")
    sizes = [sum(w[2] != 0 for words in parses[s][0] for w in words) for s in (PARSER, OTHER)]
    assert [precision.total, precision.total_b] == sizes
    assert (precision.p_mcnemar, precision.only_a) == (None, None)
    assert precision.p_resampled == 1.0  # what is no root is right in both


def test_pre_and_post_accuracy_are_tested_by_a_bootstrap_over_sentences(text):
    text, (gold,), parses = text

    def marks_of(subject):
        pairs = zip(gold, parses[subject][0], strict=True)
        return ["".join("-+"[int(r)] for r in right([g], [p], "las")) for g, p in pairs]

    marks = {subject: marks_of(subject) for subject in ACCURACY}
    for name, part in (("pre", 0), ("post", 1)):
        test = find(text, f"{name}-accuracy", PARSER, OTHER, "labelled")
        for (errors, words), found, total in (
            (oracle.pre_post(marks[PARSER])[part], test.correct_a, test.total),
            (oracle.pre_post(marks[OTHER])[part], test.correct_b, test.total_b),
        ):
            assert (found, total) == (words - errors, words)
        assert test.low <= test.difference <= test.high
    assert find(text, "pre-accuracy", PARSER, OTHER, "labelled").p_resampled < 0.01
    assert text._adjusted("pre-accuracy", items_of("labelled")).keys() == {
        frozenset(pair) for pair in PAIRS if PARSER in pair
    }
    apart = find(text, "pre-accuracy", OTHER, BLEND, "labelled")
    assert apart.p_holm == apart.p_resampled < 0.05


def test_tests_of_word_roles_are_adjusted_like_those_of_pre_and_post():
    trees = treebank([[("w", "X", 0, "root"), ("w", "X", 1, "conj")]])
    text = Text.of("t", ["test", ""], {s: [Fold(trees, trees)] for s in ACCURACY}, PAIRS, [PARSER])
    for items, family in (("tokens=conjuncts", 4), ("arcs=proj", len(PAIRS))):
        assert len(text._adjusted("recall", items_of(items))) == family


def test_each_test_by_resampling_is_drawn_once(monkeypatch):
    """By the correction of all pairs, before or after the pair itself is asked for."""
    text, drawn, setting = made()[0], [], items_of("labelled")
    for name in ("paired_bootstrap", "permutation_test"):
        draw = getattr(word_tests, name)
        monkeypatch.setattr(word_tests, name, lambda *x, f=draw: drawn.append(f) or f(*x))
    referenced = [pair for pair in PAIRS if PARSER in pair]
    for metric, family in (("pre-accuracy", referenced), ("precision", PAIRS)):
        found = [text.test(*pair, metric, setting).p_holm for pair in family]
        assert found == [text.test(*pair, metric, setting).p_holm for pair in family]
        assert len(drawn) == len(family)
        drawn.clear()


def test_a_parse_without_an_error_has_no_post_accuracy():
    trees = treebank(chains(random.Random(1), [4] * 5))
    parses = {s: [Fold(trees, trees)] for s in (PARSER, OTHER)}
    text = Text.of("t", ("test", "train=90%"), parses, [(PARSER, OTHER)], [PARSER])
    assert find(text, "post-accuracy", PARSER, OTHER, "labelled") is None
    assert find(text, "pre-accuracy", PARSER, OTHER, "labelled").p_resampled == 1.0


def test_folds_are_tested_as_one_text_and_by_their_scores():
    text, gold, parses = made(folds=3)
    joined = {
        subject: [Fold(*(treebank([*itertools.chain(*part)]) for part in (gold, texts)))]
        for subject, texts in parses.items()
    }
    whole = Text.of("t", ("test", "train=90%"), joined, PAIRS, [PARSER])
    for metric, setting in {
        "las": "", "uem": "", "precision": "arcs=root", "pre-accuracy": "labelled",
    }.items():  # fmt: skip
        folded = find(text, metric, PARSER, OTHER, setting)
        alone = replace(folded, p_t_folds=None, t_folds=None, folds=None)
        assert alone == find(whole, metric, PARSER, OTHER, setting)
    scores = [
        [np.mean(right(g, p, "uas")) for g, p in zip(gold, parses[s], strict=True)]
        for s in (PARSER, OTHER)
    ]
    found = find(text, "uas", PARSER, OTHER).p_t_folds
    assert found == pytest.approx(stats.ttest_rel(*scores).pvalue)


def test_a_p_value_of_a_text_is_found_as_a_value(text):
    test = find(text[0], "las", PARSER, OTHER)
    setting = f"train=90%;against={OTHER.name}"
    assert ask(text[0], PARSER, "las-p", setting) == (round(test.p_mcnemar * 10**6), 10**6)
    assert ask(text[0], PARSER, "las-p-holm", setting) == (round(test.p_holm * 10**6), 10**6)


def test_a_written_text_is_read_with_the_same_words(text, tmp_path):
    write_text(tmp_path / "a.npz", text[0])
    write_text(tmp_path / "b.npz", text[0])
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    (read,) = read_texts(tmp_path / "a.npz")
    for subject, parse in text[0].parses.items():
        words = read.parses[subject].words
        assert words.keys() == parse.words.keys()
        for name, column in parse.words.items():
            assert words[name].dtype == column.dtype
            np.testing.assert_array_equal(words[name], column)
    assert (read.pairs, read.settings) == (text[0].pairs, text[0].settings)


def test_values_and_tests_of_a_text_are_computed_once(text):
    values, tests = Values(sources=[Texts([text[0]])]), Tests(sources=[Texts([text[0]])])
    assert (values.treebanks, len(values)) == (["t"], 0)
    key = Key("t", "test", "mst", items_of("train=90%"), "las")
    assert values.find(key) is values.find(key)
    along = values.along("length", key._replace(metric="recall").under("labelled"))
    assert [name for name, _ in along][-1] == "root"
    assert len(values) == 1 + len(along)
    pair = (Key("t", "test", *subject_under(s, "train=90%"), "las") for s in (PARSER, OTHER))
    tests.find(*pair)
    assert [(test.a, test.b) for test in tests] == [(PARSER, OTHER)]
