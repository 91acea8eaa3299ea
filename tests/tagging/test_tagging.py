"""Taggers learn from spelling and context; rules make lemmas of the forms they were learnt from."""

from functools import partial
from itertools import chain
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonproj.data.treebank import Column
from nonproj.errors import NonprojError
from nonproj.tagging.columns import from_tags
from nonproj.tagging.jackknife import jackknife, train_and_tag, with_predicted_tags
from nonproj.tagging.lemma_rules import applied, is_rule, rule_of
from nonproj.tagging.tagger import COLLINS, WITH_MARGIN, train_tagger
from nonproj.tagging.taggers import train_taggers
from oracles.tagging import SlowTagger, orders_of
from samples.treebanks import made_treebank, written

UPOS = partial(train_taggers, columns=["upos"])


def accuracy(gold, predicted, name):
    words = gold.is_word
    codes = getattr(predicted, name).recoded(getattr(gold, name).values, unknown=-9)
    return np.mean(codes[words] == getattr(gold, name).codes[words])


def test_a_tagger_tags_unseen_sentences_in_columns_and_file():
    train, test = made_treebank(200), made_treebank(60, seed=2)
    predicted = with_predicted_tags(train, test, seed=1)
    assert accuracy(test, predicted, "upos") > 0.9
    assert 0.6 < accuracy(test, predicted, "feats") < 1.0
    assert predicted.lemma is test.lemma
    assert predicted.head is test.head
    assert (predicted.upos.codes[~test.is_word] == -1).all()
    words = [line.split("\t") for line in predicted.source.data.decode().splitlines() if line]
    upos = [tag for tag in predicted.upos.strings() if tag is not None]
    assert [word[3] for word in words if word[0].isdecimal()] == upos


def test_taggers_are_the_same_on_any_number_of_threads():
    train = made_treebank(50)
    first, second = (train_taggers(train, seed=3, threads=n).stored for n in (1, 2))
    assert first.content == second.content
    for name, array in first.arrays.items():
        np.testing.assert_array_equal(array, second.arrays[name])


@pytest.mark.parametrize("recipe", [WITH_MARGIN, COLLINS], ids=["with margin", "Collins"])
@pytest.mark.parametrize("column", ["upos", "feats"])
def test_a_tagger_has_the_weights_of_a_slow_one(recipe, column):
    """The text is so short that no two features share a place in the table of weights."""
    treebank = made_treebank(3, seed=11)
    tags = getattr(treebank, column)
    orders = orders_of(1, treebank.n_sentences, recipe.epochs)
    words = pairs_of(treebank, column)
    slow = SlowTagger(words, tags.values, orders, *recipe.reads, recipe.margin)
    found = train_tagger(treebank, tags, recipe=recipe)
    np.testing.assert_allclose(np.sort(found.weight), sorted(slow.weight.values()), atol=1e-5)
    expected = chain(*(slow.tag([form for form, _ in sentence]) for sentence in words))
    assert [tag for tag in found.tag_words(treebank).strings() if tag] == [*expected]


def pairs_of(treebank, column):
    """The (form, tag) of each word of each sentence."""
    pairs = list(zip(treebank.form.strings(), getattr(treebank, column).strings(), strict=True))
    bounds = zip(treebank.start[:-1], treebank.start[1:], strict=True)
    return [pairs[first + 1 : last] for first, last in bounds]


def test_the_studies_have_the_tags_of_collins():
    train, test = made_treebank(40), made_treebank(20, seed=2)
    columns = ["upos", "xpos", "feats"]
    expected = train_taggers(train, columns, recipe=COLLINS).tag(test)
    assert with_predicted_tags(train, test, seed=1).source.data == expected.source.data


def test_training_a_tagger_without_tokens_is_refused():
    nothing = made_treebank(5).select([])
    with pytest.raises(NonprojError, match="no tokens to train a tagger on"):
        train_tagger(nothing, nothing.upos)


