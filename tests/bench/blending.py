"""Blending: seconds for a test set of six parses, and for one very long sentence."""

from functools import partial

import numpy as np
from tests.bench.spine import seconds

from nonproj.combination.blending import blend
from nonproj.data.conll import parse_treebank
from nonproj.data.treebank import Treebank

PARSERS = 6
TEXTS = {"1000_sentences_of_25_words": (1000, 25), "1_sentence_of_500_words": (1, 500)}
AGREEMENT = 0.8  # share of the words whose arc all parsers share, about as much as real ones do


def blending() -> dict:
    """Six parses on one core; the more their arcs differ, the longer it takes."""
    found = {}
    for text, size in TEXTS.items():
        for agreement, more in ((AGREEMENT, ""), (0.0, "_without_agreement")):
            parses = random_parses(*size, agreement)
            found[f"seconds_{text}{more}"] = round(seconds(partial(blend, parses)), 4)
    return found


def random_parses(sentences: int, words: int, agreement: float) -> list[Treebank]:
    """Trees of random shape; the heads of words on which parsers agree come from one of them."""
    lines = [f"{i}\tw\tw\tX\tX\t_\t0\ta\t_\t_\n" for i in range(1, words + 1)]
    text = parse_treebank(("".join(lines) + "\n").encode() * sentences, name="bench.conll")
    rng = np.random.default_rng(1)
    shared = [rng.permutation(words) + 1 for _ in range(sentences)]
    common = [tree(rng, order) for order in shared]
    parses = []
    for _ in range(PARSERS):
        trees = []
        for order, arcs in zip(shared, common, strict=True):
            other = tree(rng, order if agreement else rng.permutation(words) + 1)
            trees.append(np.where(rng.random(words + 1) < agreement, arcs, other))
        parses.append(text.with_trees(np.concatenate(trees), text.deprel))
    return parses


def tree(rng: np.random.Generator, order: np.ndarray) -> np.ndarray:
    """Each word's head is the root or a word before it in the order: no cycles, nor between two
    trees of one order."""
    before = np.concatenate([[0], order])
    heads = np.full(len(before), -1)
    heads[order] = before[rng.integers(0, np.arange(1, len(before)))]
    return heads


BENCHES = {"blending": blending}
