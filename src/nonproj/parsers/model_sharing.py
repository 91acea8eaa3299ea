"""A cap that caps nothing: two variants with the same training trees have the same model.

Björkelund & Kuhn (2012) keep the 30 most frequent new labels. Where a treebank has no more of them,
the trees of the capped variant are those of the uncapped one, byte by byte, and so is all that a
parser learns from them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from filecmp import cmp
from pathlib import Path

from nonproj.data.treebank import Treebank
from nonproj.parsers.parser import AnyModel, fit, load_model, variant_named

_CAP = re.compile(r"-cap[0-9]+(?=[+@]|$)")


def uncapped(name: str) -> str | None:
    """The variant without the cap of this one; None if it has none."""
    other = _CAP.sub("", name)
    return other if other != name else None


def fit_or_share(
    name: str,
    trees: tuple[Path, Treebank],
    root_mode: int,
    seed: int,
    threads: int,
    twin: Sequence[Path] = (),
) -> AnyModel:
    """Train a parser on prepared trees, given as their file and what is in it.

    `twin`: prepared trees and model of another variant; the model is taken where the trees are the
    same. Seed and root mode are those of the same workflow, hence the same."""
    path, prepared = trees
    variant = variant_named(name)
    if twin and cmp(path, twin[0], shallow=False):
        return replace(load_model(twin[1]), variant=variant)
    return fit(variant, prepared, root_mode, seed, threads)
