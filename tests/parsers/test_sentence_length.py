"""A sentence that would take hours is refused, with the name of a parser that takes it."""

import re
from functools import partial

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.interface import Training, begin
from nonproj.parsers.parts import parse_in_parts
from nonproj.parsers.steps import ANY_LENGTH, LONGEST_TREE
from nonproj.trees.projectivity import projective_sentences
from samples.chain_family import ChainModel
from samples.treebanks import written

PROJECTIVE = ANY_LENGTH.partition(" ")[0]


def texts(*lengths):
    return written([[("w", i, "d") for i in range(n)] for n in lengths], "long.conll")


@pytest.mark.parametrize(
    "name", ["covington-d1~nivre-2007@libsvm", "mst", "mh3-greedy-neural", "1ec"]
)
def test_the_longest_sentence_is_the_last_that_is_taken(name):
    variant = variant_named(name)
    longest = variant.system.row.longest
    taken, refused = texts(longest), texts(3, longest + 1)
    ChainModel(variant).parse(taken)
    words = f"long.conll: sentence 2 has {longest + 1} words; {name} accepts at most {longest}"
    message = re.escape(f"{words}; {ANY_LENGTH}")
    in_parts = partial(parse_in_parts, ChainModel(variant), refused, 1, "fill", lambda *_: None, 2)
    for use in (
        lambda: ChainModel(variant).parse(refused),
        in_parts,  # counted in the whole text
        lambda: begin(variant, refused, Training(), None),
    ):
        with pytest.raises(NonprojError, match=message):
            use()


@pytest.mark.parametrize("name", [PROJECTIVE, "mh4-greedy-neural", "mh4-greedy"])
def test_parsers_that_read_from_left_to_right_take_any_length(name):
    ChainModel(variant_named(name)).parse(texts(50_000))


def test_a_nearest_tree_is_not_sought_for_a_large_one():
    """A random tree is far outside of the class, and few of its leaves are beside their heads."""
    rng, n = np.random.default_rng(1), 2 * LONGEST_TREE["mh4"]
    order = rng.permutation(np.arange(1, n + 1)).tolist()
    heads = {word: order[int(rng.integers(i))] if i else 0 for i, word in enumerate(order)}
    treebank = written([[("w", heads[i], "d") for i in range(1, n + 1)]], "long.conll")
    message = f"long.conll: sentence 1 has .* at most {LONGEST_TREE['mh4']} words"
    with pytest.raises(NonprojError, match=message):
        begin(variant_named("mh4-greedy"), treebank, Training(), None)
    _, nearest = variant_named("mh3-greedy-neural").prepare(treebank)  # in cubic time
    assert projective_sentences(nearest.start, nearest.head).all()
