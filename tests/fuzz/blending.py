"""Blends of random parses: a tree of proposed arcs, and the parse itself where all agree."""

import numpy as np

from fuzz.treebanks import parse_of, random_treebank
from nonproj.combination.blending import blend
from nonproj.combination.schemes import Weights
from nonproj.errors import NonprojError
from nonproj.trees.columns import checked_corpus

WEIGHTS = tuple(w for w in Weights if w is not Weights.CONFIDENCE)  # CoNLL-X has no MISC
ROOTS = ("multiple", "single", "auto")


def prepare() -> None:
    for number in range(20):
        run_case(number)


def run_case(number: int) -> str:
    rng = np.random.default_rng(number)
    gold = random_treebank(rng)
    parses = [parse_of(rng, gold) for _ in range(rng.integers(1, 5))]
    weights, root = WEIGHTS[rng.integers(len(WEIGHTS))], ROOTS[rng.integers(3)]
    try:
        found = blend(parses, weights, gold, parses, bool(rng.integers(2)), root)
    except NonprojError:
        if root == "multiple":
            raise AssertionError("random trees hold a tree") from None
        return "refused"
    checked_corpus(found.start, found.head)
    proposed = np.any([parse.head == found.head for parse in parses], axis=0)
    assert proposed[gold.is_word].all()
    if len(parses) == 1 and root == "multiple":
        assert found.deprel.strings() == parses[0].deprel.strings()
    return "accepted"
