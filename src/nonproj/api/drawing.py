"""Functions that draw trees."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from nonproj.api.arguments import checked
from nonproj.api.transformation import transform
from nonproj.data.treebank import Treebank
from nonproj.drawing.tree import Svg, draw_before_and_after, draw_sentence
from nonproj.errors import NonprojError
from nonproj.option_types import StyleChoice
from nonproj.optional_libraries import needing

BROWSER = "nonproj.drawing.browser"  # the module that fills the page, which imports jinja2


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


@checked
@needing("view")
def view(gold: Treebank, systems: Sequence[Treebank] = ()) -> str:
    """Return an HTML page in which the trees of all sentences can be looked at and searched.

    systems: parses of the same text, to compare with the trees of `gold`. Errors are marked. If the
        first word of a parse has a probability in MISC, all of its words are coloured by theirs."""
    return import_module(BROWSER).page_of(gold, systems)