def test_jackknifing_trains_without_the_fold_that_it_tags():
    treebank, seen = made_treebank(23), []

    class Recorder:
        def __init__(self, part):
            self.sentences = len(part)

        def tag(self, part, columns):
            assert columns == ("upos",)
            seen.append((self.sentences, part.n_sentences))
            return part

    tagged = jackknife(treebank, Recorder, ("upos",), 5)
    assert seen == [(19, 4), (18, 5), (18, 5), (18, 5), (19, 4)]
    np.testing.assert_array_equal(tagged.upos.codes, treebank.upos.codes)


def test_jackknifed_tags_have_errors():
    treebank = made_treebank(100)
    tagged = jackknife(treebank, lambda part: UPOS(treebank.select(part)), ("upos",), 5)
    share = accuracy(treebank, tagged, "upos")
    assert 0.85 < share < 1.0


@pytest.mark.parametrize(("size", "folds", "least"), [(10, 1, 2), (10, 11, 11), (1, 1, 2)])
def test_jackknifing_refuses_more_folds_than_sentences(size, folds, least):
    message = f"{size} sentences into {folds} folds; .* predicted tags needs at least {least} sent"
    with pytest.raises(NonprojError, match=message):
        jackknife(made_treebank(size), UPOS, ("upos",), folds)
    if size == 1:
        with pytest.raises(NonprojError, match=message):
            train_and_tag(made_treebank(size))


WORDS = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=12)


@given(form=WORDS, lemma=WORDS)
def test_a_lemma_rule_makes_the_lemma_of_its_form(form, lemma):
    rule = rule_of(form, lemma)
    assert applied(rule, form) == lemma
    assert is_rule(rule)


@pytest.mark.parametrize(
    ("form", "lemma", "other", "expected"),
    [
        ("walked", "walk", "talked", "talk"),
        ("Walked", "walk", "talked", "talk"),
        ("wives", "wife", "Knives", "knife"),
        ("gesagt", "sagen", "gemacht", "machen"),
        ("ROMA", "Roma", "PARIGI", "Parigi"),
        ("Berlin", "Berlin", "Bonn", "Bonn"),
        ("was", "be", "is", "be"),  # nothing shared: the whole lemma
        ("walked", "walk", "x", "x"),  # too short for the rule
    ],
)
def test_a_lemma_rule_applies_to_other_forms(form, lemma, other, expected):
    assert applied(rule_of(form, lemma), other) == expected


def test_forms_of_one_paradigm_share_few_lemma_rules():
    pairs = [("walks", "walk"), ("talks", "talk"), ("Sees", "see"), ("walked", "walk")]
    assert len({rule_of(*pair) for pair in pairs}) == 2


@pytest.mark.parametrize(
    ("form", "lemma", "is_changed"),
    [
        ("ab" * 2000, "ba" * 2000, False),
        ("http://" + "x" * 10**7, "_", False),
        ("Http://" + "x" * 10**5, "http://" + "x" * 10**5, True),
        ("X" * 201, "X" * 201, True),
    ],
)
def test_lemma_rules_of_very_long_forms_take_little_time(form, lemma, is_changed):
    """The rule changes the form only if the lemma is the form, whatever the case of its letters."""
    before = process_time()
    rule = rule_of(form, lemma)
    assert process_time() - before < 1
    assert applied(rule, form) == lemma
    assert (applied(rule, "Other") != lemma) == is_changed


@given(st.text(max_size=12))
def test_every_text_that_counts_as_a_lemma_rule_can_be_applied(text):
    if is_rule(text):
        applied(text, "form")


def test_a_lemma_rule_that_leaves_no_character_gives_no_lemma():
    treebank = written([[("x", 0, "root"), ("xy", 1, "y")]])
    rule = rule_of("ab", "b")
    assert applied(rule, "x") == ""
    found = from_tags(treebank, "lemma", Column.of([None, rule, rule]))
    assert found.strings() == [None, "_", "y"]
