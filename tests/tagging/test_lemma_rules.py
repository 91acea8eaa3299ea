"""Rules make the lemma of the form that they were learnt from, and of its like."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonproj.data.treebank import Column
from nonproj.tagging.columns import from_tags
from nonproj.tagging.lemma_rules import applied, is_rule, rule_of
from samples.treebanks import written

WORDS = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=12)


@given(form=WORDS, lemma=WORDS)
def test_a_rule_makes_the_lemma_of_its_form(form, lemma):
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
def test_a_rule_is_of_use_for_other_forms(form, lemma, other, expected):
    assert applied(rule_of(form, lemma), other) == expected


def test_forms_of_one_paradigm_share_few_rules():
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
def test_very_long_forms_take_little_time(form, lemma, is_changed):
    """The rule changes the form only if the lemma is the form, whatever the case of its letters."""
    before = process_time()
    rule = rule_of(form, lemma)
    assert process_time() - before < 1
    assert applied(rule, form) == lemma
    assert (applied(rule, "Other") != lemma) == is_changed


@given(st.text(max_size=12))
def test_every_text_that_counts_as_a_rule_can_be_applied(text):
    if is_rule(text):
        applied(text, "form")


def test_a_rule_that_leaves_nothing_gives_no_lemma():
    treebank = written([[("x", 0, "root"), ("xy", 1, "y")]])
    rule = rule_of("ab", "b")
    assert applied(rule, "x") == ""
    found = from_tags(treebank, "lemma", Column.of([None, rule, rule]))
    assert found.strings() == [None, "_", "y"]
