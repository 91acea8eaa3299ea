"""First conjuncts as heads, as in UD, to Prague style and to chains, and back."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nonproj.errors import NonprojError
from nonproj.trees.restructuring.roles import roles
from nonproj.trees.restructuring.schemes import FROM_FIRST_CONJUNCT, transformation_named
from samples.constructions import bank, first_conjuncts, trees

MARKED = ("tau-c-plus", "cs-plus")

# A , B and C run
FLAT = "A N 6 nsubj\n, P 3 punct\nB N 1 conj\nand C 5 cc\nC N 1 conj\nrun V 0 root"
# A and ( B or C ) run, with a comma of A's own and a word that belongs to all
NESTED = (
    "A N 7 nsubj\n, P 1 punct\nand C 4 cc\nB N 1 conj\nor C 6 cc\nC N 4 conj\nrun V 0 root\n"
    "both D 1 det"
)


def restructured(scheme, text):
    given = bank(text)
    step = transformation_named(scheme, "ud").fit(given)
    outcome = step.apply(given)
    back = step.undo(outcome.treebank)
    assert trees(outcome.treebank)[0][1] == trees(given)[0][1] or scheme in MARKED
    return trees(outcome.treebank)[0], trees(back.treebank) == trees(given)


IN_CHAIN = [7, 1, 1, 3, 4, 5, 0, 1]


@pytest.mark.parametrize(
    ("text", "scheme", "heads", "comes_back"),
    [
        (FLAT, "tau-c", [6, 1, 2, 3, 4, 0], True),
        (FLAT, "tau-c-plus", [6, 1, 2, 3, 4, 0], True),
        (FLAT, "cs", [6, 3, 1, 5, 3, 0], True),
        (FLAT, "ps", [4, 4, 4, 6, 4, 0], True),
        (NESTED, "tau-c", IN_CHAIN, False),
        (NESTED, "tau-c-plus", IN_CHAIN, True),
        (NESTED, "ps", [3, 1, 7, 5, 3, 5, 0, 3], True),  # "both" would cross "and" from A
    ],
)
def test_coordinations_under_the_first_conjunct_are_restructured(text, scheme, heads, comes_back):
    (found, labels), restored = restructured(scheme, text)
    assert (found, restored) == (heads, comes_back)
    if (text, scheme) == (NESTED, "tau-c-plus"):  # marks of A's own comma and of the inner C
        assert labels == ["nsubj", "punct+", "cc", "conj", "cc", "conj+", "root", "det"]


def test_fit_learns_whether_separators_are_on_the_first_conjunct():
    text = "A N 6 nsubj\n, P 1 punct\nB N 1 conj\nand C 1 cc\nC N 1 conj\nrun V 0 root"
    assert transformation_named("tau-c", "ud").fit(bank(text)).on_first
    assert not transformation_named("tau-c", "ud").fit(bank(FLAT)).on_first
    for scheme in FROM_FIRST_CONJUNCT:
        assert restructured(scheme, text)[1]
    assert restructured("tau-c", text)[0] == restructured("tau-c", FLAT)[0]


def test_conjuncts_left_alone_are_counted_by_reason():
    given = bank("B N 2 conj\nA N 0 root\nC N 2 conj\nD N 0 conj")
    outcome = transformation_named("tau-c", "ud").apply(given)
    assert list(outcome.left_alone.values()) == [1, 1]
    assert (outcome.found, outcome.changed) == (3, 1)


def test_schemes_of_other_styles_are_refused():
    with pytest.raises(NonprojError, match=r"'ud' has no scheme 'tau-c-star'; expected .* ps"):
        transformation_named("tau-c-star", "ud")
    with pytest.raises(NonprojError, match="'prague' has no scheme 'ps'"):
        transformation_named("ps")


# A B (, or C) and D: what separates C from B comes before what separates D from (B or C).
TWO_LINKS = (
    "run V 0 root\nA N 1 nsubj\nB N 2 conj\n, P 6 punct\nor C 6 cc\nC N 3 conj\nand C 8 cc\n"
    "D N 2 conj"
)


@settings(max_examples=300, deadline=None)
@example(TWO_LINKS, "tau-c-plus")
@given(first_conjuncts(), st.sampled_from([*MARKED, "ps"]))
def test_random_coordinations_under_the_first_conjunct_are_restored(text, scheme):
    assert restructured(scheme, text)[1]


@pytest.mark.parametrize("code", ["en", "got", "tr"])
@pytest.mark.parametrize(
    ("scheme", "least"), [("ps", 99.9), ("tau-c", 99.5), ("tau-c-plus", 99.97)]
)
def test_coordinations_of_universal_dependencies_are_restored(real_treebank, code, scheme, least):
    given = real_treebank(code, "dev")
    step = transformation_named(scheme, "ud").fit(given)
    back = step.undo(step.apply(given).treebank).treebank
    assert 100 * (back.head == given.head)[given.is_word].mean() >= least
    assert back.deprel.strings() == given.deprel.strings()


@pytest.mark.parametrize("heads", [(3, 5), (1, 1)])
def test_conjuncts_and_separators_are_those_found_by_hand(heads):
    """The first conjunct counts, too; separators are before a later one, as in UD 2 or 1."""
    text = (
        "A N 6 nsubj\n, P {} punct\nB N 1 conj\nand C {} cc\nC N 1 conj\nrun V 0 root\n; P 6 punct"
    )
    found = roles(bank(text.format(*heads)), "ud")
    assert np.flatnonzero(found["conjuncts"]).tolist() == [1, 3, 5]
    assert np.flatnonzero(found["separators"]).tolist() == [2, 4]
