"""Projectivizing and marking, against a literal implementation of Nilsson 2009, 5.1."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.errors import NonprojError
from nonproj.trees.projectivity import projective_sentences
from nonproj.trees.pseudo_projective import Encoding, lift, projectivize
from oracles import trees as oracle
from samples.trees import columns, heads_of, sentences, treebank

LABELS = ("a", "b", "nsubj:pass", "x|*", "↑", "a↓", "\\", "a\\↑b", "_")
PATTERNS = ("aaaa", "abab", "abcd")
CAPS = (None, 0, 1, 3)

# Nilsson 2009, figures 5.1 and 5.2: Z nich je jen jedna na kvalitu
CZECH = heads_of(5, 1, 0, 5, 3, 3, 6)
CZECH_LABELS = ["AuxP", "Atr", "Pred", "AuxZ", "Sb", "AuxP", "Adv"]


@st.composite
def labelled_corpora(draw):
    trees = draw(st.lists(oracle.trees(), min_size=1, max_size=4))
    own = [[draw(st.sampled_from(LABELS)) for _ in heads[1:]] for heads in trees]
    return trees, own


def assert_as_defined(trees, labels, caps=CAPS):
    given_treebank = treebank(trees, labels)
    before = given_treebank.head.copy(), given_treebank.deprel.codes.copy()
    heads = [oracle.projectivize(tree)[0] for tree in trees]
    for encoding in Encoding:
        marks = [
            oracle.marked_labels(tree, [None, *own], encoding.value)
            for tree, own in zip(trees, labels, strict=True)
        ]
        for cap in caps:
            ours = projectivize(given_treebank, encoding, cap)
            theirs = oracle.spelled_corpus(marks, encoding.value, cap)
            assert sentences(ours) == list(zip(heads, theirs, strict=True))
            assert len(set(ours.deprel.values)) == len(ours.deprel.values)
    assert np.array_equal(given_treebank.head, before[0])
    assert np.array_equal(given_treebank.deprel.codes, before[1])


def test_all_trees_up_to_four():
    trees = oracle.trees_up_to(4)
    for pattern in PATTERNS:
        assert_as_defined(trees, [list(pattern[: len(heads) - 1]) for heads in trees])


@settings(max_examples=60, deadline=None)
@given(labelled_corpora())
def test_random_trees(corpus):
    assert_as_defined(*corpus)


def test_lifts_of_all_trees_of_five():
    trees = oracle.trees_up_to(5)
    lifting = lift(*columns(trees))
    expected = [oracle.projectivize(heads) for heads in trees]
    assert lifting.head.tolist() == [h for heads, _, _ in expected for h in heads]
    nodes = [range(len(heads)) for heads in trees]
    each = list(zip(nodes, expected, strict=True))
    assert lifting.lifts.tolist() == [lifts[d] for ds, (_, lifts, _) in each for d in ds]
    assert lifting.on_path.tolist() == [d in path for ds, (_, _, path) in each for d in ds]
    assert np.array_equal(lifting.lifted, lifting.lifts > 0)


def test_result_is_projective_and_lifted_again_the_same():
    start, head = columns(oracle.trees_up_to(5))
    lifted = lift(start, head).head
    assert projective_sentences(start, lifted).all()
    assert np.array_equal(lift(start, lifted).head, lifted)
    assert not lift(start, lifted).lifts.any()


@pytest.mark.parametrize("n", range(1, 7))
def test_projective_trees_stay_as_they_are(n):
    trees = oracle.projective_trees(n)
    bank = treebank(trees, [["a"] * n] * len(trees))
    for encoding in Encoding:
        ours = projectivize(bank, encoding)
        assert np.array_equal(ours.head, bank.head)
        assert ours.deprel.strings() == bank.deprel.strings()


@settings(max_examples=100, deadline=None)
@given(oracle.trees(max_size=30))
def test_number_of_lifts_is_bounded(heads):
    """Nilsson 2009, 5.1.1, with l = n - 1."""
    n = len(heads) - 1
    start, head = columns([heads])
    lifting = lift(start, head)
    assert lifting.lifts.sum() <= ((n - 1) ** 2 - (n - 1)) / 2
    assert lifting.lifts.max() <= max(n - 2, 0)


@settings(max_examples=60, deadline=None)
@given(labelled_corpora())
def test_label_bounds(corpus):
    """Nilsson 2009, T5.1: R(R + 1), 4R and 2R(R + 1)."""
    bank = treebank(*corpus)
    R = len(bank.deprel.values)
    count = {encoding: len(projectivize(bank, encoding).deprel.values) for encoding in Encoding}
    assert count[Encoding.BASELINE] == R
    assert count[Encoding.HEAD] <= R * (R + 1)
    assert count[Encoding.PATH] <= 4 * R
    assert count[Encoding.HEADPATH] <= 2 * R * (R + 1)


def test_path_labels_reach_their_bound():
    """All of r, r↑, r↓ and r↑↓ occur among the trees of five tokens with one label."""
    trees = oracle.all_trees(5)
    ours = projectivize(treebank(trees, [["r"] * 5] * len(trees)), Encoding.PATH)
    assert sorted(ours.deprel.values) == ["r", "r↑", "r↑↓", "r↓"]


@pytest.mark.parametrize(
    ("encoding", "lifted", "path"),
    [
        (Encoding.BASELINE, "AuxP", "Sb"),
        (Encoding.HEAD, "AuxP↑Sb", "Sb"),
        (Encoding.PATH, "AuxP↑", "Sb↓"),
        (Encoding.HEADPATH, "AuxP↑Sb", "Sb↓"),
    ],
)
def test_example_of_nilsson_2009(encoding, lifted, path):
    """Figure 5.2 and the labels of T5.1."""
    heads = tuple(CZECH.tolist())
    ((ours, labels),) = sentences(projectivize(treebank([heads], [CZECH_LABELS]), encoding))
    assert ours == (-1, 3, 1, 0, 5, 3, 3, 6)
    assert labels == [lifted, "Atr", "Pred", "AuxZ", path, "AuxP", "Adv"]


def test_example_of_bjorkelund_and_kuhn_2012():
    """Figures 1 and 3: It is what federal support should try hardest to achieve."""
    heads = (-1, 2, 0, 10, 5, 6, 2, 6, 7, 7, 9)
    labels = ["SBJ", "ROOT", "OBJ", "NMOD", "SBJ", "PRD", "VC", "MNR", "OPRD", "IM"]
    ((ours, marked),) = sentences(projectivize(treebank([heads], [labels]), Encoding.HEADPATH))
    assert ours == (-1, 2, 0, 6, 5, 6, 2, 6, 7, 7, 9)
    changed = {"OBJ": "OBJ↑IM", "VC": "VC↓", "OPRD": "OPRD↓", "IM": "IM↓"}
    assert marked == [changed.get(label, label) for label in labels]


@pytest.mark.parametrize(
    ("rule", "heads", "linear", "lifts"),
    [
        ("shortest first", (-1, 0, 4, 0, 1), (-1, 0, 1, 0, 0), [0, 1, 0, 1]),
        (
            "shortest now, not at the start",
            (-1, 0, 5, 1, 0, 3),
            (-1, 0, 1, 1, 0, 0),
            [0, 1, 0, 0, 2],
        ),
        ("ties: leftmost dependent", (-1, 0, 0, 1, 0, 3), (-1, 0, 0, 0, 0, 0), [0, 0, 1, 0, 1]),
        ("not leftmost end", (-1, 0, 5, 0, 1, 4), (-1, 0, 1, 0, 0, 4), [0, 2, 0, 1, 0]),
    ],
)
def test_order_of_lifts(rule, heads, linear, lifts):
    """Each of these small trees comes out otherwise under another order."""
    lifting = lift(*columns([heads]))
    assert tuple(lifting.head.tolist()) == linear, rule
    assert lifting.lifts.tolist()[1:] == lifts, rule


def test_cap_keeps_the_most_frequent_new_labels():
    """Two sentences mark b↑a, one marks a↑a, one a↑b: with ties the smaller string stays."""
    heads = (-1, 0, 0, 1)
    bank = treebank([heads] * 4, [list("axb"), list("axa"), list("axb"), list("bxa")])
    for cap, kept in product(range(4), [["b↑a", "a↑a", "a↑b"]]):
        new = [v for v in projectivize(bank, Encoding.HEAD, cap).deprel.values if "↑" in v]
        assert sorted(new) == sorted(kept[:cap])


def test_escaped_labels_do_not_count_as_new():
    bank = treebank([(-1, 0, 0, 1)], [["↑", "\\", "a"]])
    assert projectivize(bank, Encoding.HEAD, 0).deprel.values == ("\\↑", "\\\\", "a")


def test_bad_options():
    bank = treebank([(-1, 0)], [["a"]])
    with pytest.raises(NonprojError, match="-1"):
        projectivize(bank, Encoding.HEAD, cap=-1)
    with pytest.raises(ValueError, match="haed"):
        Encoding("haed")


def test_other_columns_and_unused_labels():
    """A selection of sentences keeps the vocabulary of the whole; the result's has none unused."""
    bank = treebank([(-1, 0), (-1, 0, 0, 1)], [["other"], ["a", "b", "c"]]).select([1])
    assert projectivize(bank, Encoding.BASELINE).deprel.values == ("a", "b", "c")
    ours = projectivize(bank, Encoding.PATH)
    assert ours.deprel.values == ("a↓", "b", "c↑")
    assert ours.form is bank.form
    assert ours.start is bank.start


def levels_below(heads, node):
    return max(
        (1 + levels_below(heads, child) for child in oracle.children(heads, node)), default=0
    )


def lowest_first(heads):
    heads = list(heads)
    while True:
        found = [d for d in range(1, len(heads)) if not oracle.arc_is_projective(heads, d)]
        if not found:
            return heads
        d = min(found, key=lambda d: (levels_below(heads, d), abs(heads[d] - d), d))
        heads[d] = heads[heads[d]]


def test_lifts_by_increasing_height():
    """The alternative of 5.1.1; on some trees of five words it makes a difference."""
    trees = oracle.trees_up_to(5)
    start, head = columns(trees)
    lowest, shortest = lift(start, head, lowest_first=True).head, lift(start, head).head
    assert lowest.tolist() == [h for heads in trees for h in lowest_first(heads)]
    assert 0 < (lowest != shortest).sum() < len(head) / 20
