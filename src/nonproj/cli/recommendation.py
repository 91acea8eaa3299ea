"""The command that recommends a parser for a treebank: recommend."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonproj.cli.app import FormatOption, command, json_option
from nonproj.cli.output.messages import say
from nonproj.cli.output.tables import print_table

if TYPE_CHECKING:
    from nonproj.recommendation.recommend import Recommendation

MINUTES = 10.0


@command()
def recommend(
    train: Annotated[
        Path, typer.Argument(metavar="TRAIN", help="Training treebank.", show_default=False)
    ],
    dev: Annotated[
        Path | None,
        typer.Option(help="Treebank for the scores.", show_default="every tenth sentence of TRAIN"),
    ] = None,
    budget: Annotated[
        float,
        typer.Option(
            min=0.1,
            help="Time limit in minutes for the whole run; 3 is enough once kernels are compiled.",
        ),
    ] = MINUTES,
    output: Annotated[
        Path,
        typer.Option(
            *("-o", "--output"),
            help="New folder to write, with a page of results, all models, parses and figures.",
        ),
    ] = Path("recommendation"),
    strategies: Annotated[
        str,
        typer.Option(
            help="Try only these, comma-separated; their projective baselines are tried as well.",
            show_default="as many as there is time for",
        ),
    ] = "",
    threads: Annotated[
        int | None,
        typer.Option(min=1, help="How many strategies to try at once.", show_default="2 at most"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same scores.")] = 1,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print every figure, as JSON.")] = False,
) -> None:
    """Find out which parsing strategy suits a treebank, with evidence and cost.

    The command describes how non-projective the treebank is, tries strategies on one split, from
    the cheapest to the most promising, and recommends one for accuracy, one for speed and one for
    both. Each is compared with its projective baseline. index.html shows everything."""
    from nonproj import api
    from nonproj.recommendation.recommend import FIGURES, PAGE

    names = tuple(name.strip() for name in strategies.split(",") if name.strip())
    given = api.read(train, format), api.read(dev, format) if dev else None
    found = api.recommend(*given, budget, names, threads, seed, output, say, format)
    if as_json:
        print((output / FIGURES).read_text())
    else:
        _print(found)
    say(f"{output / PAGE} shows everything; models are in {output / 'models'}")


def _print(found: "Recommendation") -> None:
    from nonproj.recommendation.page import findings_of

    for one in findings_of(found):
        rows = [(title, *(text.replace("`", "") for text, _ in cells)) for title, cells in one.rows]
        print_table((one.heading, *one.headers.values()), rows)
        print()
    print("\n".join(found.commands))
