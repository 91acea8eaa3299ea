"""Steps around parsers on any trees and labels: what they write is undone; any parse is a tree."""

import numpy as np

from fuzz.treebanks import parse_of, random_treebank
from nonproj.data.conll import parse_treebank, render
from nonproj.errors import NonprojError
from nonproj.parsers.steps import fit_steps, restore, step_named
from nonproj.trees.columns import checked_corpus

STEPS = (
    *("baseline", "head", "path", "headpath", "head-cap3", "tau-v", "tau-c", "tau-c-plus-star"),
    *("cs", "tau-c-ud", "ps-ud", "childswap:Sb", "parentswap:a", "liftchildren:b"),
    *("descendsiblings:Sb", "childswap:%2F", "mh4"),
)
EXACT = ("head", "path", "headpath", "baseline", "mh4")  # leave the labels as they were


def prepare() -> None:
    for number, _ in enumerate(STEPS):
        run_case(number)


def run_case(number: int) -> str:
    rng = np.random.default_rng(number)
    gold = random_treebank(rng)
    name = STEPS[number % len(STEPS)]
    try:
        fitted, transformed = fit_steps([step_named(name)], gold)
    except NonprojError:
        return "refused"
    again = parse_treebank(render(transformed), name="again.conll", format="conllx")
    restored = restore(fitted, again)
    _require_trees(restored)
    if name in EXACT:
        assert restored.deprel.strings() == gold.deprel.strings()
    try:
        _require_trees(restore(fitted, parse_of(rng, gold)))
    except NonprojError:
        return "refused"  # a label that no parser has learnt
    return "accepted"


def _require_trees(treebank) -> None:
    checked_corpus(treebank.start, treebank.head)
    parse_treebank(render(treebank), name="rendered.conll", format="conllx")
