"""How a capped and an uncapped variant share a model if the cap removes no label.

Björkelund & Kuhn (2012) keep the 30 most frequent new labels. If a treebank has no more than 30
new labels, both variants are trained on identical trees and therefore have the same model."""

from collections.abc import Sequence
from filecmp import cmp
from pathlib import Path

from nonproj.data.conll import read_treebank
from nonproj.data.treebank import Treebank
from nonproj.parsers.families import load_model, train, variant_named
from nonproj.parsers.interface import ParserModel, Training


def learns_the_same(capped: Path | str, uncapped: Path | str) -> bool:
    """Return whether the files with the prepared trees of the two variants are identical."""
    return cmp(capped, uncapped, shallow=False)


def log_of_training(trained: Sequence[tuple[str, str]]) -> str:
    """Return the log of the training run: the uncapped variant's if the cap changes no tree.

    `trained`: the prepared trees and the log of the variant and, if there is one, of the uncapped
    variant."""
    (prepared, own), *others = trained
    shared = (log for trees, log in others if learns_the_same(prepared, trees))
    return next(shared, own)


def train_or_share(
    name: str,
    treebank: Treebank,
    prepared: Path,
    how: Training,
    uncapped: Sequence[Path] = (),
) -> ParserModel:
    """Train a parser; the file `prepared` holds the treebank's trees after the variant's steps.

    `uncapped` holds the paths of the uncapped variant's prepared trees and model. If both variants
    have the same trees, the uncapped model is reused. That model has the right seed and root mode,
    because the same workflow trains both variants."""
    variant = variant_named(name)
    if uncapped and learns_the_same(prepared, uncapped[0]):
        return load_model(uncapped[1]).with_variant(variant.fitted(treebank))
    return train(variant, treebank, how, read_treebank(prepared))
