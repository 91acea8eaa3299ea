"""Commands around parsers: coverage, train, parse."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from nonproj.cli.app import (
    PARSE,
    FormatOption,
    GoldTags,
    Input,
    Output,
    command,
    json_option,
    tags_of,
)
from nonproj.cli.tables import percent, print_table
from nonproj.errors import NonprojError

Threads = Annotated[
    int, typer.Option(min=1, help="Results do not depend on the number of threads.")
]


def _names_with_oracle() -> str:
    from nonproj.cli.variant_names import of_oracles

    return of_oracles()


def _names_of_parsers() -> str:
    from nonproj.cli.variant_names import of_parsers

    return of_parsers()


@command(rich_help_panel=PARSE, epilog=_names_with_oracle)
def coverage(
    input: Input,
    variants: Annotated[
        str, typer.Option(help="Names (see below), joined by commas.", show_default=False)
    ],
    threads: Threads = 1,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print the counts, as JSON.")] = False,
) -> None:
    """Score the treebank as oracles rebuild it: an upper bound on what parsers can reach.

    For example --variants arc-standard,arc-standard+head,attardi,swap-lazy."""
    from nonproj.data.conll import read_treebank
    from nonproj.evaluation.scores import evaluate
    from nonproj.evaluation.treebanks.oracle_coverage import oracle_parse, variant_with_oracle

    chosen = [variant_with_oracle(name.strip()) for name in variants.split(",")]
    treebank = read_treebank(input, format)
    found = {
        variant.name: evaluate(treebank, oracle_parse(treebank, variant, threads).treebank)
        for variant in chosen
    }
    if as_json:
        print(json.dumps({name: e.as_dict() for name, e in found.items()}, indent=2))
        return
    metrics = list(next(iter(found.values())).scores)
    rows = [(name, *(percent(e[metric]) for metric in metrics)) for name, e in found.items()]
    print_table(("", *(metric.value for metric in metrics)), rows)


VariantName = Annotated[
    str,
    typer.Option(
        help="Name of the parser (see below), such as arc-eager+head, swap-lazy@libsvm, "
        "carreras+npa or arc-eager@tl-acc.",
        show_default=False,
    ),
]
Features = Annotated[
    str | None,
    typer.Option(
        help="Feature model of a transition-based parser: a YAML file, or the name of one of "
        "the project's own.",
        show_default="tuned for the system",
    ),
]
Dev = Annotated[
    list[Path] | None,
    typer.Option(
        help="Treebank to parse and score at the end; can be repeated. Nothing is tuned on it."
    ),
]
RootMode = Annotated[
    Literal["auto", "single", "multiple"],
    typer.Option(
        help="auto: single iff no training tree has several roots; multiple: words without a "
        "head attach to 0; single: the leftmost of them becomes the root of the others."
    ),
]


@command(rich_help_panel=PARSE, epilog=_names_of_parsers)
def train(
    treebank: Annotated[
        Path, typer.Argument(metavar="TRAIN", help="Training treebank.", show_default=False)
    ],
    output: Output,
    variant: VariantName,
    dev: Dev = None,
    features: Features = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same model.")] = 1,
    threads: Threads = 1,
    root: RootMode = "auto",
    format: FormatOption = None,
    gold_tags: GoldTags = False,
) -> None:
    """Train a parser; the transformations in its name become part of the model."""
    from nonproj.data.conll import read_treebank
    from nonproj.evaluation.scores import evaluate
    from nonproj.parsers import families
    from nonproj.parsers.interface import Training
    from nonproj.parsers.transition.features import feature_model_of

    chosen = families.variant_named(variant)
    if features and "~" in variant:
        raise NonprojError(f"--features {features}, but {variant} names its feature model itself")
    feature_model = feature_model_of(features) if features else None
    columns = {"format": format, "tags": tags_of(gold_tags)}
    training = read_treebank(treebank, **columns)
    held = {path: read_treebank(path, **columns) for path in dev or ()}
    with _progress() as show:
        how = Training(seed, threads, root, show, feature_model)
        model = families.train(chosen, training, how)
    model.save(output)
    for path, gold in held.items():
        scores = evaluate(gold, model.parse(gold, threads).treebank).scores
        shown = (f"{m.value} {percent(s)}" for m, s in scores.items())
        print(f"{path}: {', '.join(shown)}", file=sys.stderr)


@command(rich_help_panel=PARSE)
def parse(
    input: Input,
    output: Output,
    model: Annotated[Path, typer.Option(help="A file written by `train`.", show_default=False)],
    threads: Threads = 1,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
) -> None:
    """Parse a treebank, ignoring its HEAD and DEPREL."""
    from nonproj.data.conll import read_treebank, write_treebank
    from nonproj.parsers.families import load_model

    trained = load_model(model)
    text = read_treebank(input, format, heads="ignored", tags=tags_of(gold_tags))
    write_treebank(trained.parse(text, threads).treebank, output)


@contextmanager
def _progress() -> Iterator:
    """A bar per stage on a terminal, nothing elsewhere."""
    from rich.progress import Progress

    tasks = {}
    with Progress(disable=not sys.stderr.isatty(), transient=True) as progress:

        def show(stage: str, share: float) -> None:
            if stage not in tasks:
                tasks[stage] = progress.add_task(stage, total=1.0)
            progress.update(tasks[stage], completed=share)

        yield show
