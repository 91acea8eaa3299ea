"""The `recommend` which recommends a parser for a treebank."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from nonproj import api
from nonproj.cli.app import FormatOption, argument, json_option, option
from nonproj.cli.output.messages import say
from nonproj.cli.output.tables import print_table
from nonproj.option_types import LearntTagsChoice

if TYPE_CHECKING:
    from nonproj.recommendation.result import Recommendation

DEV_DEFAULT = "five folds of TRAIN, or every tenth sentence if TRAIN has at least 2,000"
BUDGET_HELP = "Time limit for the whole run, in minutes; 3 is enough once kernels are compiled."
OUTPUT_HELP = "New folder for the page, the models, the parses and a JSON file of all numbers."
STRATEGIES_HELP = "Strategies to try, separated by commas; their projective baselines come first."
TAGS_HELP = (
    "given: parsers read the treebank's tags; predicted: parsers read tags predicted by taggers "
    "that were not trained on the sentence in question, as with `train --tags predicted`."
)


def recommend(
    train: Annotated[Path, argument("Training treebank.", "TRAIN")],
    dev: Annotated[Path | None, option("Treebank to score on.", show_default=DEV_DEFAULT)] = None,
    budget: Annotated[float, option(BUDGET_HELP, min=0.1)] = 10.0,
    output: Annotated[Path, option(OUTPUT_HELP, "-o", "--output")] = Path("recommendation"),
    strategies: Annotated[
        str, option(STRATEGIES_HELP, show_default="as many as there is time for")
    ] = "",
    threads: Annotated[
        int | None,
        option("Number of strategies to try at once.", min=1, show_default="at most 2"),
    ] = None,
    tags: Annotated[LearntTagsChoice, option(TAGS_HELP)] = "given",
    seed: Annotated[int, option("Random seed: the same seed gives the same scores.", min=0)] = 1,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print all numbers, as JSON.")] = False,
) -> None:
    """Find out which parsing strategy suits a treebank, and show the evidence and the costs.

    The command describes how non-projective the treebank is and tries parsing strategies, starting
    with cheap and promising ones. It compares each strategy with its projective baseline, and
    recommends one strategy for accuracy, one for speed and one for both. If chance can explain the
    differences, the first line of output says so and names the cheapest parser. Without a
    development set, trials on five folds take about four times as long. The page index.html shows
    all results."""
    from nonproj.recommendation.recommend import FIGURES, PAGE

    names = tuple(name.strip() for name in strategies.split(",") if name.strip())
    given = api.read(train, format), api.read(dev, format) if dev else None
    found = api.recommend(*given, budget, names, threads, seed, output, say, format, tags)
    if as_json:
        print((output / FIGURES).read_text(encoding="utf-8"))
    else:
        _print(found)
    say(f"{output / PAGE} shows everything; models are in {output / 'models'}")


def _print(found: "Recommendation") -> None:
    from nonproj.recommendation.page import findings_of

    print(found.headline, found.with_tags, sep="\n", end="\n\n")
    for one in findings_of(found):
        rows = [(title, *(text.replace("`", "") for text, _ in cells)) for title, cells in one.rows]
        print_table((one.heading, *one.headers.values()), rows)
        print()
    if found.with_more_time:
        print(found.with_more_time, end="\n\n")
    print("\n".join(found.commands))
