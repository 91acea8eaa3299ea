"""Commands around parsers: coverage, train, parse."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from nonproj.cli.app import PARSE, FormatOption, GoldTags, Input, Json, Output, app, tags_of

Threads = Annotated[
    int, typer.Option(min=1, help="Results are the same for any number of threads.")
]


@app.command(rich_help_panel=PARSE)
def coverage(
    input: Input,
    variants: Annotated[
        str, typer.Option(help="Names of variants, joined by commas.", show_default=False)
    ],
    threads: Threads = 1,
    format: FormatOption = None,
    as_json: Json = False,
) -> None:
    """What parsers could reach at best: the treebank as their oracles rebuild it, scored.

    For example --variants arc-standard,arc-standard+head,attardi,swap-lazy."""
    from nonproj.data.conll import read_treebank
    from nonproj.evaluation.oracle_coverage import encoding_of, oracle_parse
    from nonproj.evaluation.scores import evaluate
    from nonproj.parsers.parser import variant_named

    treebank = read_treebank(input, format)
    chosen = [variant_named(name) for name in variants.split(",")]
    found = {
        variant.name: evaluate(
            treebank, oracle_parse(treebank, variant.system, encoding_of(variant), threads).treebank
        )
        for variant in chosen
    }
    if as_json:
        print(json.dumps({name: e.as_dict() for name, e in found.items()}, indent=2))
        return
    metrics = list(next(iter(found.values())).scores)
    table = Table(box=None, pad_edge=False)
    for header in ("", *(metric.value for metric in metrics)):
        table.add_column(header, justify="right" if header else "left")
    for name, evaluation in found.items():
        scores = (evaluation[metric] for metric in metrics)
        table.add_row(name, *(f"{100 * score.correct / score.total:.2f}" for score in scores))
    Console().print(table)


VariantName = Annotated[
    str,
    typer.Option(
        help="SYSTEM[-OPTION][+STEP[-OPTION]]...[@LEARNER], such as arc-eager+head, "
        "swap-lazy@libsvm or arc-eager@tl-acc. A name that does not exist lists those that do.",
        show_default=False,
    ),
]
Features = Annotated[
    str | None,
    typer.Option(
        help="Feature model of a transition-based parser: a YAML file in the form of those in "
        "workflow/features, or the name of one of them.",
        show_default="the tuned one of the system",
    ),
]
Dev = Annotated[
    Path | None, typer.Option(help="Parsed and scored at the end; nothing is tuned on it.")
]
RootMode = Annotated[
    str,
    typer.Option(
        help="auto: single iff no training tree has several roots; multiple: words left "
        "without head attach to 0; single: the leftmost becomes the root of the others."
    ),
]


@app.command(rich_help_panel=PARSE)
def train(
    treebank: Annotated[
        Path, typer.Argument(metavar="TRAIN", help="Training treebank.", show_default=False)
    ],
    output: Output,
    variant: VariantName,
    dev: Dev = None,
    features: Features = None,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same model.")] = 1,
    threads: Threads = 1,
    root: RootMode = "auto",
    format: FormatOption = None,
    gold_tags: GoldTags = False,
) -> None:
    """Train a parser; transformations that the variant names are part of the model.

    Systems: arc-standard, arc-eager, arc-hybrid, attardi, swap-eager, swap-lazy, covington-dD,
    mh4-greedy, each also -r2l; graph-based: eisner, mst, carreras, carreras+npa. Steps: +head,
    +path, +headpath (-capN), +raw. A projective parser without a step is trained on projectivized
    trees. Learners that vote on every transition: @tl-eq, @tl-acc, @tl-typeacc, or with the members
    named, @tl-acc-svm2-mbl; they are trained on nine tenths, the rest weighs their votes."""
    from nonproj.data.conll import read_treebank
    from nonproj.evaluation.scores import evaluate
    from nonproj.learners.features import feature_model_of
    from nonproj.parsers.parser import parse as run
    from nonproj.parsers.parser import train as fit
    from nonproj.parsers.parser import variant_named

    chosen = variant_named(variant)
    feature_model = feature_model_of(features) if features else None
    columns = {"format": format, "tags": tags_of(gold_tags)}
    training = read_treebank(treebank, **columns)
    held = read_treebank(dev, **columns) if dev else None
    with _progress() as tell:
        model = fit(chosen, training, seed, threads, root, tell, feature_model)
    model.save(output)
    if held:
        scores = evaluate(held, run(model, held, threads)).scores
        shown = (f"{m.value} {100 * s.correct / s.total:.2f}" for m, s in scores.items())
        print(f"{dev}: {', '.join(shown)}", file=sys.stderr)


@app.command(rich_help_panel=PARSE)
def parse(
    input: Input,
    output: Output,
    model: Annotated[Path, typer.Option(help="What `train` wrote.", show_default=False)],
    threads: Threads = 1,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
) -> None:
    """Parse a treebank. What its HEAD and DEPREL hold is not looked at."""
    from nonproj.data.conll import read_treebank, write_treebank
    from nonproj.parsers.parser import load_model
    from nonproj.parsers.parser import parse as run

    trained = load_model(model)
    text = read_treebank(input, format, heads="ignored", tags=tags_of(gold_tags))
    write_treebank(run(trained, text, threads), output)


@contextmanager
def _progress() -> Iterator:
    """A bar per stage on a terminal, nothing elsewhere."""
    tasks = {}
    with Progress(disable=not sys.stderr.isatty(), transient=True) as progress:

        def tell(stage: str, share: float) -> None:
            if stage not in tasks:
                tasks[stage] = progress.add_task(stage, total=1.0)
            progress.update(tasks[stage], completed=share)

        yield tell
