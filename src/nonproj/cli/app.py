"""The application and the arguments that many commands share."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from nonproj import __version__
from nonproj.cli.command import Command, Commands
from nonproj.data.files import STANDARD_STREAM, check_output
from nonproj.data.reading.formats import Format

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help: no boxes, and nothing of rich to import
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
command = partial(app.command, cls=Command)

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


def usable(output: Path | None) -> Path | None:
    """Check the output path up front, so that training does not fail at the very end."""
    if output is not None:
        check_output(output)
    return output


Output = Annotated[
    Path,
    typer.Option(
        *("-o", "--output"),
        help="File to write; - is standard output.",
        show_default="standard output",
        callback=usable,
    ),
]
TO_STANDARD_OUTPUT = Path(STANDARD_STREAM)
FormatOption = Annotated[
    Format | None, typer.Option("--format", help="Format of the input; detected by default.")
]
GoldTags = Annotated[
    bool,
    typer.Option(
        "--gold-tags", help="CoNLL-2009: read gold lemmas, tags and features, not predicted ones."
    ),
]
json_option = partial(typer.Option, "--json")  # its help differs from command to command


def tags_of(gold: bool) -> str:
    return "gold" if gold else "predicted"


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"nonproj {__version__}")
        raise typer.Exit()


@app.callback()
def nonproj(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Strategies for non-projective dependency parsing, on any treebank."""
