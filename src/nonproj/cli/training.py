"""Commands that train parsers and say what they can reach: coverage, train."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

from nonproj import api
from nonproj.cli.app import (
    SEED_HELP,
    TO_STANDARD_OUTPUT,
    FormatOption,
    GoldTags,
    Input,
    Output,
    Threads,
    argument,
    json_option,
    option,
    tags_of,
    usable,
)
from nonproj.cli.output.messages import counted, file_size, say, warn
from nonproj.cli.output.progress import Stopwatch, bars
from nonproj.cli.output.tables import percent, print_table
from nonproj.cli.output.wording import COVERAGES, titles
from nonproj.errors import NonprojError, one_of
from nonproj.option_types import ClassChoice, LearntTagsChoice, RootChoice

if TYPE_CHECKING:
    from nonproj.parsers.interface import ParserModel

CLASSES_HELP = f"Classes of trees, separated by commas: {', '.join(get_args(ClassChoice))}."


def coverage(
    input: Input,
    variants: Annotated[
        str | None, option("Names of variants (see below), separated by commas.")
    ] = None,
    classes: Annotated[str | None, option(CLASSES_HELP)] = None,
    threads: Threads = 1,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print the counts, as JSON.")] = False,
) -> None:
    """Score the trees that oracles rebuild, as an upper bound on the accuracy of parsers.

    With --classes, print the share of sentences whose tree is in a class, and the largest share of
    arcs that trees of this class can reproduce."""
    from nonproj.results.treebanks.oracle_coverage import variant_with_oracle

    if bool(variants) == bool(classes):
        raise NonprojError("coverage needs either --variants or --classes")
    names = [name.strip() for name in (variants or classes).split(",")]
    for name in names:  # before any file is read
        if variants:
            variant_with_oracle(name)
        else:
            one_of(get_args(ClassChoice), name, "class of trees")
    heads, chosen = (titles(), (names, ())) if variants else (COVERAGES, ((), names))
    found = api.coverage(api.read(input, format), *chosen, threads)
    if as_json:
        rows = {name: {k: s.as_dict() for k, s in scores.items()} for name, scores in found.items()}
        print(json.dumps(rows, indent=2))
        return
    rows = [(name, *(percent(scores[head]) for head in heads)) for name, scores in found.items()]
    print_table(("", *heads.values()), rows)


TRAIN_HELP = (
    "Training treebanks. Several treebanks are joined; CoNLL-U and CoNLL-X can be mixed, but "
    "CoNLL-2009 can be joined only with CoNLL-2009."
)
WITH_HELP = (
    "Further treebank of the language, with other conventions; can be repeated. A neural or "
    "graph-based parser also learns from this treebank, but parses as TRAIN is annotated. In each "
    "epoch, a neural parser reads TRAIN and about as many words of the further treebanks, chosen "
    "at random; a graph-based parser reads all."
)
PARTIAL_HELP = (
    "Accept words in TRAIN that have no head (`_`). mst, carreras+npa and biaffine learn from the "
    "other words; all other parsers skip sentences that contain such words."
)
VARIANT_HELP = (
    "Name of the parser (see below), such as arc-eager+head, swap-lazy@libsvm, carreras+npa or "
    "arc-eager@tl-acc."
)
FEATURES_HELP = (
    "Feature model for a transition-based parser: a YAML file or the name of a built-in model."
)
DEV_HELP = (
    "Treebank to parse and score after training; can be repeated. Neural parsers keep the epoch "
    "that scores best on the first --dev treebank; other parsers are not tuned on these treebanks. "
    "With --tags predicted, the treebanks are scored with predicted tags."
)
CHECKPOINT_HELP = (
    "File that a neural parser saves after each epoch. With the same version of nonproj, "
    "interrupted training resumes from this file and gives the same model."
)
TRAIN_TAGS_HELP = (
    "given: train on the treebank's tags; predicted: add a tagger to the model, so that it can "
    "parse untagged text, and train the parser on predicted tags (by ten-fold jackknifing)."
)
VECTORS_HELP = (
    "Word vectors for a neural parser: one for each form, in a model of fastText (.bin) or in the "
    "text format of word2vec and fastText (also .gz or .xz); or one for each word of the text, in "
    "an .npz file, with an array for each treebank named after its file up to the first dot, or in "
    "a folder with an .npz file for each treebank, as UDPipe 2 writes them."
)
TRAIN_TEXT_HELP = (
    "Also learn to split raw text into sentences, words and multiword tokens, so that `parse` and "
    "`tokenize` read text. TRAIN must be CoNLL-U with `# text`. As text has no tags, a parser that "
    "reads tags also needs --tags predicted."
)
SEGMENT_HELP = (
    "How many characters of a text the tokenizer sees at once. If sentences end without "
    "punctuation, try 200, which takes four times as long."
)
TRAIN_CONFIDENCE_HELP = (
    "Also fit the calibration that `parse --confidence` needs: on the first --dev treebank or, "
    "without --dev, on a tenth of the training sentences. In the latter case, a second parser is "
    "trained on the other nine tenths to parse this tenth."
)
FROM_HELP = (
    "Model whose training goes on, with its parser, options and tokenizer. Name the old sentences "
    "together with the new ones, because a parser forgets sentences that are left out. Only "
    "graph-based and neural parsers can go on; other parsers, and taggers, are trained anew."
)
TRAIN_ROOT_HELP = (
    "Number of roots in each tree. multiple: any number; words left without a head become roots. "
    "single: one; if words are left without a head, the leftmost one becomes the head of the "
    "others. auto: single if no training tree has several roots, otherwise multiple."
)


def _completed(incomplete: str) -> list[str]:
    """Complete a variant name in the shell."""
    from nonproj.cli.variant_names import completed

    return completed(incomplete)


def train(
    treebanks: Annotated[list[Path], argument(TRAIN_HELP, "TRAIN")],
    variant: Annotated[str | None, option(VARIANT_HELP, autocompletion=_completed)] = None,
    origin: Annotated[Path | None, option(FROM_HELP, "--from")] = None,
    output: Output = TO_STANDARD_OUTPUT,
    others: Annotated[list[Path] | None, option(WITH_HELP, "--with", metavar="<path>")] = None,
    dev: Annotated[list[Path] | None, option(DEV_HELP, metavar="<path>")] = None,
    features: Annotated[
        str | None, option(FEATURES_HELP, show_default="tuned for each system")
    ] = None,
    seed: Annotated[int | None, option(SEED_HELP, show_default="1", min=0)] = None,
    threads: Threads = 1,
    root: Annotated[RootChoice, option(TRAIN_ROOT_HELP)] = "auto",
    text: Annotated[bool, option(TRAIN_TEXT_HELP, "--text")] = False,
    text_epochs: Annotated[
        int, option("Epochs of training the tokenizer, 5 seconds each.", min=1)
    ] = 20,
    segment_size: Annotated[int, option(SEGMENT_HELP, min=10, max=255)] = 50,
    checkpoint: Annotated[Path | None, option(CHECKPOINT_HELP, callback=usable)] = None,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
    tags: Annotated[LearntTagsChoice, option(TRAIN_TAGS_HELP)] = "given",
    vectors: Annotated[Path | None, option(VECTORS_HELP)] = None,
    confidence: Annotated[bool, option(TRAIN_CONFIDENCE_HELP, "--confidence")] = False,
    partial: Annotated[bool, option(PARTIAL_HELP, "--partial")] = False,
) -> None:
    """Train a parser; any transformations in its name become part of the model."""
    from nonproj.parsers.families import reads_tags, variant_to_train

    if output == TO_STANDARD_OUTPUT and sys.stdout and sys.stdout.isatty():
        raise NonprojError("a model cannot be written to a terminal; name a file for it: -o MODEL")
    # Before any treebank is read:
    learnt = {"seed": seed, "root": root, "tags": tags, "features": features}
    model = None
    if origin:
        model = api.load(origin)
        kept = api.kept_options(model, variant=variant, **learnt, text=text or None)
        variant, tags = kept["variant"], kept["tags"]
    elif variant is None:
        raise NonprojError("Missing option '--variant'; or name a model to go on from: --from")
    chosen = variant_to_train(variant, features or "", checkpoint, bool(vectors), bool(others))
    if text and tags == "given" and reads_tags(chosen):
        warn(f"{variant} reads tags, which raw text lacks; add --tags predicted")
    columns = {"format": format, "tags": tags_of(gold_tags), "vectors": vectors}
    heads = "partial" if partial else "required"
    training, further = (
        [api.read(path, **columns, heads=heads) for path in paths]
        for paths in (treebanks, others or ())
    )
    held = {path: api.read(path, **columns) for path in dev or ()}
    options = {"dev": next(iter(held.values()), None), "threads": threads, **learnt}
    options |= {"checkpoint": checkpoint, "confidence": confidence, "text": text}
    options |= {"others": further}
    options |= {"text_epochs": text_epochs, "segment_size": segment_size}
    watch = Stopwatch()
    with bars() as show, watch.running():
        model = api.train(model or variant, training, **options, progress=show, report=say)
    model.save(output)
    read = training + further
    sentences, words = (sum(map(len, read)), sum(each.n_words for each in read))
    learnt = f"{counted(sentences, 'sentence')}, {counted(words, 'word')}"
    if len(read) > 1:
        learnt += f" from {len(read)} files"
    model_size = file_size(output)
    say(f"trained on {learnt} in {watch}" + (f"; model {model_size}" if model_size else ""))
    fill = "predict" if tags == "predicted" else "fill"
    for path, gold in held.items():
        scores = api.evaluate(gold, api.parse(model, gold, threads, fill))
        shown = (f"{titles()[m]} {percent(s)}" for m, s in scores.items())
        say(f"{path}, {_with_tags(model, tags)}: {', '.join(shown)}")


def _with_tags(model: "ParserModel", tags: LearntTagsChoice) -> str:
    """Say with which tags a trained model is scored."""
    if not model.tags_read:
        return "from words alone"
    return "with predicted tags" if tags == "predicted" else "with the file's tags"
