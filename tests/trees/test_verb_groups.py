"""Verb groups with the auxiliary as head, and back."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.trees.restructuring.schemes import transformation_named
from oracles import trees as oracle
from samples.constructions import bank, trees

TAU_V = transformation_named("tau-v")

# Nilsson 2009, figure 6.5: her preparations will take several months
PREPARATIONS = """
Její     P 2 Atr
příprava N 4 Sb
bude     V 4 AuxV
trvat    V 0 Pred
několik  C 4 Obj
měsíců   N 5 Atr
"""


def heads_after(text):
    given = bank(text)
    after = TAU_V.apply(given)
    back = TAU_V.undo(after.treebank).treebank
    return trees(after.treebank)[0][0], trees(back) == trees(given), after


def test_figures_6_5_and_6_6():
    heads, restored, outcome = heads_after(PREPARATIONS)
    assert heads == [2, 3, 0, 3, 4, 5]
    assert restored
    assert (outcome.found, outcome.changed) == (1, 1)


def test_what_follows_the_right_verb_goes_to_it():
    """taken has he yesterday: the verb left of its auxiliary keeps what stands left of it."""
    heads, restored, _ = heads_after("he P 2 Sb\ntaken V 0 Pred\nhas V 2 AuxV\nit P 2 Obj")
    assert heads == [2, 3, 0, 3]
    assert restored


def test_the_leftmost_auxiliary_is_the_head():
    heads, restored, outcome = heads_after(
        "would V 3 AuxV\nhave V 3 AuxV\ntaken V 0 Pred\nit P 3 Obj"
    )
    assert heads == [0, 1, 1, 3]
    assert restored
    assert outcome.left_alone["another auxiliary is further left"] == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("is V 2 AuxV\nred A 0 Pred", "the head is not a main verb"),
        ("is V 0 AuxV\nred A 1 Pred", "the head is not a main verb"),
        ("not D 2 Adv\nhas V 3 AuxV\ngone V 0 Pred", "the auxiliary has dependents"),
    ],
)
def test_left_alone_for_a_reason(text, reason):
    _, _, outcome = heads_after(text)
    assert trees(outcome.treebank) == trees(bank(text))
    assert outcome.left_alone[reason] == 1


def test_all_trees_of_four_tokens_with_one_auxiliary():
    """One verb group in any tree comes back."""
    texts = []
    for heads, a in product(oracle.all_trees(4), range(1, 5)):
        m = heads[a]
        if m == 0 or oracle.children(heads, a):
            continue
        tags = ["V" if d in (a, m) else "N" for d in range(1, 5)]
        labels = ["AuxV" if d == a else "Pred" for d in range(1, 5)]
        texts.append(
            "\n".join(f"w {t} {h} {x}" for t, h, x in zip(tags, heads[1:], labels, strict=True))
        )
    given = bank(*texts)
    after = TAU_V.apply(given)
    assert after.changed == len(texts)
    assert trees(TAU_V.undo(after.treebank).treebank) == trees(given)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_always_trees_whatever_the_labels(data):
    heads = data.draw(oracle.trees(max_size=9))
    tags = [data.draw(st.sampled_from("VN")) for _ in heads[1:]]
    labels = [data.draw(st.sampled_from(["AuxV", "Pred", "Obj"])) for _ in heads[1:]]
    rows = [f"w {t} {h} {x}" for t, h, x in zip(tags, heads[1:], labels, strict=True)]
    given = bank("\n".join(rows))
    there = TAU_V.apply(given).treebank
    for found in (there, TAU_V.undo(given).treebank, TAU_V.undo(there).treebank):
        assert oracle.is_tree((-1, *trees(found)[0][0]))
        assert trees(found)[0][1] == trees(given)[0][1]
