"""The typer application, and arguments and options shared by several commands."""

import shlex
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from nonproj import __version__
from nonproj.cli.group import Commands
from nonproj.data.files import STANDARD_STREAM, check_output
from nonproj.errors import NonprojError
from nonproj.option_types import FormatChoice, TagsChoice

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help: no boxes, and rich is not imported
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def argument(help: str, metavar: str | None = None, **settings: Any) -> Any:
    return typer.Argument(help=help, metavar=metavar, show_default=False, **settings)


def option(help: str, *names: str, show_default: bool | str = True, **settings: Any) -> Any:
    return typer.Option(*names, help=help, show_default=show_default, **settings)


def usable(output: Path | None) -> Path | None:
    """Check the output path at the start, so that training does not fail at the very end.

    Commands make no folders, because a folder that does not exist is usually a typing error."""
    if output is not None:
        check_output(output)
        if not output.parent.is_dir():
            folder = output.parent
            make = f"mkdir -p {shlex.quote(str(folder))}"
            raise NonprojError(f"{output}: there is no folder {folder}; make it: {make}")
    return output


TREEBANKS_HELP = "Treebank files in CoNLL-U, CoNLL-X or CoNLL-2009; - means standard input."
OUTPUT = option(
    "File to write; - means standard output.", "-o", "--output",
    show_default="standard output", callback=usable,
)  # fmt: skip
TEXT_FORMATS_HELP = (
    "text: raw text, which the model's tokenizer splits (see `train --text`); plain: a sentence on "
    "each line, with spaces between words; words: a word on each line, and an empty line after "
    "each sentence. Words may be numbered from 1 in each sentence, with a tab after the number."
)
GOLD_TAGS_HELP = "For CoNLL-2009: read gold lemmas, tags and features instead of predicted ones."
TO_STANDARD_OUTPUT = Path(STANDARD_STREAM)

Treebanks = Annotated[list[Path], argument(TREEBANKS_HELP)]
Input = Annotated[Path, argument("Treebank; - means standard input.", "IN")]
Output = Annotated[Path, OUTPUT]
FormatOption = Annotated[FormatChoice | None, option("Input format; detected by default.")]
GoldTags = Annotated[bool, option(GOLD_TAGS_HELP, "--gold-tags")]
json_option = partial(typer.Option, "--json")  # each command has its own help text
Threads = Annotated[int, option("Number of threads; it does not change the results.", min=1)]
Vectors = Annotated[
    Path | None, option("File of word vectors, if the parser was trained with --vectors.")
]
SEED_HELP = "Random seed: the same seed gives the same result."
Seed = Annotated[int, option(SEED_HELP, min=0)]


def tags_of(gold: bool) -> TagsChoice:
    return "gold" if gold else "predicted"


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"nonproj {__version__}")
        raise typer.Exit()


@app.callback()
def nonproj(
    version: Annotated[
        bool, option("Print the version.", "--version", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Train and compare strategies for non-projective dependency parsing on any treebank."""
