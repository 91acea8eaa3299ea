"""The `transform` which restructures coordinations and verb groups or moves words."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from nonproj import api
from nonproj.cli.app import TO_STANDARD_OUTPUT, FormatOption, Input, Output, option
from nonproj.cli.output.messages import counted, say
from nonproj.cli.output.tables import print_table
from nonproj.data.files import STANDARD_STREAM
from nonproj.errors import NonprojError
from nonproj.trees.restructuring.schemes import (
    FORMS,
    IN_A_STYLE,
    learned_fields,
    names_of,
    transformed,
)
from nonproj.trees.restructuring.styles import DEFAULT_STYLE, STYLES, evidence, style_of

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank
    from nonproj.trees.restructuring.outcome import Outcome

SCHEME_ARGUMENT = option(
    f"Transformations to apply in this order, separated by commas: {', '.join(FORMS)}."
)
StyleName = Annotated[str, option(f"Annotation style of the treebank: {', '.join(STYLES)}.")]
INVERSE_HELP = "Undo the transformations, starting with the last one."
FIT_HELP = (
    "Untransformed training trees, from which parentswap and the ud-style schemes learn; by "
    "default, these schemes learn from the input. With --inverse, parentswap needs --fit; without "
    "--fit, the ud-style schemes assume that separators attach to the next conjunct, as in UD 2."
)
REPORT_HELP = "Print how many structures were found, changed and left unchanged, and why."


def transform(
    input: Input,
    scheme: Annotated[str, SCHEME_ARGUMENT],
    output: Output = TO_STANDARD_OUTPUT,
    style: StyleName = DEFAULT_STYLE,
    inverse: Annotated[bool, option(INVERSE_HELP, "--inverse")] = False,
    fit: Annotated[Path | None, option(FIT_HELP)] = None,
    report: Annotated[bool, option(REPORT_HELP, "--report")] = False,
    format: FormatOption = None,
) -> None:
    """Restructure coordinations or verb groups, or move the words with a given label.

    tau-c turns a coordination headed by its conjunction into a chain; cs instead attaches each
    later conjunct directly to the previous one. -star and -plus change how the inverse recognises
    the conjunction's dependents. In the ud style, the first conjunct is the head; ps makes the
    conjunction the head instead, as in the prague style. tau-v makes the auxiliary the head of the
    main verb (Nilsson 2009, chapters 6 and 9).

    The other four transformations apply to each word labelled LABEL, in any style. childswap swaps
    the word with its first dependent if that dependent precedes the word; parentswap swaps the word
    with its head; liftchildren attaches the word's dependents to its head; descendsiblings attaches
    to the word each sibling that it separates from their common head.

    In LABEL, write a comma as %2C. Everything except HEAD and DEPREL is kept byte for byte."""
    if report and str(output) == STANDARD_STREAM:
        raise NonprojError("--report: standard output is used for the treebank; add -o FILE")
    names = names_of(scheme)
    given, trees = api.read(input, format), api.read(fit, format) if fit else None
    _hint_at_style(given, names, style)
    if inverse and not fit:
        _warn_of_assumed_separators(names, style)
    outcomes = transformed(given, scheme, style, inverse, trees)
    treebank = outcomes[-1][1].treebank
    api.write(treebank, output)
    if any(outcome.changed for _, outcome in outcomes) and _are_same(treebank, given):
        say("the trees are the same before and after")
    for name, outcome in outcomes:
        say(f"{name}: {outcome.changed:,} of {counted(outcome.found, 'structure')} changed")
    if report:
        _print_counts(outcomes)


def _are_same(one: "Treebank", other: "Treebank") -> bool:
    labels = one.deprel.strings(), other.deprel.strings()
    return bool((one.head == other.head).all()) and labels[0] == labels[1]


def _hint_at_style(treebank: "Treebank", names: list[str], style: str) -> None:
    """Suggest a different style if the treebank has none of this style's coordination labels."""
    from nonproj.trees.restructuring.label_counts import label_counts

    labels = label_counts(treebank)
    told = style_of(labels)
    in_a_style = any(name in IN_A_STYLE for name in names)
    if in_a_style and evidence(told, labels) and not evidence(style, labels):
        say(f"the labels look like style {told}, not {style}: add --style {told}")


def _warn_of_assumed_separators(names: list[str], style: str) -> None:
    """Warn if the inverse of a ud-style scheme has to assume where separators attach."""
    if learners := [name for name in names if "on_first" in learned_fields(name, style)]:
        say(
            f"{', '.join(learners)}: separators are assumed to attach to the next conjunct, as in "
            "UD 2; if they attach to the first one, as in UD 1, add --fit with untransformed trees"
        )


def _print_counts(outcomes: list[tuple[str, "Outcome"]]) -> None:
    """Print how many structures each transformation found, changed and did not change, and why."""
    rows = []
    for name, outcome in outcomes:
        counts = {"found": outcome.found, "changed": outcome.changed}
        counts |= {f"left alone, {why}": count for why, count in outcome.left_alone.items()}
        rows += [(f"{name}: {what}", str(count)) for what, count in counts.items()]
    print_table(("", "structures"), rows)
