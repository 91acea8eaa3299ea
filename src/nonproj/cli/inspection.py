"""Commands that inspect treebanks: stats, check, draw, view."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonproj import api
from nonproj.api import InputChoice
from nonproj.cli.app import (
    TEXT_FORMATS_HELP,
    TO_STANDARD_OUTPUT,
    FormatOption,
    GoldTags,
    Output,
    Treebanks,
    argument,
    json_option,
    option,
    tags_of,
    usable,
)
from nonproj.cli.output.messages import counted, say
from nonproj.cli.output.tables import print_table
from nonproj.cli.restructuring import SCHEME_ARGUMENT, StyleName
from nonproj.data.files import STANDARD_STREAM, atomic_write
from nonproj.data.reading.defects import ERROR, NO_HEAD
from nonproj.errors import NonprojError
from nonproj.results.option_names import Grouping
from nonproj.trees.restructuring.styles import DEFAULT_STYLE

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank

BY_HELP = "Group non-projective arcs by label, by tag of the dependent, or by construction."
EXAMPLES_HELP = (
    "Number of example sentences for each group, shortest first. Arcs are grouped by label unless "
    "--by is given."
)
HTML_HELP = (
    "File to write an HTML page to, with the tables and example trees. Arcs are grouped by label "
    "unless --by is given."
)
TEXT_HELP = (
    "Check a text as `parse` reads it: in a treebank, HEAD and DEPREL may contain anything; a file "
    "without columns is raw text. `--format plain` and `words` are checked in this way, too."
)
CHECK_PARTIAL_HELP = "Accept words that have no head yet (`_`), as `train --partial` does."
CHECKED_HELP = f"Input format; detected by default. {TEXT_FORMATS_HELP}"
NOT_SVG = {".png", ".pdf", ".jpg", ".jpeg"}  # suffixes of drawings that need another program
DRAWN = 3  # examples for each group on a page


def stats(
    treebanks: Treebanks,
    by: Annotated[Grouping | None, option(BY_HELP)] = None,
    examples: Annotated[
        int | None, option(EXAMPLES_HELP, min=0, show_default=f"{DRAWN} with --html, else none")
    ] = None,
    html: Annotated[Path | None, option(HTML_HELP, callback=usable)] = None,
    format: FormatOption = None,
    gold_tags: GoldTags = False,
    as_json: Annotated[
        bool, json_option(help="Print every value with its numerator and denominator, as JSON.")
    ] = False,
) -> None:
    """Describe treebanks: size, annotation, non-projectivity, crossings and classes of trees.

    The table has a column for each treebank. Files that cannot be read are listed at the end.

    \b
    Projective arc: the head dominates every word between the arc's ends.
    Projective tree: every arc of the tree is projective.
    Planar: no two arcs of the tree cross.
    2-planar: no two arcs cross once some arcs are drawn below the words.
    Well-nested: no two disjoint subtrees interleave.
    Degree: an arc's degree is the number of components between its ends that
      its head does not dominate; a tree's is the largest degree of its arcs.
    Gap degree: a word's gap degree is the number of gaps in the set of words
      that it dominates; a tree's is the largest gap degree of its words.
    1-Endpoint-Crossing: if several arcs cross the same arc, they all share
      an end.
    MH4: a chart parser can build the tree with at most four heads for each
      part of the sentence.
    Crossings: pairs of crossing arcs.
    Random order: an order of the sentence's words that is drawn at random,
      with all orders equally likely.

    Planar, 2-planar and crossings ignore arcs from the artificial root.

    --by groups the non-projective arcs and shows how long they are and what they cross. Arcs to
    punctuation, and arcs that cross only punctuation, are counted but not described further.

    \b
    Gap: the words between the arc's ends that its head does not dominate.
    Crossed: words in the gap whose own head is beyond the arc's ends or is
      the artificial root.
    Extraction: a crossed word dominates the arc's head. For example, a
      relative clause follows the verb (extraction to the right), or a
      question word precedes the verb (to the left).
    Interruption: no crossed word dominates the arc's head."""
    from nonproj.cli.output.description import described, groups_of, measures_of

    if str(html) == STANDARD_STREAM:
        raise NonprojError(
            "--html: standard output is used for the tables; name a file for the page"
        )
    by = by or (Grouping.DEPREL if html or examples else None)
    examples = (DRAWN if html else 0) if examples is None else examples
    found, failures = described(treebanks, format, tags_of(gold_tags))
    groups = groups_of(found, by, examples) if by else {}
    measures = measures_of(found)
    if as_json:
        rows = {name: [v.as_dict() for v in values] for name, (_, values) in found.items()}
        if by:
            rows = {n: {"values": rows[n], "by": by, "groups": groups[n]} for n in rows}
        print(json.dumps(rows, indent=2))
    elif found:
        print_table(measures[0], measures[1:])
        for name, rows in groups.items():
            _print_relations(name, found[name][0], rows, by)
    if html and found:
        from nonproj.drawing.crossings import page_of

        names = zip(measures[0][1:], groups.items(), strict=True)
        parts = [(short, found[name][0], rows) for short, (name, rows) in names]
        atomic_write(html, page_of(measures, by, parts))
    if failures:
        raise NonprojError(*failures)


