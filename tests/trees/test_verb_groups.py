"""Verb groups with the auxiliary as head, and back."""

from itertools import product

import pytest

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


@pytest.mark.parametrize(
    ("text", "heads", "left_alone"),
    [
        (PREPARATIONS, [2, 3, 0, 3, 4, 5], 0),
        # taken has he yesterday: the verb left of its auxiliary keeps what stands left of it.
        ("he P 2 Sb\ntaken V 0 Pred\nhas V 2 AuxV\nit P 2 Obj", [2, 3, 0, 3], 0),
        # The leftmost auxiliary is the head.
        ("would V 3 AuxV\nhave V 3 AuxV\ntaken V 0 Pred\nit P 3 Obj", [0, 1, 1, 3], 1),
    ],
)
def test_auxiliaries_become_heads_and_are_restored(text, heads, left_alone):
    given = bank(text)
    outcome = TAU_V.apply(given)
    assert trees(outcome.treebank)[0][0] == heads
    assert trees(TAU_V.undo(outcome.treebank).treebank) == trees(given)
    assert (outcome.found, outcome.changed) == (1 + left_alone, 1)
    assert outcome.left_alone["another auxiliary is further left"] == left_alone


def test_all_trees_of_four_words_with_one_auxiliary_are_restored():
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
