"""Commands that inspect treebanks: stats, check, draw."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonproj.cli.app import (
    TO_STANDARD_OUTPUT,
    FormatOption,
    GoldTags,
    Output,
    Treebanks,
    argument,
    command,
    json_option,
    option,
    tags_of,
)
from nonproj.cli.output.messages import counted, say
from nonproj.cli.output.tables import distinct_names, print_table
from nonproj.cli.restructuring import SCHEMES, StyleName, steps_of
from nonproj.errors import NonprojError
from nonproj.trees.restructuring.styles import DEFAULT_STYLE

if TYPE_CHECKING:
    from nonproj.results.values import Value


@command()
def stats(
    treebanks: Treebanks,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
    as_json: Annotated[
        bool, json_option(help="Print every value with its numerator and denominator, as JSON.")
    ] = False,
) -> None:
    """Describe the structure of treebanks: sizes, non-projectivity, degree, gap degree, MH4, 1EC.

    There is one column per treebank; files that cannot be read are listed at the end.

    An arc is projective if its head dominates all words between its ends, a tree if all of its
    arcs are; planar, if no two arcs cross. Degree: the most pieces between the ends of an arc that
    its head does not dominate. Gap degree: the most gaps in the words that a word dominates.
    1-Endpoint-Crossing: the arcs that cross an arc share an end. MH4: a
    parser can build the tree that keeps at most four heads of each part of the sentence."""
    from nonproj.data.conll import read_treebank
    from nonproj.data.reading.warnings import warn_of_telling_tags
    from nonproj.results.treebanks.coverage import coverage
    from nonproj.results.treebanks.statistics import statistics

    found, failures = {}, []
    for path in treebanks:
        try:
            treebank = read_treebank(path, format, tags=tags_of(gold_tags))
        except NonprojError as error:
            failures.extend(error.args)
            continue
        warn_of_telling_tags(treebank)
        found[str(path)] = [
            *statistics(treebank, str(path), "all"),
            *coverage(treebank, str(path), "all", levels=("sentence",)),
        ]
    if as_json:
        rows = {name: [v.as_dict() for v in values] for name, values in found.items()}
        print(json.dumps(rows, indent=2))
    elif found:
        _print_values(found)
    if failures:
        raise NonprojError(*failures)


def _print_values(found: dict) -> None:
    from nonproj.cli.output.wording import STATISTICS
    from nonproj.results.values import text_of

    columns = [
        {(v.key.system, v.key.metric, text_of(v.key.setting)): v for v in values}
        for values in found.values()
    ]
    rows = []
    for heading, words in STATISTICS.items():
        rows.append((heading, *[""] * len(columns)))
        for key, name in words.items():
            rows.append((f"  {name}", *(_printed(column[key]) for column in columns)))
    print_table(("", *distinct_names(list(found))), rows)


def _printed(value: "Value") -> str:
    """Format a value in its unit, with a dash if nothing was counted."""
    from nonproj.reporting.printing import YES_NO, number_in, printed

    number = number_in(value, value.unit)
    if number is None:
        return "–"
    if value.unit == "boolean":
        return YES_NO[str(number)]
    return f"{int(number):,}" if value.unit == "count" else printed(number, 2)


@command()
def check(
    treebanks: Treebanks,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print the defects, as JSON.")] = False,
) -> None:
    """List every defect of treebanks with file, line, column and value; exit status 1 if any.

    Warnings are defects that do not prevent a file from being read, and do not change the status:
    several roots in a sentence, a word with a head but no label, a repeated sent_id, tags that
    reveal the labels, empty lines, line ends or comments that other programs may refuse."""
    from nonproj.data.reading.checks import find_defects
    from nonproj.data.reading.defects import ERROR
    from nonproj.data.reading.encodings import read_bytes
    from nonproj.data.reading.formats import detect_format, layout_of

    found = []
    for path in treebanks:
        data = read_bytes(path)
        fmt = format or detect_format(str(path), data)
        found += [(str(path), defect) for defect in find_defects(data, layout_of(fmt))]
    if as_json:
        rows = [{"file": name, **vars(defect)} for name, defect in found]
        print(json.dumps(rows, indent=2))
    else:
        for name, defect in found:
            print(f"{defect.severity}: {defect.text(name)}")
    errors = sum(defect.severity == ERROR for _, defect in found)
    say(f"{counted(errors, 'defect')}, {counted(len(found) - errors, 'warning')}")
    if errors:
        raise typer.Exit(1)


@command()
def draw(
    gold: Annotated[Path, argument("Treebank.")],
    sentence: Annotated[int, option("Number of the sentence, from 1.", min=1)],
    system: Annotated[Path | None, argument("Parse of it, drawn below the words.")] = None,
    scheme: Annotated[str | None, SCHEMES] = None,
    style: StyleName = DEFAULT_STYLE,
    output: Output = TO_STANDARD_OUTPUT,
    format: FormatOption = None,
) -> None:
    """Draw a sentence's tree as SVG; non-projective arcs stand out, wrong ones are dashed.

    With --scheme, the tree is drawn before and after a transformation (see `transform`), and arcs
    that moved are dashed."""
    from nonproj.data.conll import read_treebank
    from nonproj.data.files import atomic_write
    from nonproj.reporting.figures.tree import draw_before_and_after, draw_sentence

    if system and scheme:
        raise typer.BadParameter("a parse is drawn below the words", param_hint="--scheme")
    treebank = read_treebank(gold, format)
    if scheme:
        after = steps_of(scheme, style, treebank)[1]
        drawing = draw_before_and_after(treebank, after, sentence)
    else:
        parse = read_treebank(system, format) if system else None
        drawing = draw_sentence(treebank, sentence, parse)
    atomic_write(output, drawing)
