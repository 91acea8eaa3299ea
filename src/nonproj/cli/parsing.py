"""Commands around parsers: coverage, train, parse."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from nonproj.cli.app import (
    PARSE,
    TO_STANDARD_OUTPUT,
    FormatOption,
    GoldTags,
    Input,
    Output,
    command,
    json_option,
    tags_of,
)
from nonproj.cli.messages import Stopwatch, counted, file_size, say, warn
from nonproj.cli.progress import bars, parse_showing
from nonproj.cli.tables import percent, print_table
from nonproj.errors import NonprojError

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank
    from nonproj.parsers.interface import ParserModel

FAMILIAR = 0.5  # share of forms or tags that a model knows in a text of its language

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
    variant: VariantName,
    output: Output = TO_STANDARD_OUTPUT,
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

    _refuse_terminal(output)
    chosen = families.variant_named(variant)
    if features and "~" in variant:
        raise NonprojError(f"--features {features}, but {variant} names its feature model itself")
    feature_model = feature_model_of(features) if features else None
    columns = {"format": format, "tags": tags_of(gold_tags)}
    training = read_treebank(treebank, **columns)
    held = {path: read_treebank(path, **columns) for path in dev or ()}
    watch = Stopwatch()
    with bars() as show, watch.running():
        how = Training(seed, threads, root, show, feature_model)
        model = families.train(chosen, training, how)
    model.save(output)
    learnt = f"{counted(training.n_sentences, 'sentence')}, {counted(training.n_words, 'word')}"
    model_size = file_size(output)
    say(f"trained on {learnt} in {watch}" + (f"; model {model_size}" if model_size else ""))
    for path, gold in held.items():
        scores = evaluate(gold, model.parse(gold, threads).treebank).scores
        shown = (f"{m.value} {percent(s)}" for m, s in scores.items())
        print(f"{path}: {', '.join(shown)}", file=sys.stderr)


def _refuse_terminal(output: Path) -> None:
    if output == TO_STANDARD_OUTPUT and sys.stdout.isatty():
        raise NonprojError("a model is no text for a terminal; name a file for it: -o MODEL")


@command(rich_help_panel=PARSE)
def parse(
    input: Input,
    model: Annotated[Path, typer.Option(help="A file written by `train`.", show_default=False)],
    output: Output = TO_STANDARD_OUTPUT,
    threads: Threads = 1,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
) -> None:
    """Parse a treebank, ignoring its HEAD and DEPREL."""
    from nonproj.data.conll import read_treebank, write_treebank
    from nonproj.parsers.families import load_model

    trained = load_model(model)
    text = read_treebank(input, format, heads="ignored", tags=tags_of(gold_tags))
    _warn_if_unfamiliar(trained, text)
    watch = Stopwatch()
    with bars() as show, watch.running():
        parsed = parse_showing(trained, text, threads, show)
    write_treebank(parsed, output)
    said = f"{counted(text.n_sentences, 'sentence')}, {counted(text.n_words, 'word')}"
    say(f"{said} parsed in {watch}, {text.n_words / watch.seconds:,.0f} words per second")


def _warn_if_unfamiliar(model: "ParserModel", text: "Treebank") -> None:
    """Warn where the model knows few of the words and tags: another language or tag set."""
    for name, share in model.known(text).items():
        if share < FAMILIAR:
            warn(
                f"{text.name}: the model knows only {100 * share:.0f} % of the {name}; "
                "was it trained on another language or tag set?"
            )
