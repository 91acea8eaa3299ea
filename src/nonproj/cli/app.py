"""The application and the arguments that many commands share."""

from pathlib import Path
from typing import Annotated

import typer

from nonproj.data.files import check_output
from nonproj.data.treebank import Format

app = typer.Typer(
    help="Strategies for non-projective dependency parsing, on any treebank.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

INSPECT, TRANSFORM, DATA = "Look at treebanks", "Transform trees", "Get treebanks"
PARSE, COMPARE = "Train and parse", "Score and combine parses"

Treebanks = Annotated[
    list[Path],
    typer.Argument(
        help="Treebank files in CoNLL-U, CoNLL-X or CoNLL-2009; - is standard input.",
        show_default=False,
    ),
]
Input = Annotated[
    Path, typer.Argument(metavar="IN", help="Treebank; - is standard input.", show_default=False)
]


def _usable(output: Path) -> Path:
    """Looked at with the options, before hours of work end at a path that cannot be written."""
    check_output(output)
    return output


Output = Annotated[
    Path,
    typer.Option(
        *("-o", "--output"),
        help="Where to write; - is standard output.",
        show_default=False,
        callback=_usable,
    ),
]
FormatOption = Annotated[
    Format | None,
    typer.Option("--format", help="Format of the input; told from its content by default."),
]
GoldTags = Annotated[
    bool,
    typer.Option(
        "--gold-tags", help="CoNLL-2009: read the gold columns of lemma, tag and features."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print counts as JSON.")]


def tags_of(gold: bool) -> str:
    return "gold" if gold else "predicted"
