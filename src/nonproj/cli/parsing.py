"""Commands that apply parsers: parse, tag, tokenize."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from nonproj import api
from nonproj.api import InputChoice, TextChoice
from nonproj.cli.app import (
    TEXT_FORMATS_HELP,
    TO_STANDARD_OUTPUT,
    FormatOption,
    GoldTags,
    Input,
    Output,
    Threads,
    Vectors,
    argument,
    option,
    tags_of,
)
from nonproj.cli.output.messages import counted, say, warn
from nonproj.cli.output.progress import Stopwatch, bars
from nonproj.option_types import FillChoice

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank
    from nonproj.parsers.interface import ParserModel

FAMILIAR = 0.5  # warn if the model knows a smaller share of the forms or tags of a text

PARSE_TAGS_HELP = (
    "Which of UPOS, XPOS, FEATS and LEMMA to predict, if the model can. fill: the columns that are "
    "empty throughout the text; predict: all columns; keep: no column."
)
PARSE_CONFIDENCE_HELP = (
    "In CoNLL-U output, add to MISC the probability of each arc (HeadConf=0.93), which `doubtful` "
    "reads. The model must have been calibrated by `train --confidence` or `calibrate`."
)
GIVEN_HELP = (
    "Keep each HEAD and DEPREL, and each UPOS, XPOS, FEATS and LEMMA, that is not _; predict the "
    "rest. The tree is the best that has what is given. For mst, carreras+npa, biaffine, and "
    "bundles of them."
)
ONCE_HELP = (
    "Relations that a word has at most once among its dependents, separated by commas; relations "
    "joined by + exclude each other. In UD: nsubj+csubj,obj. A relation stands for its subtypes, "
    "too, except :outer. Labels are chosen together; heads do not change. For neural parsers "
    "without steps, and bundles that contain one."
)

AnyFormat = Annotated[
    InputChoice | None,
    option(f"Input format; by default, text if no line has columns. {TEXT_FORMATS_HELP}"),
]


def parse(
    input: Annotated[Path, argument("Treebank or text; - means standard input.", "IN")],
    model: Annotated[Path, option("File saved by `train` or `bundle`.")],
    output: Output = TO_STANDARD_OUTPUT,
    threads: Threads = 1,
    format: AnyFormat = None,
    gold_tags: GoldTags = False,
    keep_deps: Annotated[
        bool, option("Keep DEPS, even though it may contradict the new trees.", "--keep-deps")
    ] = False,
    tags: Annotated[FillChoice, option(PARSE_TAGS_HELP)] = "fill",
    vectors: Vectors = None,
    confidence: Annotated[bool, option(PARSE_CONFIDENCE_HELP, "--confidence")] = False,
    given: Annotated[bool, option(GIVEN_HELP, "--given")] = False,
    once: Annotated[str, option(ONCE_HELP)] = "",
) -> None:
    """Parse a text or a treebank, ignoring its HEAD and DEPREL (see --given).

    DEPS becomes `_`; everything else is kept, including multiword tokens, empty nodes and MISC."""
    trained = api.load(model)
    if confidence:
        trained.require_calibration(model)
    columns = tags_of(gold_tags), vectors
    with bars() as show:
        text = api.read_for(trained, str(model), input, format, *columns, show, given)
    parser = api.with_given(trained, text, tags) if given else trained
    if given:
        n_heads, n_labels = (text.head >= 0).sum(), text.n_words - text.n_empty("deprel")
        kept = f"{n_heads:,} HEAD and {n_labels:,} DEPREL"
        say(f"{text.name}: {kept} of {counted(text.n_words, 'word')} kept")
    _check_tags(parser, text, tags)
    watch = Stopwatch()
    with bars() as show, watch.running():
        parsed = api.parse(parser, text, threads, tags, show, confidence, once=once)
    api.write(parsed, output, keep_deps)
    said = f"{counted(text.n_sentences, 'sentence')}, {counted(text.n_words, 'word')}"
    say(f"{said} parsed in {watch}, {text.n_words / watch.seconds:,.0f} words per second")


def tokenize(
    input: Annotated[Path, argument("Text in UTF-8; - means standard input.", "IN")],
    model: Annotated[Path, option("File saved by `train --text`.")],
    output: Output = TO_STANDARD_OUTPUT,
    format: Annotated[TextChoice, option(TEXT_FORMATS_HELP)] = "text",
) -> None:
    """Split a text into sentences and words, with the tokenizer of a model; write CoNLL-U.

    `parse` does the same before it parses. All spaces are kept: SpaceAfter=No or SpacesAfter in
    MISC."""
    splitter, watch = api.load(model), Stopwatch()
    with bars() as show, watch.running():
        text = api.read_for(splitter, str(model), input, format, progress=show)
    api.write(text, output)
    said = f"{counted(text.n_sentences, 'sentence')}, {counted(text.n_words, 'word')}"
    say(f"{said} found in {watch}")


def tag(
    input: Input,
    model: Annotated[Path, option("File saved by `train`; the model must have a tagger.")],
    output: Output = TO_STANDARD_OUTPUT,
    threads: Threads = 1,
    format: FormatOption = None,
) -> None:
    """Use a parser's tagger to predict UPOS, XPOS, FEATS and LEMMA for a text.

    Neural parsers and parsers trained with --tags predicted have a tagger."""
    tagger, text = api.load(model), api.read(input, format, heads="ignored")
    watch = Stopwatch()
    with watch.running():
        tagged = api.tag(tagger, text, threads)
    api.write(tagged, output)
    say(f"{_columns(tagger.predicts)} of {counted(text.n_words, 'word')} predicted in {watch}")


def _columns(names: Sequence[str]) -> str:
    return ", ".join(name.upper() for name in names)


def _check_tags(model: "ParserModel", text: "Treebank", tags: FillChoice) -> None:
    """Report which tags are used; warn of unknown words, unknown tags and empty columns.

    Reject an untagged text if the model needs tags and has no tagger."""
    filled = model.to_fill(text, tags)
    if filled:
        empty = all(map(text.lacks, filled))
        other = "; `--tags fill` keeps those of the text" if tags == "predict" else " where empty"
        say(f"{text.name}: {_columns(filled)} predicted by the model{'' if empty else other}")
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
