"""Commands for arc probabilities: calibrate, doubtful."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from nonproj import api
from nonproj.cli.app import (
    TO_STANDARD_OUTPUT,
    FormatOption,
    GoldTags,
    Output,
    Threads,
    Vectors,
    argument,
    json_option,
    option,
    tags_of,
)
from nonproj.cli.output.messages import counted, say, warn
from nonproj.cli.output.tables import percent, print_table

if TYPE_CHECKING:
    from nonproj.results.confidence import DoubtfulArc

FEW_WORDS = 1000


def calibrate(
    heldout: Annotated[Path, argument("Treebank that the parser was not trained on.", "HELDOUT")],
    model: Annotated[Path, option("Model file written by `train`.")],
    output: Output = TO_STANDARD_OUTPUT,
    threads: Threads = 1,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
    vectors: Vectors = None,
) -> None:
    """Calibrate a model's arc probabilities on held-out trees, as `parse --confidence` requires.

    Isotonic regression maps the parser's certainty about a head to the share of correct heads among
    heads of similar certainty. The held-out trees may be the development set that was also used
    to choose a neural parser's epoch. A thousand words are barely enough; ten thousand are plenty.
    """
    treebank = api.read(heldout, format, tags=tags_of(gold_tags), vectors=vectors)
    api.calibrate(api.load(model), treebank, threads).save(output)
    say(f"calibrated on {counted(treebank.n_words, 'word')}")
    if treebank.n_words < FEW_WORDS:
        warn(
            f"{treebank.name}: too few words for reliable probabilities; use {FEW_WORDS:,} or more"
        )


def doubtful(
    parse: Annotated[Path, argument("Parse with HeadConf in MISC; - is standard input.", "PARSE")],
    gold: Annotated[
        Path | None,
        option("Gold standard; if given, also print how well calibrated the probabilities are."),
    ] = None,
    most: Annotated[int, option("Maximum number of rows in each table.", min=1)] = 20,
    output: Annotated[
        Path | None,
        option("Also write the listed sentences, in the order of the text.", "--output", "-o"),
    ] = None,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print all sentences and arcs, as JSON.")] = False,
) -> None:
    """List the sentences and arcs of a parse that should be checked first.

    The probabilities of arcs are read from MISC, as written by `parse --confidence` and
    `blend --confidence`. Arcs are listed by increasing probability. Sentences are listed by
    decreasing expected number of wrong heads, which is the sum of 1 - probability over their arcs.
    With --output, the listed sentences are written to a file, to be corrected.

    With --gold, also print the share of all errors that are among the first 10 % of arcs, and the
    expected calibration error. For this error, arcs are put into ten bins by probability. The error
    is the mean, over all arcs, of the absolute difference (in percentage points) between the mean
    probability and the share of correct heads in an arc's bin."""
    parsed = api.read(parse, format)
    found = api.doubtful(parsed, api.read(gold, format) if gold else None)
    if output:
        api.write(parsed.select(sorted(s.sentence - 1 for s in found.sentences[:most])), output)
    if as_json:
        print(json.dumps(vars(found), indent=2, default=vars))
        return
    rows = [
        (str(s.sentence), str(s.words), f"{s.expected_errors:.2f}") for s in found.sentences[:most]
    ]
    print_table(("Sentence", "Words", "Wrong heads expected"), rows)
    print()
    heads = ("Sentence", "Word", "Form", "Head", "Form of head", "Label", "Probability")
    print_table(heads, [_row(arc) for arc in found.arcs[:most]])
    if found.quality:
        errors, difference = found.quality.errors_found, found.quality.calibration_error
        print(
            f"\nThe first 10 % of arcs contain {percent(errors)} of all errors "
            f"({errors.correct:,} of {errors.total:,}). "
            f"Expected calibration error: {100 * difference:.2f} points."
        )


def _row(arc: "DoubtfulArc") -> tuple[str, ...]:
    numbers = str(arc.sentence), str(arc.word)
    return *numbers, arc.form, str(arc.head), arc.head_form, arc.label, f"{arc.probability:.2f}"
