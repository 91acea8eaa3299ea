"""Commands that transform trees: projectivize, deprojectivize."""

from typing import TYPE_CHECKING, Annotated

from nonproj import api
from nonproj.cli.app import TO_STANDARD_OUTPUT, FormatOption, Input, Output, option
from nonproj.cli.output.messages import counted, say
from nonproj.option_types import EncodingChoice, InverseChoice

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank

CAP_HELP = "Keep only this many new labels, starting with the most frequent; the studies use 30."


def projectivize(
    input: Input,
    encoding: Annotated[EncodingChoice, option("How the labels encode lifts.")],
    output: Output = TO_STANDARD_OUTPUT,
    cap: Annotated[int | None, option(CAP_HELP, min=0)] = None,
    format: FormatOption = None,
) -> None:
    """Make every tree projective by lifting arcs (Nivre & Nilsson 2005).

    baseline does not change the labels; head adds the syntactic head's label to the label of a
    lifted arc (d↑h); path marks lifted arcs (d↑) and the arcs that they were lifted over (↓);
    headpath does both. Everything except HEAD and DEPREL is kept byte for byte."""
    treebank = api.read(input, format)
    projective = api.projectivize(treebank, encoding, cap)
    api.write(projective, output)
    say(f"{_moved(treebank, projective)} lifted")


def _moved(before: "Treebank", after: "Treebank") -> str:
    moved = int((before.head != after.head).sum())
    return f"{moved:,} of {counted(before.n_words, 'arc')}"


def deprojectivize(
    input: Input,
    encoding: Annotated[InverseChoice, option("How the labels encode lifts.")],
    output: Output = TO_STANDARD_OUTPUT,
    format: FormatOption = None,
) -> None:
    """Undo `projectivize`: reattach lifted arcs to the heads that their labels describe.

    The input may be the output of any parser trained on encoded trees. If the search for a head
    fails, the arc is not moved and gets its plain label."""
    encoded = api.read(input, format)
    restored = api.deprojectivize(encoded, encoding)
    api.write(restored, output)
    say(f"{_moved(encoded, restored)} restored")
