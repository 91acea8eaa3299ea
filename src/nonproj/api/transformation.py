"""Functions that transform trees."""

from __future__ import annotations

from typing import get_args

from nonproj.api.arguments import checked
from nonproj.data.treebank import Treebank
from nonproj.errors import one_of
from nonproj.option_types import EncodingChoice, InverseChoice, StyleChoice
from nonproj.trees import pseudo_projective, pseudo_projective_inverse
from nonproj.trees.labels import Encoding
from nonproj.trees.restructuring.schemes import transformed


@checked
def projectivize(
    treebank: Treebank, encoding: EncodingChoice = "head", cap: int | None = None
) -> Treebank:
    """Make every tree projective by lifting arcs; record the lifts in the labels.

    encoding: baseline, head, path or headpath. cap: keep at most this many new labels."""
    return pseudo_projective.projectivize(treebank, one_of(Encoding, encoding, "encoding"), cap)


@checked
def deprojectivize(treebank: Treebank, encoding: InverseChoice = "head") -> Treebank:
    """Undo `projectivize`, using the labels; encoding: head, path or headpath."""
    chosen = Encoding(one_of(get_args(InverseChoice), encoding, "encoding"))
    return pseudo_projective_inverse.deprojectivize(treebank, chosen)


@checked
def transform(
    treebank: Treebank,
    scheme: str,
    style: StyleChoice = "prague",
    inverse: bool = False,
    fit: Treebank | None = None,
) -> Treebank:
    """Restructure coordinations or verb groups, or move the words with a given label.

    scheme: transformations in order, separated by commas (see `nonproj transform --help`).
    inverse: undo the transformations.
    fit: untransformed training trees, used to undo parentswap or ud schemes."""
    return transformed(treebank, scheme, style, inverse, fit)[-1][1].treebank
