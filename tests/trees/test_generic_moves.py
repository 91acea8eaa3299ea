"""The four moves of Nilsson 2009, 9.1, by his figures, on all small trees, and back."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.errors import NonprojError
from nonproj.trees.restructuring.marks import parse, spell
from nonproj.trees.restructuring.schemes import MOVES, transformation_named
from oracles import trees as oracle
from samples.trees import sentences, treebank

# Figures 9.1 and 9.2 by the letters of their tokens: label of the focus X, of its head Y or P.
FIGURES = {
    # C F P, and a child of F to its right
    "childswap": (((-1, 2, 4, 2, 0), "C X D P"), ((-1, 4, 1, 2, 0), "C X∗ D P")),
    # G P F S: the right sibling S of F would be crossed, and goes to F
    "parentswap": (((-1, 0, 1, 2, 2), "G P X S"), ((-1, 0, 3, 1, 3), "G P X S")),
    # P, F with children Y and Z
    "liftchildren": (((-1, 0, 3, 1, 3), "P Y X Z"), ((-1, 0, 1, 1, 1), "P Y′ X Z′")),
    # S1 P F S2: the right sibling of the right-pointing arc descends
    "descendsiblings": (((-1, 2, 0, 2, 2), "S P X Z"), ((-1, 2, 0, 2, 3), "S P X Z′")),
}
EVERY = [
    (heads, labels)
    for n in range(1, 5)
    for heads in oracle.all_trees(n)
    for labels in product("XY", repeat=n)
]


@pytest.fixture(scope="module")
def every_small_tree():
    return treebank([heads for heads, _ in EVERY], [labels for _, labels in EVERY])


@pytest.mark.parametrize("move", MOVES)
def test_generic_moves_make_the_trees_of_the_figures(move):
    (heads, labels), (after, marked) = FIGURES[move]
    given = treebank([heads], [labels.split()])
    step = transformation_named(f"{move}:X").fit(given)
    outcome = step.apply(given)
    assert sentences(outcome.treebank) == [(after, marked.split())]
    assert (outcome.found, outcome.changed) == (1, 1)
    assert sentences(step.undo(outcome.treebank).treebank)[0][1] == labels.split()
    if move != "parentswap":  # S stays with F
        assert sentences(step.undo(outcome.treebank).treebank) == sentences(given)


@pytest.mark.parametrize("move", MOVES)
def test_generic_moves_of_all_small_trees_are_undone(every_small_tree, move):
    """ChildSwap and DescendSiblings are exact where trees are projective.

    LiftChildren is not where a lifted child is nearer to another X, ParentSwap wherever a child of
    X could have been its head."""
    step = transformation_named(f"{move}:X").fit(every_small_tree)
    outcome = step.apply(every_small_tree)
    after = sentences(outcome.treebank)
    back = sentences(step.undo(outcome.treebank).treebank)
    exact = 0
    for (heads, labels), (moved, _), (restored, own) in zip(EVERY, after, back, strict=True):
        assert oracle.is_tree(moved)
        assert oracle.is_tree(restored)
        assert tuple(own) == labels
        exact += restored == heads
        if move in ("childswap", "descendsiblings") and oracle.is_projective(heads):
            assert restored == heads
        if move in ("childswap", "parentswap") and oracle.is_projective(heads):
            assert oracle.is_projective(moved)
    assert exact > {"parentswap": 0.5, "liftchildren": 0.85}.get(move, 0.95) * len(EVERY)


def test_the_inverse_of_parentswap_needs_training_trees():
    with pytest.raises(NonprojError, match="fitted"):
        transformation_named("parentswap:X").undo(treebank([(-1, 0)], [["X"]]))
    several = treebank([(-1, 0, 1, 1, 1)], [["G", "A", "B", "X"]])
    assert transformation_named("parentswap:X").fit(several).parents == ("G",)


@settings(max_examples=200, deadline=None)
@given(st.text("ab\\+ ", min_size=1, max_size=6), st.integers(0, 3))
def test_a_marked_label_keeps_the_label_and_the_number_of_marks(label, times):
    assert parse(spell(label, "+", times), "+") == (label, times)
    assert parse(label, "+")[0], "any text can be read as a marked label"


def test_unknown_schemes_are_refused_and_labels_are_percent_decoded():
    for name in ("", "tau", "childswap", "childswap:", "raw", "tau-c:X"):
        with pytest.raises(NonprojError, match="not known"):
            transformation_named(name)
    assert transformation_named("childswap:a%2Cb").label == "a,b"
