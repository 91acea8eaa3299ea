"""A function that draws trees."""

from __future__ import annotations

from nonproj.api.arguments import checked
from nonproj.api.transformation import transform
from nonproj.choices import StyleChoice
from nonproj.data.treebank import Treebank
from nonproj.drawing.tree import Svg, draw_before_and_after, draw_sentence
from nonproj.errors import NonprojError


@checked
def draw(
    gold: Treebank,
    sentence: int,
    system: Treebank | None = None,
    scheme: str | None = None,
    style: StyleChoice = "prague",
) -> Svg:
    """Draw the tree of a sentence (numbered from 1) as SVG, which notebooks display.

    Non-projective arcs are highlighted.

    system: a parse to draw below the words, with wrong arcs dashed.
    scheme: transformations (see `transform`); the tree is drawn before and after them."""
    if scheme is None:
        return draw_sentence(gold, sentence, system)
    if system is not None:
        raise NonprojError("draw takes a parse or a scheme, not both")
    return draw_before_and_after(gold, transform(gold, scheme, style), sentence)
