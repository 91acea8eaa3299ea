"""Names of neural parsers: what they may hold, and which mean the same training."""

import pytest

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("biaffine-lemma-upos", "in this order"),
        ("biaffine-tagged-upos", "in this order"),
        ("biaffine@svm2", "remove @svm2"),
        ("biaffine+head", "nothing to encode"),
        ("biaffine+raw", "remove \\+raw"),
        ("mh3+raw", "remove \\+raw"),
        ("mh3-greedy-neural+raw", "remove \\+raw"),
        ("mh4-hybrid+head", "nothing to encode"),
        ("mh4-hybrid~s0-b0", "sees all words"),
        ("mh4-greedy-neural~s0", "sees s2-s1-s0-b0 or s1-s0-b0 or s0-b0"),
        ("mh4-twin", "not known"),
    ],
)
def test_wrong_names(name, message):
    with pytest.raises(NonprojError, match=message):
        variant_named(name)


def test_names_of_the_same_training():
    """`-tagged` stands for all columns."""
    all_four = variant_named("biaffine-upos-xpos-feats-lemma")
    assert variant_named("biaffine-tagged").trained_as == all_four.trained_as
    assert variant_named("biaffine").trained_as != all_four.trained_as
    names = ["biaffine", "mst-neural", "mh3", "mh4-two", "mh4-hybrid", "1ec", "1ec-first-order"]
    names += [
        "mh3-greedy-neural",
        "mh4-greedy-neural",
        "mh4-greedy-neural~s1-s0-b0",
        "mh4-greedy-neural~s0-b0",
    ]
    assert len({variant_named(name).trained_as for name in names}) == len(names)
    usual, named = map(variant_named, ("mh4-greedy-neural", "mh4-greedy-neural~s2-s1-s0-b0"))
    assert usual.trained_as == named.trained_as
