"""Look-up of transformations by name; compiled code is imported only when needed."""

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from nonproj.errors import NonprojError, did_you_mean
from nonproj.trees.restructuring.styles import DEFAULT_STYLE, Style, style_named

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank
    from nonproj.trees.restructuring.outcome import Outcome, Transformation

VERB_GROUPS = "tau-v"
COORDINATIONS = {
    "tau-c": {},
    "tau-c-star": {"lifts_by_label": True},
    "tau-c-plus": {"marks_dependents": True},
    "tau-c-plus-star": {"marks_dependents": True, "lifts_by_label": True},
    "cs": {"collins": True},
    "cs-plus": {"collins": True, "marks_dependents": True},
}
FROM_FIRST_CONJUNCT = {
    "tau-c": {},
    "tau-c-plus": {"marks_exceptions": True},
    "cs": {"collins": True},
    "cs-plus": {"collins": True, "marks_exceptions": True},
    "ps": {"conjunction_heads": True},
}
MOVES = ("childswap", "parentswap", "liftchildren", "descendsiblings")
IN_A_STYLE = tuple({VERB_GROUPS: None, **COORDINATIONS, **FROM_FIRST_CONJUNCT})
FORMS = (*IN_A_STYLE, *(f"{move}:LABEL" for move in MOVES))


def schemes_of(style: str) -> tuple[str, ...]:
    """List the schemes for verb groups and coordinations that are available in a style."""
    return VERB_GROUPS, *_coordinations(style_named(style))


def check_scheme(name: str, style: str) -> str:
    """Return a scheme's name unchanged; raise NonprojError if the style has no such scheme."""
    known = schemes_of(style)
    if name in IN_A_STYLE and name not in known:
        raise NonprojError(
            f"style {style!r} has no scheme {name!r}; expected one of {', '.join(known)}"
        )
    return name


def learned_fields(name: str, style: str) -> dict[str, Any]:
    """Return the names and types of the fields that a scheme has to learn from training trees."""
    if name.partition(":")[0] == "parentswap":
        return {"parents": tuple[str, ...]}
    if name in FROM_FIRST_CONJUNCT and style_named(style).has_first_conjuncts:
        return {"on_first": bool}
    return {}


def names_of(scheme: str) -> list[str]:
    return [name.strip() for name in scheme.split(",")]


def transformed(
    treebank: "Treebank",
    scheme: str,
    style: str = DEFAULT_STYLE,
    inverse: bool = False,
    fit: "Treebank | None" = None,
) -> "list[tuple[str, Outcome]]":
    """Apply the transformations in a scheme, or undo them in reverse order.

    Each transformation is fitted on `fit` after the preceding transformations have been applied to
    it. By default, `fit` is the treebank itself; with `inverse`, nothing is fitted by default.
    Return names and outcomes in the order of execution; the last outcome contains the final
    treebank."""
    trees = treebank if fit is None and not inverse else fit
    steps = [(name, transformation_named(name, style)) for name in names_of(scheme)]
    for i, (name, step) in enumerate(steps if trees is not None else ()):
        steps[i] = name, step.fit(trees)
        trees = steps[i][1].apply(trees).treebank
    outcomes = []
    for name, step in reversed(steps) if inverse else steps:
        outcomes.append((name, step.undo(treebank) if inverse else step.apply(treebank)))
        treebank = outcomes[-1][1].treebank
    return outcomes


def _coordinations(style: Style) -> dict[str, dict[str, bool]]:
    return FROM_FIRST_CONJUNCT if style.has_first_conjuncts else COORDINATIONS


def transformation_named(name: str, style: str = DEFAULT_STYLE) -> "Transformation":
    """Return a transformation by its name in one of FORMS; LABEL may be percent-encoded."""
    move, _, label = name.partition(":")
    if check_scheme(name, style) == VERB_GROUPS:
        from nonproj.trees.restructuring.verb_groups import VerbGroups

        return VerbGroups(style_named(style))
    if name in IN_A_STYLE:
        return _coordination(name, style_named(style))
    if move in MOVES and label:
        from nonproj.trees.restructuring.generic import GenericMove, GenericTransformation

        return GenericTransformation(GenericMove(move), unquote(label))
    known = ", ".join(FORMS) + did_you_mean(name, FORMS)
    raise NonprojError(f"scheme {name!r} is not known; expected one of {known}")


def _coordination(name: str, style: Style) -> "Transformation":
    options = _coordinations(style)[name]
    if style.has_first_conjuncts:
        from nonproj.trees.restructuring.coordination.first_conjunct import FirstConjunct

        return FirstConjunct(style.coordination, **options)
    from nonproj.trees.restructuring.coordination.prague_style import Coordination

    return Coordination(style, **options)
