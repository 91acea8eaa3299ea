"""Transformations by their names. Compiled code is imported when one is made."""

from typing import TYPE_CHECKING
from urllib.parse import unquote

from nonproj.errors import NonprojError
from nonproj.trees.restructuring.styles import DEFAULT_STYLE, style_named

if TYPE_CHECKING:
    from nonproj.trees.restructuring.outcome import Transformation

VERB_GROUPS = "tau-v"
COORDINATIONS = {
    "tau-c": {},
    "tau-c-star": {"lifts_by_label": True},
    "tau-c-plus": {"marks_dependents": True},
    "tau-c-plus-star": {"marks_dependents": True, "lifts_by_label": True},
    "cs": {"collins": True},
}
MOVES = ("childswap", "parentswap", "liftchildren", "descendsiblings")
FORMS = (VERB_GROUPS, *COORDINATIONS, *(f"{move}:LABEL" for move in MOVES))


def transformation_named(name: str, style: str = DEFAULT_STYLE) -> "Transformation":
    """The transformation of a name in one of FORMS; a %XX in LABEL stands for a character."""
    move, _, label = name.partition(":")
    if name == VERB_GROUPS:
        from nonproj.trees.restructuring.verb_groups import VerbGroups

        return VerbGroups(style_named(style))
    if name in COORDINATIONS:
        from nonproj.trees.restructuring.coordination import Coordination

        return Coordination(style_named(style), **COORDINATIONS[name])
    if move in MOVES and label:
        from nonproj.trees.restructuring.generic import Generic, Move

        return Generic(Move(move), unquote(label))
    raise NonprojError(f"scheme {name!r} is not known; expected one of {', '.join(FORMS)}")
