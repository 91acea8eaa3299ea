"""Share the model of a capped variant with its uncapped counterpart if the cap removes no label.

Björkelund & Kuhn (2012) keep the 30 most frequent new labels. Where a treebank has no more of them,
the trees of the capped variant are those of the uncapped one, byte by byte, and so is all that a
parser learns from them."""

from collections.abc import Sequence
from dataclasses import replace
from filecmp import cmp
from pathlib import Path

from nonproj.data.conll import read_treebank
from nonproj.data.treebank import Treebank
from nonproj.parsers.families import load_model, train, variant_named
from nonproj.parsers.interface import ParserModel, Training


def learns_the_same(capped: Path | str, uncapped: Path | str) -> bool:
    """The prepared trees of both are the same."""
    return cmp(capped, uncapped, shallow=False)


def train_or_share(
    name: str,
    treebank: Treebank,
    prepared: Path,
    how: Training,
    uncapped: Sequence[Path] = (),
) -> ParserModel:
    """Train a parser on a treebank whose trees after the variant's steps are in a file.

    `uncapped`: prepared trees and model of the uncapped variant; the model is taken where the trees
    are the same. Seed and root mode are those of the same workflow, hence the same."""
    variant = variant_named(name)
    if uncapped and learns_the_same(prepared, uncapped[0]):
        return replace(load_model(uncapped[1]), variant=variant.fitted(treebank))
    return train(variant, treebank, how, read_treebank(prepared))