def _print_relations(name: str, treebank: "Treebank", rows: list[dict], by: Grouping) -> None:
    from nonproj.drawing.crossings import marked_text, relation_table

    print(f"\n{name}")
    heads, *cells = relation_table(rows, by)
    print_table(heads, cells)
    examples = [example for row in rows for example in row["examples"]]
    if examples:
        print("\nExamples: [dependent], {head}, *in the gap with a head outside*")
    for one in examples:
        print(f"{one['group']}, sentence {one['sentence']}: {marked_text(treebank, one)}")


def check(
    treebanks: Treebanks,
    format: Annotated[InputChoice | None, option(CHECKED_HELP)] = None,
    text: Annotated[bool, option(TEXT_HELP, "--text")] = False,
    partial: Annotated[bool, option(CHECK_PARTIAL_HELP, "--partial")] = False,
    as_json: Annotated[bool, json_option(help="Print the defects, as JSON.")] = False,
) -> None:
    """List every defect in treebanks or texts, with its file, line, column and value.

    The exit status is 1 if a defect prevents a file from being read. Other defects are warnings:
    several roots in a sentence, a word with a head but no label, a repeated sent_id, tags that
    reveal the labels, and empty lines, line ends or comments that other programs may reject.

    In texts, defects are bytes that are not UTF-8, control characters, words of more than 10,000
    characters and wrong numbers of words; empty lines and words of more than 100 characters are
    warnings."""
    heads = "ignored" if text else "partial" if partial else "required"
    found = [(str(path), defect) for path in treebanks for defect in api.check(path, format, heads)]
    if as_json:
        rows = [{"file": name, **vars(defect)} for name, defect in found]
        print(json.dumps(rows, indent=2))
    else:
        for name, defect in found:
            print(f"{defect.severity}: {defect.text(name)}")
    errors = sum(defect.severity == ERROR for _, defect in found)
    headless = sum(defect.message.startswith(NO_HEAD) for _, defect in found)
    counts = f"{counted(errors, 'defect')}, {counted(len(found) - errors, 'warning')}"
    accepted = f"; {counted(headless, 'word')} without a head: --partial accepts them"
    say(counts + (accepted if headless else ""))
    if errors:
        raise typer.Exit(1)


def draw(
    gold: Annotated[Path, argument("Treebank.")],
    sentence: Annotated[int, option("Number of the sentence, counting from 1.", min=1)],
    system: Annotated[Path | None, argument("Parse to draw below the words.")] = None,
    scheme: Annotated[str | None, SCHEME_ARGUMENT] = None,
    style: StyleName = DEFAULT_STYLE,
    output: Output = TO_STANDARD_OUTPUT,
    format: FormatOption = None,
) -> None:
    """Draw a sentence's tree as SVG, with non-projective arcs highlighted.

    With SYSTEM, the parse is drawn below the words, with wrong arcs dashed. With --scheme, the tree
    is drawn before and after a transformation (see `transform`), with moved arcs dashed. `view`
    shows all sentences."""
    if system and scheme:
        raise typer.BadParameter("cannot be combined with a parse", param_hint="--scheme")
    if output.suffix.lower() in NOT_SVG:
        svg = output.with_suffix(".svg")
        convert = shlex.join(("cairosvg", str(svg), "-o", str(output)))
        hint = f"write {svg} and convert it: pip install cairosvg; {convert}"
        raise NonprojError(f"{output}: `draw` writes SVG; {hint}")
    parse = api.read(system, format) if system else None
    atomic_write(output, api.draw(api.read(gold, format), sentence, parse, scheme, style))


def view(
    gold: Annotated[Path, argument("Treebank, or a parse if no other file is given.")],
    systems: Annotated[list[Path] | None, argument("Parses of the same text.")] = None,
    output: Output = TO_STANDARD_OUTPUT,
    format: FormatOption = None,
) -> None:
    """Write an HTML page in which the trees of all sentences can be looked at and searched.

    With SYSTEMS, wrong heads and labels of each parse are marked. Probabilities of arcs, as written
    by `parse --confidence`, colour the words. Sentences are found by words, relation, errors,
    non-projective arcs and probability; they can be ordered by errors or by doubt (see `doubtful`).
    The page needs no network."""
    parses = [api.read(path, format) for path in systems or ()]
    atomic_write(output, api.view(api.read(gold, format), parses))
