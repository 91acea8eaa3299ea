"""Texts that are too long for a parser: refused at once, instead of hours of work."""

from typing import TYPE_CHECKING

import numpy as np

from nonproj.errors import NonprojError

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank

ANY_LENGTH = "arc-standard+head takes any length"
# Words of the longest sentences, by the beginning of a variant's name: those that take about a
# minute on one core of a 2.5 GHz server, O(n^2) to O(n^4), or 2 GB. Other transition systems read
# a sentence in linear time; second order has a check of its memory (`graph.memory`).
LONGEST = {
    "covington-d": 4000,
    "eisner": 2500,
    "mst": 5000,  # mst-neural, too
    "biaffine": 1000,
    "mh3-greedy": 5000,
    "mh3": 330,
    "mh4-two": 280,
    "mh4-hybrid": 280,
    "1ec": 180,
}
# Of trees outside a class in which the nearest one is sought, see `steps`.
LONGEST_TREE = {"projective": LONGEST["eisner"], "mh4": 280, "1ec": 280}

MOST_ITEMS = 100  # of FEATS, whose pairs are features of arcs; twenty are many


def require_length(variant: str, treebank: "Treebank") -> None:
    """NonprojError if a sentence is too long for the parser."""
    longest = next((n for name, n in LONGEST.items() if variant.startswith(name)), None)
    if longest is not None and treebank.sentence_length.max(initial=0) > longest:
        sentence = int(treebank.sentence_length.argmax())
        raise NonprojError(
            f"{treebank.name}: sentence {sentence + 1} has {treebank.sentence_length[sentence]} "
            f"words; {variant} takes {longest} or fewer, {ANY_LENGTH}"
        )


def require_few_items(treebank: "Treebank") -> None:
    """NonprojError if a word has too many items of FEATS for parsers that read each of them."""
    for code, value in enumerate(treebank.feats.values):
        items = 1 + value.count("|")
        if items > MOST_ITEMS:
            slot = int((treebank.feats.codes == code).argmax())
            sentence = int(np.searchsorted(treebank.start, slot, side="right"))
            raise NonprojError(
                f"{treebank.name}: sentence {sentence} has a word with {items} items of FEATS; "
                f"this parser takes {MOST_ITEMS} or fewer"
            )
