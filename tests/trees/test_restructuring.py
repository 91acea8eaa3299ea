"""What all schemes have in common: any labels give trees, artificial treebanks come back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.trees.restructuring.schemes import MOVES, schemes_of, transformation_named
from nonproj.trees.restructuring.styles import STYLES
from oracles import trees as oracle
from samples.constructions import bank, trees, universal
from samples.treebanks import made_treebank

SCHEMES = [(scheme, style) for style in STYLES for scheme in schemes_of(style)]
SCHEMES += [(f"{move}:X", "prague") for move in MOVES]
LABELS = {
    "prague": "Coord Coord_Co Obj Obj_Co AuxX AuxX_Co AuxY AuxP AuxC _Co Coord_Ap Pred x+ \\ +",
    "alpino": "cnj punct Obj Pred x+",
    "ud": "conj conj:dep cc cc:preconj punct obj conj+ punct+ +",
    "move": "X X∗ X′ Y \\ ∗",
    "tau-v": "AuxV Pred Obj aux aux:pass cop root",
}
PRAGUE_AND_ALPINO = f"{LABELS['prague']} {LABELS['alpino']}".split()


def labels_of(scheme, style):
    if scheme == "tau-v":
        return LABELS["tau-v"].split()
    kind = "move" if ":" in scheme else style
    return LABELS[kind].split() if kind in ("move", "ud") else PRAGUE_AND_ALPINO


@pytest.mark.parametrize(("scheme", "style"), SCHEMES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_restructuring_and_its_inverse_give_trees_for_any_labels(scheme, style, data):
    """There, back, and back from what was never there; the given trees stay as they are."""
    heads = data.draw(oracle.trees(max_size=9))
    labels, tags = st.sampled_from(labels_of(scheme, style)), st.sampled_from("VN")
    given = bank("\n".join(f"w {data.draw(tags)} {h} {data.draw(labels)}" for h in heads[1:]))
    before, step = given.head.copy(), transformation_named(scheme, style).fit(given)
    there = step.apply(given).treebank
    back = step.undo(there).treebank
    for found in (there, step.undo(given).treebank, back):
        assert oracle.is_tree((-1, *trees(found)[0][0]))
        assert found.form is given.form
    if ":" in scheme:
        assert trees(back)[0][1] == trees(given)[0][1]
    assert np.array_equal(given.head, before)


CONJUNCTION, AUXILIARY = ("tau-c", "prague"), ("tau-v", "prague")
LEFT_ALONE = [
    (CONJUNCTION, "and J 0 Coord\nw V 1 Pred", "no conjunct"),
    (CONJUNCTION, "and J 0 Coord\nw V 1 Pred_Co", "one conjunct"),
    (CONJUNCTION, "a N 3 Sb_Co\nb N 3 Sb_Co\nand J 0 Coord", "the conjunction is not between"),
    (
        CONJUNCTION,
        "a N 3 Sb_Co\nb N 3 Sb_Co\nand J 0 Coord\nc N 3 Sb_Co",
        "nothing separates the first two",
    ),
    (("ps", "ud"), "A N 0 root\nC N 1 conj", "nothing separates the conjuncts"),
    (AUXILIARY, "is V 2 AuxV\nred A 0 Pred", "the head is not a main verb"),
    (AUXILIARY, "is V 0 AuxV\nred A 1 Pred", "the head is not a main verb"),
    (AUXILIARY, "not D 2 Adv\nhas V 3 AuxV\ngone V 0 Pred", "the auxiliary has dependents"),
]


@pytest.mark.parametrize(("scheme", "text", "reason"), LEFT_ALONE)
def test_structures_that_a_scheme_leaves_alone_are_counted_by_reason(scheme, text, reason):
    given = bank(text)
    outcome = transformation_named(*scheme).apply(given)
    assert trees(outcome.treebank) == trees(given)
    (counted,) = [(why, count) for why, count in outcome.left_alone.items() if count]
    assert (counted[0].startswith(reason), counted[1]) == (True, 1)
    assert (outcome.found, outcome.changed) == (1, 0)


@pytest.mark.parametrize("seed", [5, 6, 7])
@pytest.mark.parametrize(
    ("scheme", "style", "lost"),
    [
        ("tau-v", "prague", 0),
        ("tau-c-plus", "prague", 0.002),
        ("tau-c-plus", "ud", 0),
        ("cs-plus", "ud", 0),
    ],
)
def test_restructured_artificial_treebanks_are_restored(scheme, style, lost, seed):
    """What does not with tau-c-plus are AuxY, "both", left of a first conjunct that begins an inner
    coordination as well."""
    given = made_treebank(60, seed)
    if style == "ud":
        given = universal(given)
    step = transformation_named(scheme, style).fit(given)
    outcome = step.apply(given)
    back = step.undo(outcome.treebank).treebank
    assert outcome.changed > 15
    assert (back.head != given.head).sum() <= lost * given.n_words
    assert lost or back.deprel.strings() == given.deprel.strings()
