"""The trees that the oracles of transition systems rebuild, scored as if they were parses."""

from collections.abc import Sequence
from itertools import combinations

from nonproj.public.scores import Fold, Text
from nonproj.public.treebanks import Treebank
from nonproj.public.trees import oracle_parse, variant_with_oracle
from nonproj.public.values import Subject, items_of

CHAINED = items_of("leftovers=right-arc")


def oracle_text(treebank: Treebank, name: str, split: str, variants: Sequence[str]) -> Text:
    """Score the trees that the variants' oracles rebuild, as if they were parses.

    For an oracle that gets stuck, a second reading of Kuhlmann & Nivre (2010) is also scored: right
    arcs attach the words that are left over (`CHAINED`)."""
    parses = {}
    for variant in map(variant_with_oracle, variants):
        rebuilt = oracle_parse(treebank, variant)
        parses[Subject(variant.name)] = [Fold(treebank, rebuilt.treebank)]
        if rebuilt.stuck.any():
            other = oracle_parse(treebank, variant, chained=True).treebank
            parses[Subject(variant.name, CHAINED)] = [Fold(treebank, other)]
    return Text.of(name, [split, "oracle"], parses, combinations(parses, 2))
