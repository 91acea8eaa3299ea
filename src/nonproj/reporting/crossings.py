"""Tables of non-projective arcs and their sentences, for the terminal and for a page."""

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from nonproj.data.treebank import Treebank
from nonproj.reporting.figures.tree import MARK, TAG_COLOUR, WORD_COLOUR, draw_sentence
from nonproj.reporting.markup import environment
from nonproj.results.options import Grouping

FIRST = {Grouping.DEPREL: "Relation", Grouping.UPOS: "Tag", Grouping.CONSTRUCTION: "Construction"}
MOST_NAMES = 4  # of what is in gaps
COLOURS = {WORD_COLOUR: "--ink", MARK: "--accent", TAG_COLOUR: "--soft"}  # of the page
NOTES = (
    "A relation is non-projective where its head does not dominate all words in between: the gap.",
    "In the gap: its words whose own heads are outside the arc, so that arcs cross, counted.",
    "Punct.: arcs into a punctuation mark, or across nothing else; all other columns lack them.",
    "Length: words from head to dependent, the mean and the longest.",
)


def relation_table(rows: Iterable[Mapping], by: Grouping) -> list[list[str]]:
    """Heads and rows of a table of groups; groups of punctuation alone are short."""
    heads = [FIRST[by], "Arcs", "Non-proj.", "%", "Punct.", "Length", "Longest", "In the gap"]
    table = [heads if by is Grouping.DEPREL else [*heads[:-1], "Relations", heads[-1]]]
    for row in rows:
        arcs, crossing = row["arcs"], row["nonprojective"]
        cells = [
            "All" if row["group"] is None else row["group"],
            "" if arcs is None else str(arcs),
            str(crossing),
            f"{100 * crossing / arcs:.2f}" if arcs else "",
            str(row["punctuation"]),
            f"{row['total_length'] / crossing:.2f}" if crossing else "",
            str(row["longest"] or ""),
        ]
        names = ("gap",) if by is Grouping.DEPREL else ("labels", "gap")
        table.append([*cells, *(_named(row[name]) for name in names)])
    return table


def _named(counts: Mapping[str, int]) -> str:
    """_named({"a": 3, "b": 1}) == "a 3, b 1"; the most frequent names alone."""
    shown = [f"{name} {count}" for name, count in counts.items()]
    return ", ".join(shown[:MOST_NAMES]) + (", …" if len(shown) > MOST_NAMES else "")


def marked_text(treebank: Treebank, example: Mapping) -> str:
    """The words of a sentence: [the dependent], {its head} and *roots of the gap*."""
    forms = treebank[example["sentence"] - 1].form.strings()
    for signs, places in (("[]", "dependent"), ("{}", "head"), ("**", "gap")):
        for word in example[places] if places == "gap" else [example[places]]:
            forms[word] = f"{signs[0]}{forms[word]}{signs[1]}"
    return " ".join(forms[1:])


def page_of(
    measures: Sequence[Sequence[str]],
    by: Grouping,
    found: Iterable[tuple[str, Treebank, Sequence[Mapping]]],
) -> str:
    """A page with the measures of treebanks, the relations of each, and trees of its examples."""
    treebanks = [
        {
            "name": name,
            "table": relation_table(rows, by),
            "groups": {row["group"]: _drawings(treebank, row["examples"]) for row in rows},
        }
        for name, treebank, rows in found
    ]
    heading = ", ".join(treebank["name"] for treebank in treebanks)
    template = environment().get_template("crossings.html")
    return template.render(
        heading=heading, measures=measures, treebanks=treebanks, notes=NOTES, colours=COLOURS
    )


def _drawings(treebank: Treebank, examples: Iterable[Mapping]) -> list[tuple[int, str, Markup]]:
    """Number, text and drawing of each sentence."""
    return [
        (
            example["sentence"],
            marked_text(treebank, example),
            Markup(draw_sentence(treebank[example["sentence"] - 1], 1)),
        )
        for example in examples
    ]
