"""Commands that train and apply parsers: coverage, train, parse, tag."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

from nonproj import api
from nonproj.choices import ClassChoice, FillChoice, LearntTagsChoice, RootChoice
from nonproj.cli.app import (
    TO_STANDARD_OUTPUT,
    FormatOption,
    GoldTags,
    Input,
    Output,
    Seed,
    argument,
    json_option,
    option,
    tags_of,
    usable,
)
from nonproj.cli.output.messages import counted, file_size, say, warn
from nonproj.cli.output.progress import bars
from nonproj.cli.output.tables import percent, print_table
from nonproj.cli.output.wording import COVERAGES
from nonproj.errors import NonprojError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nonproj.data.treebank import Treebank
    from nonproj.parsers.interface import ParserModel

FAMILIAR = 0.5  # warn if the model knows a smaller share of the forms or tags of a text

CLASSES_HELP = f"Classes of trees, separated by commas: {', '.join(get_args(ClassChoice))}."
Threads = Annotated[int, option("Number of threads; it does not change the results.", min=1)]
Vectors = Annotated[
    Path | None, option("File of word vectors, if the parser was trained with --vectors.")
]


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
    from nonproj.results.metrics import EVALUATED, METRICS
    from nonproj.results.treebanks.coverage import tree_class_named
    from nonproj.results.treebanks.oracle_coverage import variant_with_oracle

    if bool(variants) == bool(classes):
        raise NonprojError("coverage needs either --variants or --classes")
    names = [name.strip() for name in (variants or classes).split(",")]
    for name in names:  # before any file is read
        variant_with_oracle(name) if variants else tree_class_named(name)
    titles = {metric: METRICS[metric].title for metric in EVALUATED}
    heads, chosen = (titles, (names, ())) if variants else (COVERAGES, ((), names))
    found = api.coverage(api.read(input, format), *chosen, threads)
    if as_json:
        rows = {name: {k: s.as_dict() for k, s in scores.items()} for name, scores in found.items()}
        print(json.dumps(rows, indent=2))
        return
    rows = [(name, *(percent(scores[head]) for head in heads)) for name, scores in found.items()]
    print_table(("", *heads.values()), rows)


def _completed(incomplete: str) -> list[str]:
    """Complete a variant name in the shell: first a system, after + a step, after @ a learner."""
    from nonproj.learners.registry import LEARNERS
    from nonproj.parsers.families import FAMILIES
    from nonproj.parsers.steps import stem, step_forms

    cut = max(incomplete.rfind("+"), incomplete.rfind("@")) + 1
    forms = {"": [f for family in FAMILIES for f in family.forms()], "+": step_forms()}
    known = forms.get(incomplete[cut - 1 : cut], LEARNERS)
    names = (incomplete[:cut] + stem(form) for form in known)
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


TRAIN_HELP = (
    "Training treebanks. Several treebanks are joined; CoNLL-U and CoNLL-X can be mixed, but "
    "CoNLL-2009 can be joined only with CoNLL-2009."
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
PARSE_TAGS_HELP = (
    "Which of UPOS, XPOS, FEATS and LEMMA to predict, if the model can. fill: the columns that are "
    "empty throughout the text; predict: all columns; keep: no column."
)
VECTORS_HELP = (
    "Word vectors for a neural parser: either one vector for each form, in the text format of "
    "word2vec and fastText (also .gz or .xz), or one for each word of the text, in an .npz file. "
    "The .npz file has an array for each treebank, named after the treebank's file up to the first "
    "dot."
)
TRAIN_CONFIDENCE_HELP = (
    "Also fit the calibration that `parse --confidence` needs: on the first --dev treebank or, "
    "without --dev, on a tenth of the training sentences. In the latter case, a second parser is "
    "trained on the other nine tenths to parse this tenth."
)
PARSE_CONFIDENCE_HELP = (
    "In CoNLL-U output, add to MISC the probability of each arc (HeadConf=0.93), which `doubtful` "
    "reads. The model must have been calibrated by `train --confidence` or `calibrate`."
)
TRAIN_ROOT_HELP = (
    "Number of roots in each tree. multiple: any number; words left without a head become roots. "
    "single: one; if words are left without a head, the leftmost one becomes the head of the "
    "others. auto: single if no training tree has several roots, otherwise multiple."
)


def train(
    treebanks: Annotated[list[Path], argument(TRAIN_HELP, "TRAIN")],
    variant: Annotated[str, option(VARIANT_HELP, autocompletion=_completed)],
    output: Output = TO_STANDARD_OUTPUT,
    dev: Annotated[list[Path] | None, option(DEV_HELP, metavar="<path>")] = None,
    features: Annotated[
        str | None, option(FEATURES_HELP, show_default="tuned for each system")
    ] = None,
    seed: Seed = 1,
    threads: Threads = 1,
    root: Annotated[RootChoice, option(TRAIN_ROOT_HELP)] = "auto",
    checkpoint: Annotated[Path | None, option(CHECKPOINT_HELP, callback=usable)] = None,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
    tags: Annotated[LearntTagsChoice, option(TRAIN_TAGS_HELP)] = "given",
    vectors: Annotated[Path | None, option(VECTORS_HELP)] = None,
    confidence: Annotated[bool, option(TRAIN_CONFIDENCE_HELP, "--confidence")] = False,
    partial: Annotated[bool, option(PARTIAL_HELP, "--partial")] = False,
) -> None:
    """Train a parser; any transformations in its name become part of the model."""
    from nonproj.cli.output.compilation import Stopwatch
    from nonproj.parsers.families import variant_to_train
    from nonproj.results.metrics import METRICS

    if output == TO_STANDARD_OUTPUT and sys.stdout and sys.stdout.isatty():
        raise NonprojError("a model cannot be written to a terminal; name a file for it: -o MODEL")
    variant_to_train(variant, features or "", checkpoint, bool(vectors))  # before any file is read
    columns = {"format": format, "tags": tags_of(gold_tags), "vectors": vectors}
    heads = "partial" if partial else "required"
    training = [api.read(path, **columns, heads=heads) for path in treebanks]
    held = {path: api.read(path, **columns) for path in dev or ()}
    options = {"dev": next(iter(held.values()), None), "features": features, "root": root}
    options |= {"seed": seed, "threads": threads, "checkpoint": checkpoint, "tags": tags}
    options |= {"confidence": confidence}
    watch = Stopwatch()
    with bars() as show, watch.running():
        model = api.train(variant, training, **options, progress=show, report=say)
    model.save(output)
    sentences, words = (sum(map(len, training)), sum(each.n_words for each in training))
    learnt = f"{counted(sentences, 'sentence')}, {counted(words, 'word')}"
    if len(training) > 1:
        learnt += f" from {len(training)} files"
    model_size = file_size(output)
    say(f"trained on {learnt} in {watch}" + (f"; model {model_size}" if model_size else ""))
    fill = "predict" if tags == "predicted" else "fill"
    for path, gold in held.items():
        scores = api.evaluate(gold, api.parse(model, gold, threads, fill))
        shown = (f"{METRICS[m].title} {percent(s)}" for m, s in scores.items())
        say(f"{path}, {_with_tags(model, tags)}: {', '.join(shown)}")


def _with_tags(model: "ParserModel", tags: LearntTagsChoice) -> str:
    """Say with which tags a trained model is scored."""
    if not model.tags_read:
        return "from words alone"
    return "with predicted tags" if tags == "predicted" else "with the file's tags"


def parse(
    input: Input,
    model: Annotated[Path, option("File saved by `train` or `bundle`.")],
    output: Output = TO_STANDARD_OUTPUT,
    threads: Threads = 1,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
    keep_deps: Annotated[
        bool, option("Keep DEPS, even though it may contradict the new trees.", "--keep-deps")
    ] = False,
    tags: Annotated[FillChoice, option(PARSE_TAGS_HELP)] = "fill",
    vectors: Vectors = None,
    confidence: Annotated[bool, option(PARSE_CONFIDENCE_HELP, "--confidence")] = False,
) -> None:
    """Parse a treebank, ignoring its HEAD and DEPREL.

    DEPS becomes `_`; everything else is kept, including multiword tokens, empty nodes and MISC."""
    from nonproj.cli.output.compilation import Stopwatch

    trained = api.load(model)
    if confidence:
        trained.require_calibration(model)
    text = api.read(input, format, "ignored", tags_of(gold_tags), vectors)
    _check_tags(trained, text, tags)
    watch = Stopwatch()
    with bars() as show, watch.running():
        parsed = api.parse(trained, text, threads, tags, show, confidence)
    api.write(parsed, output, keep_deps)
    said = f"{counted(text.n_sentences, 'sentence')}, {counted(text.n_words, 'word')}"
    say(f"{said} parsed in {watch}, {text.n_words / watch.seconds:,.0f} words per second")


def tag(
    input: Input,
    model: Annotated[Path, option("File saved by `train`; the model must have a tagger.")],
    output: Output = TO_STANDARD_OUTPUT,
    threads: Threads = 1,
    format: FormatOption = None,
) -> None:
    """Use a parser's tagger to predict UPOS, XPOS, FEATS and LEMMA for a text.

    Neural parsers and parsers trained with --tags predicted have a tagger."""
    from nonproj.cli.output.compilation import Stopwatch

    tagger, text = api.load(model), api.read(input, format, heads="ignored")
    watch = Stopwatch()
    with watch.running():
        tagged = api.tag(tagger, text, threads)
    api.write(tagged, output)
    say(f"{_columns(tagger.predicts)} of {counted(text.n_words, 'word')} predicted in {watch}")


def _columns(names: "Sequence[str]") -> str:
    return ", ".join(name.upper() for name in names)


def _check_tags(model: "ParserModel", text: "Treebank", tags: FillChoice) -> None:
    """Report which tags are used; warn of unknown words, unknown tags and empty columns.

    Reject an untagged text if the model needs tags and has no tagger."""
    filled = model.to_fill(text, tags)
    if filled:
        replaced = not all(map(text.lacks, filled))
        other = "; `--tags fill` keeps those of the text" if replaced else ""
        say(f"{text.name}: {_columns(filled)} predicted by the model{other}")
    if kept := [c for c in model.predicts if c not in filled and not text.lacks(c)]:
        use = "used" if {*kept} & {*model.tags_read} else "kept, but not read by the parser"
        say(f"{text.name}: {_columns(kept)} of the text {use}; `--tags predict` replaces them")
    model.require_tags(text)
    for name, share in model.known(text).items():
        if share < FAMILIAR:
            warn(
                f"{text.name}: the model knows only {100 * share:.0f} % of the {name}; "
                "was it trained on another language or tag set?"
            )
    for column in model.lacking(text):
        warn(f"{text.name}: no word has {column.upper()}, which the model learned to read")
    for column, n in model.gaps(text).items():
        if column not in filled:
            advice = "use --tags predict" if column in model.predicts else model.with_tagger
            n_words = counted(text.n_words, "word")
            warn(f"{text.name}: {column.upper()} of {n:,} of {n_words} is empty; {advice}")
