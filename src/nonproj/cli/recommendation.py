"""The command that finds a strategy for a treebank: recommend."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonproj.cli.app import FormatOption, command, json_option
from nonproj.cli.output.messages import duration, say, size
from nonproj.cli.output.tables import percent, print_table

if TYPE_CHECKING:
    from nonproj.recommendation.assessment import Assessed
    from nonproj.recommendation.recommend import Recommendation

MINUTES = 10.0
MOST_WORKERS = 2  # that a command takes by itself


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
            help="Minutes that all may take; 3 are enough once kernels are compiled.",
        ),
    ] = MINUTES,
    output: Annotated[
        Path,
        typer.Option(
            *("-o", "--output"),
            help="New folder to write: a page to show, all models, all parses and figures.",
        ),
    ] = Path("recommendation"),
    strategies: Annotated[
        str,
        typer.Option(
            help="Try these only, joined by commas; their projective twins are tried as well.",
            show_default="as many as there is time for",
        ),
    ] = "",
    threads: Annotated[
        int | None,
        typer.Option(min=1, help="Strategies that are tried at once.", show_default="2 at most"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same scores.")] = 1,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print every figure, as JSON.")] = False,
) -> None:
    """Find out which parsing strategy suits a treebank, with evidence and cost.

    Describes how non-projective the treebank is, tries strategies from the cheapest to the most
    promising on one split, and advises one for accuracy, one for speed and one for both. Each is
    tested against its projective twin. index.html in the folder shows all of it."""
    from nonproj.recommendation.recommend import FIGURES, PAGE, Request
    from nonproj.recommendation.recommend import recommend as find

    workers = threads or min(MOST_WORKERS, os.cpu_count() or 1)
    names = tuple(name.strip() for name in strategies.split(",") if name.strip())
    request = Request(train, dev, 60 * budget, output, names, workers, seed, format)
    found = find(request, lambda profile: say(" ".join(profile.sentences_in_words)), _tell)
    if as_json:
        print(json.dumps(json.loads((output / FIGURES).read_text()), indent=2))
    else:
        _print(found)
    say(f"{output / PAGE} shows all of it; models are in {output / 'models'}")


def _tell(name: str, what: str) -> None:
    say(f"{name}: {what}")


def _print(found: "Recommendation") -> None:
    from nonproj.recommendation.advice import by_strategy

    heads = ("", "LAS", "95 %", "UAS", "Precision", "Recall", "To twin", "p (Holm)")
    heads = (*heads, "Training", "Words/s", "Memory", "Model")
    print_table(heads, [_cells(row) for row in found.rows])
    print("\nPrecision and recall are of the heads of non-projective arcs; times of one processor.")
    for advice in by_strategy(found.advice):
        print(f"\nFor {advice.purpose}: {advice.strategy.name}\n  {advice.reason}")
        for line in found.commands(advice.strategy):
            print(f"    {line}")


def _cells(row: "Assessed") -> tuple[str, ...]:
    gain, trial = row.over_twin, row.trial
    interval = f"{100 * row.interval.low:.1f} … {100 * row.interval.high:.1f}"
    scores = (percent(row.las), interval, percent(row.uas))
    arcs = (percent(row.nonprojective.precision), percent(row.nonprojective.recall))
    twin = (f"{100 * gain.difference:+z.2f}", f"{gain.p:.4f}") if gain else ("", "")
    cost = ("", "", "", "")
    if trial:
        speed = f"{trial.speed:,.0f}"
        cost = (duration(trial.training), speed, size(trial.memory), size(trial.size))
    return (row.name, *scores, *arcs, *twin, *cost)
