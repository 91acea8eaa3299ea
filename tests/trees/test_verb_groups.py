"""Verb groups with the auxiliary as head, and back."""

from itertools import product

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


def test_figures_6_5_and_6_6_of_the_thesis_are_made_from_each_other():
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


def test_all_trees_of_four_words_with_one_auxiliary_come_back():
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
