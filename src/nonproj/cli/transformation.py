"""Commands that transform trees: projectivize, deprojectivize."""

from typing import Annotated

import typer

from nonproj.cli.app import TRANSFORM, FormatOption, Input, Output, command
from nonproj.trees.labels import Encoding

INVERTIBLE = [e.value for e in Encoding if e is not Encoding.BASELINE]
Cap = Annotated[
    int | None,
    typer.Option(
        min=0, help="Keep only this many new labels, the most frequent ones; the studies use 30."
    ),
]


@command(rich_help_panel=TRANSFORM)
def projectivize(
    input: Input,
    output: Output,
    encoding: Annotated[
        Encoding, typer.Option(help="How labels encode lifts.", show_default=False)
    ],
    cap: Cap = None,
    format: FormatOption = None,
) -> None:
    """Make every tree projective by lifting arcs (Nivre & Nilsson 2005).

    baseline leaves labels as they are; head adds the label of the syntactic head to that of a
    lifted arc (d↑h); path marks lifted arcs (d↑) and the arcs they were lifted over (↓); headpath
    does both. Everything but HEAD and DEPREL is kept byte for byte."""
    from nonproj.data.conll import read_treebank, write_treebank
    from nonproj.trees import pseudo_projective as pproj

    write_treebank(pproj.projectivize(read_treebank(input, format), encoding, cap), output)


@command(rich_help_panel=TRANSFORM)
def deprojectivize(
    input: Input,
    output: Output,
    encoding: Annotated[
        str,
        typer.Option(
            help="The encoding of the labels: " + ", ".join(INVERTIBLE) + ".", show_default=False
        ),
    ],
    format: FormatOption = None,
) -> None:
    """Undo `projectivize`: reattach lifted arcs to the heads that their labels describe.

    Works on the output of any parser trained on encoded trees. An arc whose head is not found
    keeps its place and its plain label."""
    from nonproj.data.conll import read_treebank, write_treebank
    from nonproj.trees.pseudo_projective_inverse import deprojectivize

    if encoding not in INVERTIBLE:
        expected = ", ".join(INVERTIBLE)
        raise typer.BadParameter(f"{encoding!r} is not one of {expected}", param_hint="--encoding")
    restored = deprojectivize(read_treebank(input, format), Encoding(encoding))
    write_treebank(restored, output)
