"""Coordinations as chains and back: Nilsson's figures, nested ones by hand, and drawn ones."""

import pytest
from hypothesis import given, settings

from nonproj.trees.restructuring.schemes import COORDINATIONS, transformation_named
from samples.constructions import bank, coordinations, interchanged, trees

# Nilsson 2009, figure 6.2
GREAT_SPIRIT = """
Velkou      A 2 Atr
bojovností  N 3 Obj_Co
a           J 7 Coord
nečekanou   A 5 Atr
tvrdostí    N 3 Obj_Co
se          P 7 AuxT
vyznačovalo V 0 Pred
finále      N 7 Sb
"""


def restructured(scheme, text, style="prague"):
    step = transformation_named(scheme, style)
    given = bank(text)
    outcome = step.apply(given)
    (after,) = trees(outcome.treebank)
    (back,) = trees(step.undo(outcome.treebank).treebank)
    return after, back == trees(given)[0]


@pytest.mark.parametrize("scheme", COORDINATIONS)
def test_coordinations_of_figures_6_2_and_6_3_are_made_from_each_other(scheme):
    last = 2 if scheme.startswith("cs") else 3
    (heads, labels), restored = restructured(scheme, GREAT_SPIRIT)
    assert heads == [2, 7, 2, 5, last, 7, 0, 7]
    assert labels == ["Atr", "Obj", "Coord", "Atr", "Obj", "AuxT", "Pred", "Sb"]
    assert restored


def test_commas_and_dependents_of_the_conjunction_join_the_chain():
    """[both] A , B , and C [together]: D goes to the first conjunct, else to the nearest left."""
    text = """
    both J 6 AuxY
    A N 6 Sb_Co
    , Z 6 AuxX
    B N 6 Sb_Co
    , Z 6 AuxX
    and J 0 Coord
    C N 6 Sb_Co
    together D 6 Adv
    """
    after, restored = restructured("tau-c-plus", text)
    assert after[0] == [2, 0, 2, 3, 4, 4, 6, 7]
    assert after[1] == ["AuxY+", "Sb", "AuxX", "Sb", "AuxX", "Coord", "Sb", "Adv+"]
    assert restored
    after, restored = restructured("tau-c-plus-star", text)
    assert (after[1][0], after[1][-1], restored) == ("AuxY", "Adv+", True)
    step = transformation_named("tau-c")
    (back,) = trees(step.undo(step.apply(bank(text)).treebank).treebank)
    assert back[0] == [2, 6, 6, 6, 6, 0, 6, 7]  # D stays where it was put
    step = transformation_named("tau-c-star")
    (back,) = trees(step.undo(step.apply(bank(text)).treebank).treebank)
    assert back[0] == [6, 6, 6, 6, 6, 0, 6, 7]  # AuxY is lifted by its label


NESTED = {  # tokens, and heads of their chain
    "((A or B) and C)": (
        "A 2 Sb_Co/or 4 Coord_Co/B 2 Sb_Co/and 0 Coord/C 4 Sb_Co",
        [0, 1, 2, 1, 4],
    ),
    "(A and (B or C))": (
        "A 2 Sb_Co/and 0 Coord/B 4 Sb_Co/or 2 Coord_Co/C 4 Sb_Co",
        [0, 1, 2, 3, 4],
    ),
    "(A , (B or C) and D)": (
        "A 6 Sb_Co/, 6 AuxX/B 4 Sb_Co/or 6 Coord_Co/C 4 Sb_Co/and 0 Coord/D 6 Sb_Co",
        [0, 1, 2, 3, 4, 3, 6],
    ),
    "((A or B) and (C or D))": (
        "A 2 Sb_Co/or 4 Coord_Co/B 2 Sb_Co/and 0 Coord/C 6 Sb_Co/or 4 Coord_Co/D 6 Sb_Co",
        [0, 1, 2, 1, 4, 5, 6],
    ),
    "(A and B , C)": ("A 2 Sb_Co/and 0 Coord/B 2 Sb_Co/, 2 AuxX/C 2 Sb_Co", [0, 1, 2, 3, 4]),
    "(A et B et C), the second et AuxY": (
        "A 4 Sb_Co/et 4 AuxY/B 4 Sb_Co/et 0 Coord/C 4 Sb_Co",
        [0, 1, 2, 3, 4],
    ),
    "(A and B C), nothing before C": ("A 2 Sb_Co/and 0 Coord/B 2 Sb_Co/C 2 Sb_Co", [0, 1, 2, 2]),
}


@pytest.mark.parametrize("name", NESTED)
def test_nested_coordinations_become_chains_made_by_hand(name):
    tokens, chain = NESTED[name]
    text = "\n".join(token.replace(" ", " X ", 1) for token in tokens.split("/"))
    for scheme in ("tau-c", "tau-c-star", "tau-c-plus", "tau-c-plus-star"):
        (heads, labels), restored = restructured(scheme, text)
        assert heads == chain
        assert not any(label.endswith("_Co") for label in labels)
        assert restored


# "They buy bread , butter and ( cheese or ham )": the conjunction is the object, conjuncts are cnj.
ALPINO = """
zij   N 2 su
kopen V 0 ROOT
brood N 6 cnj
,     P 3 punct
boter N 6 cnj
en    V 2 obj1
kaas  N 8 cnj
of    V 6 cnj
ham   N 8 cnj
"""


IN_ALPINO = "su ROOT obj1 punct obj1 cnj obj1 cnj obj1"  # labels of the chain


CHAINS = [  # scheme, style, tokens, heads and labels of the chain
    # The suffix of conjuncts is found below prepositions.
    (
        *("tau-c", "prague"),
        "in R 3 AuxP\nA N 1 Adv_Co\nand J 0 Coord\nfor R 3 AuxP\nB N 4 Adv_Co",
        *([0, 1, 1, 3, 4], "AuxP Adv Coord AuxP Adv"),
    ),
    # Words with the same plain label on both sides of a conjunction are conjuncts.
    (
        *("tau-c-plus", "prague-plain"),
        "A N 3 Sb\n, Z 3 AuxX\nand J 5 Coord\nB N 3 Sb\nruns V 0 Pred\nold A 3 Atr",
        *([5, 1, 1, 3, 0, 4], "Sb AuxX Coord Sb Pred Atr+"),
    ),
    ("tau-c", "alpino", ALPINO, [2, 0, 2, 3, 4, 5, 6, 7, 8], IN_ALPINO),
    ("cs", "alpino", ALPINO, [2, 0, 2, 3, 3, 5, 5, 7, 7], IN_ALPINO),
]


@pytest.mark.parametrize(("scheme", "style", "text", "heads", "labels"), CHAINS)
def test_coordinations_of_each_style_become_chains(scheme, style, text, heads, labels):
    after, restored = restructured(scheme, text, style)
    assert after == (heads, labels.split())
    assert restored


@settings(max_examples=60, deadline=None)
@given(coordinations())
def test_random_coordinations_are_restored_from_their_chains(text):
    """tau-c-plus alone: the others cannot tell the Adv of a conjunction from that of a conjunct."""
    assert restructured("tau-c-plus", text)[1]
    assert restructured("tau-c", interchanged(text), "alpino")[1]
