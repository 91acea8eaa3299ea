"""Commands about how sure a parse is: calibrate, doubtful."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from nonproj.cli.app import (
    TO_STANDARD_OUTPUT,
    FormatOption,
    GoldTags,
    Output,
    argument,
    command,
    json_option,
    option,
    tags_of,
)
from nonproj.cli.output.messages import counted, say
from nonproj.cli.output.tables import percent, print_table
from nonproj.cli.parsing import Threads, Vectors

if TYPE_CHECKING:
    from nonproj.results.confidence import DoubtfulArc


@command()
def calibrate(
    heldout: Annotated[Path, argument("Trees that the parser has not learnt from.", "HELDOUT")],
    model: Annotated[Path, option("A file written by `train`.")],
    output: Output = TO_STANDARD_OUTPUT,
    threads: Threads = 1,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
    vectors: Vectors = None,
) -> None:
    """Add to a model what `parse --confidence` needs, from trees that it has not learnt from.

    How sure the parser is of a head becomes the share of heads that are right where it is as sure
    (isotonic regression). The development set that a neural parser chose its epoch by will do; a
    thousand words are few, ten thousand are many."""
    from nonproj import api

    treebank = api.read(heldout, format, tags=tags_of(gold_tags), vectors=vectors)
    api.calibrate(api.load(model), treebank, threads).save(output)
    say(f"calibrated on {counted(treebank.n_words, 'word')}")


@command()
def doubtful(
    parse: Annotated[Path, argument("Parse with HeadConf in MISC; - is standard input.", "PARSE")],
    gold: Annotated[
        Path | None, option("Gold standard: also print how good the probabilities are.")
    ] = None,
    most: Annotated[int, option("Rows of each table.", min=1)] = 20,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print all sentences and arcs, as JSON.")] = False,
) -> None:
    """List the sentences and arcs of a parse that should be looked at first.

    `parse --confidence` and `blend --confidence` write the probability of each arc into MISC. Arcs
    are listed by rising probability; sentences by the number of wrong heads that is to be expected,
    the sum of 1 - probability. With --gold, print the share of all errors that the first 10 % of
    arcs hold, and the expected calibration error: by how many points probabilities and shares of
    right heads differ, in ten bins."""
    from nonproj import api

    found = api.doubtful(api.read(parse, format), api.read(gold, format) if gold else None)
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
            f"\nThe first 10 % of arcs hold {percent(errors)} of all errors "
            f"({errors.correct:,} of {errors.total:,}). "
            f"Expected calibration error: {100 * difference:.2f} points."
        )


def _row(arc: "DoubtfulArc") -> tuple[str, ...]:
    numbers = str(arc.sentence), str(arc.word)
    return *numbers, arc.form, str(arc.head), arc.head_form, arc.label, f"{arc.probability:.2f}"
