"""Share the model of a capped variant with its uncapped counterpart if the cap removes no label.

Björkelund & Kuhn (2012) keep the 30 most frequent new labels. If a treebank has no more of them,
the trees of the capped variant are those of the uncapped one, byte by byte, and so is the model."""

from collections.abc import Sequence
from dataclasses import replace
from filecmp import cmp
from pathlib import Path

from nonproj.data.conll import read_treebank
from nonproj.data.treebank import Treebank
from nonproj.parsers.families import load_model, train, variant_named
from nonproj.parsers.interface import ParserModel, Training


def learns_the_same(capped: Path | str, uncapped: Path | str) -> bool:
    """Check whether the prepared trees of both are the same."""
    return cmp(capped, uncapped, shallow=False)


def train_or_share(
    name: str,
    treebank: Treebank,
    prepared: Path,
    how: Training,
    uncapped: Sequence[Path] = (),
) -> ParserModel:
    """Train a parser on a treebank whose trees after the variant's steps are in a file.

    `uncapped`: prepared trees and model of the uncapped variant; its model is used if the trees are
    the same. Both have the same seed and root mode, as they come from the same workflow."""
    variant = variant_named(name)
    if uncapped and learns_the_same(prepared, uncapped[0]):
        return replace(load_model(uncapped[1]), variant=variant.fitted(treebank))
    return train(variant, treebank, how, read_treebank(prepared))
