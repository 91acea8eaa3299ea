"""The `recommend` command, which recommends a parser for a treebank."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonproj.choices import LearntTagsChoice
from nonproj.cli.app import FormatOption, command, json_option
from nonproj.cli.output.messages import say
from nonproj.cli.output.tables import print_table

if TYPE_CHECKING:
    from nonproj.recommendation.recommend import Recommendation

MINUTES = 10.0
DEV_DEFAULT = "five folds of TRAIN, or every tenth sentence if TRAIN has at least 2,000"
TAGS_HELP = (
    "given: parsers read the treebank's tags; predicted: parsers read tags predicted by taggers "
    "that were not trained on the sentence in question, as with `train --tags predicted`."
)


@command()
def recommend(
    train: Annotated[
        Path, typer.Argument(metavar="TRAIN", help="Training treebank.", show_default=False)
    ],
    dev: Annotated[
        Path | None, typer.Option(help="Treebank to score on.", show_default=DEV_DEFAULT)
    ] = None,
    budget: Annotated[
        float,
        typer.Option(
            min=0.1,
            help="Time limit for the whole run, in minutes; 3 is enough once kernels are compiled.",
        ),
    ] = MINUTES,
    output: Annotated[
        Path,
        typer.Option(
            *("-o", "--output"),
            help="New folder for the page, the models, the parses and a JSON file of all numbers.",
        ),
    ] = Path("recommendation"),
    strategies: Annotated[
        str,
        typer.Option(
            help="Strategies to try, separated by commas; their projective baselines are added.",
            show_default="as many as there is time for",
        ),
    ] = "",
    threads: Annotated[
        int | None,
        typer.Option(min=1, help="Number of strategies to try at once.", show_default="at most 2"),
    ] = None,
    tags: Annotated[LearntTagsChoice, typer.Option(help=TAGS_HELP)] = "given",
    seed: Annotated[
        int, typer.Option(min=0, help="Random seed: the same seed gives the same scores.")
    ] = 1,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print all numbers, as JSON.")] = False,
) -> None:
    """Find out which parsing strategy suits a treebank, and show the evidence and the costs.

    The command describes how non-projective the treebank is and tries parsing strategies, starting
    with cheap and promising ones. It compares each strategy with its projective baseline, and
    recommends one strategy for accuracy, one for speed and one for both. If chance can explain the
    differences, the first line of output says so and names the simplest parser. Without a
    development set, trials on five folds take about four times as long. The page index.html shows
    all results."""
    from nonproj import api
    from nonproj.recommendation.recommend import FIGURES, PAGE

    names = tuple(name.strip() for name in strategies.split(",") if name.strip())
    given = api.read(train, format), api.read(dev, format) if dev else None
    found = api.recommend(*given, budget, names, threads, seed, output, say, format, tags)
    if as_json:
        print((output / FIGURES).read_text())
    else:
        _print(found)
    say(f"{output / PAGE} shows everything; models are in {output / 'models'}")


def _print(found: "Recommendation") -> None:
    from nonproj.recommendation.page import findings_of

    print(found.headline, end="\n\n")
    for one in findings_of(found):
        rows = [(title, *(text.replace("`", "") for text, _ in cells)) for title, cells in one.rows]
        print_table((one.heading, *one.headers.values()), rows)
        print()
    if found.with_more_time:
        print(found.with_more_time, end="\n\n")
    print("\n".join(found.commands))
