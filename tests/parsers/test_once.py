"""Labels that a word gives to at most one dependent, against enumeration of all choices."""

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonproj
from nonproj.combination.bundles import bundle
from nonproj.data.treebank import Column
from nonproj.errors import NonprojError
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.once import UNLIMITED, Once, best_labels
from samples.treebanks import made_treebank, written

SCORES = st.integers(-4, 4)
WHICH = "Adv,Obj+Atr"


@cache
def parser(name="biaffine"):
    text = made_treebank(40, seed=1)
    return train(variant_named(name), text, Training(size="small"))


def unlabelled(n=12):
    text = made_treebank(n, seed=2)
    return text.with_trees(np.where(text.is_word, -2, -1), text.deprel.blank)


def groups_by_head(parsed, once=WHICH):
    """(sentence, head) -> the groups of its dependents' labels, without None."""
    found = {}
    for s in range(len(parsed)):
        tree, labels = parsed.heads(s).tolist(), parsed[s].deprel.strings()
        for head, label in zip(tree[1:], labels[1:], strict=True):
            own = [i for i, group in enumerate(once.split(",")) if label in group.split("+")]
            if head > 0:
                found.setdefault((s, head), []).extend(own)
    return found


@given(st.data())
def test_labels_have_the_best_total_score_of_those_without_a_group_twice(data):
    n_words, n_labels = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 5))
    group = np.array([UNLIMITED, *data.draw(st.lists(st.integers(-1, 2), max_size=n_labels - 1))])
    row = st.lists(SCORES, min_size=len(group), max_size=len(group))
    scores = np.array(data.draw(st.lists(row, min_size=n_words, max_size=n_words)), dtype=float)
    taken = data.draw(st.sets(st.integers(0, 2)))

    def allowed(labels):
        used = [group[label] for label in labels if group[label] != UNLIMITED]
        return len({*used}) == len(used) and not {*used} & taken

    def total(labels):
        return sum(scores[word, label] for word, label in enumerate(labels))

    found = best_labels(scores, group, taken).tolist()
    assert allowed(found)
    assert total(found) == max(
        map(total, filter(allowed, product(range(len(group)), repeat=n_words)))
    )


@pytest.mark.parametrize("name", ["biaffine", "mst-neural"])
def test_the_labels_of_a_parse_have_the_best_scores(name):
    parsed = nonproj.parse(parser(name), unlabelled())
    scores = parser(name).label_scores(parsed)[parsed.is_word]
    labels = parsed.deprel.recoded(parser(name).network.labels)[parsed.is_word]
    assert (scores.argmax(-1) == labels).all()


@pytest.mark.parametrize("name", ["biaffine", "mst-neural"])
def test_no_word_has_a_group_twice_and_no_other_label_changes(name):
    text = unlabelled()
    plain = nonproj.parse(parser(name), text)
    parsed = nonproj.parse(parser(name), text, once=WHICH)
    assert parsed.head.tolist() == plain.head.tolist()
    before, after = groups_by_head(plain), groups_by_head(parsed)
    crowded = {place for place, groups in before.items() if len({*groups}) < len(groups)}
    assert crowded
    assert all(len({*groups}) == len(groups) for groups in after.values())
    old, new = plain.deprel.strings(), parsed.deprel.strings()
    changed = [slot for slot in range(len(old)) if old[slot] != new[slot]]
    sentence = np.searchsorted(text.start, changed, side="right") - 1
    assert {*zip(sentence.tolist(), parsed.head[changed].tolist(), strict=True)} <= crowded
    shown = nonproj.parse(parser(name), text, once=WHICH, progress=lambda *_: None)
    assert shown.deprel.strings() == new


def test_a_given_label_stays_and_no_other_dependent_has_its_group():
    text = unlabelled()
    plain = nonproj.parse(parser(), text).deprel.strings()
    parsed = nonproj.parse(parser(), text)
    places = [place for place, own in groups_by_head(parsed, "Adv").items() if len(own) > 1]
    assert places
    for sentence, head in places:
        dependents = np.flatnonzero(parsed.heads(sentence) == head) + text.start[sentence]
        heads = text.head.copy()
        heads[dependents] = head
        adverbials = [slot for slot in dependents.tolist() if plain[slot] == "Adv"]
        for kept in adverbials:
            labels = text.deprel.strings()
            labels[kept] = "Adv"
            some = text.with_trees(heads, Column.of(labels))
            found = nonproj.parse(parser(), some, given=True, once=WHICH).deprel.strings()
            assert [slot for slot in adverbials if found[slot] == "Adv"] == [kept]


def test_a_bundle_labels_with_its_neural_parser():
    linear = train(variant_named("mst"), made_treebank(40, seed=1), Training())
    model, text = bundle([linear, parser()]), unlabelled()
    parsed = nonproj.parse(model, text, once=WHICH)
    assert parsed.head.tolist() == nonproj.parse(model, text).head.tolist()
    assert all(len({*groups}) == len(groups) for groups in groups_by_head(parsed).values())


def test_subtypes_belong_to_a_relation_except_outer_ones():
    once = Once((("nsubj", "csubj"), ("obj",)), parser())
    labels = ["nsubj", "csubj:pass", "nsubj:outer", "nsubjx", "obj", "obj:lvc", "obl"]
    groups = [0, 0, UNLIMITED, UNLIMITED, 1, 1, UNLIMITED]
    assert [once.group_of(label) for label in labels] == groups


def test_two_roots_may_have_the_same_label():
    once = Once((("Adv",),), parser())
    rows = [("a", 0, "Adv"), ("b", 0, "Adv"), ("c", 2, "Adv"), ("d", 2, "Obj")]
    parsed = written([rows])
    assert once.applied(parser(), parsed, parsed) is parsed


def test_relations_and_parsers_that_do_not_fit_are_refused():
    text = unlabelled(3)
    with pytest.raises(NonprojError, match=r"^Sb,Obk: 'Obk'; expected labels of the model: Adv, "):
        nonproj.parse(parser(), text, once="Sb,Obk")
    with pytest.raises(NonprojError, match=r": no other label is left$"):
        nonproj.parse(parser(), text, once="+".join(parser().network.labels))
    linear = train(variant_named("eisner"), made_treebank(10, seed=1), Training())
    stepped = replace(parser(), variant=variant_named("biaffine+childswap:Sb"))
    for model in (linear, bundle([linear]), stepped):
        with pytest.raises(NonprojError, match=" cannot label dependents together; neural"):
            nonproj.parse(model, text, once="Sb")
