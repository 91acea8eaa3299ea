"""Tables of non-projective arcs with example sentences, for the terminal and for an HTML page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from nonproj.data.treebank import Treebank
from nonproj.drawing.markup import environment
from nonproj.drawing.tree import MARK, TAG_COLOUR, WORD_COLOUR, draw_sentence
from nonproj.results.option_names import Grouping

GROUP_HEADS = {
    Grouping.DEPREL: "Relation",
    Grouping.UPOS: "Tag",
    Grouping.CONSTRUCTION: "Construction",
}
MOST_NAMES = 4  # number of names listed in a cell
COLOURS = {WORD_COLOUR: "--ink", MARK: "--accent", TAG_COLOUR: "--soft"}  # as CSS variables
NOTES = (
    "An arc is non-projective if its head does not dominate all words between its ends. "
    "The words that the head does not dominate are the gap of the arc.",
    "In the gap: words in the gap with a head outside the arc. Arcs to these words cross the arc.",
    "Punct.: arcs to punctuation or across punctuation only; the other columns leave them out.",
    "Length: mean distance from head to dependent, in words. Longest: the largest distance.",
    "Examples mark the [dependent], its {head} and *words in the gap with a head outside*.",
)
WORDS_AROUND = 6  # words shown on either side of an arc


def relation_table(rows: Iterable[Mapping], by: Grouping) -> list[list[str]]:
    """Return a table with a header and one row per group; a cell without a number is empty."""
    names = {"gap": "In the gap"}
    if by is not Grouping.DEPREL:
        names = {"labels": "Relations"} | names
    measured = "Arcs", "Non-proj.", "%", "Punct.", "Length", "Longest"
    table = [[GROUP_HEADS[by], *measured, *names.values()]]
    for row in rows:
        arcs, crossing = row["arcs"], row["nonprojective"]
        share = f"{100 * crossing / arcs:.2f}" if arcs else ""
        length = f"{row['total_length'] / crossing:.2f}" if crossing else ""
        cells = "All" if row["group"] is None else row["group"], arcs or "", crossing, share
        cells += row["punctuation"], length, row["longest"] or ""
        table.append([*map(str, cells), *(_named(row[name]) for name in names)])
    return table


def _named(counts: Mapping[str, int]) -> str:
    """List the most frequent names with counts: _named({"a": 3, "b": 1}) == "a 3, b 1"."""
    shown = [f"{name} {count}" for name, count in counts.items()]
    return ", ".join(shown[:MOST_NAMES]) + (", …" if len(shown) > MOST_NAMES else "")


def marked_text(treebank: Treebank, example: Mapping) -> str:
    """Return the words around an arc, with [the dependent], {its head} and *roots of the gap*."""
    forms = treebank[example["sentence"] - 1].form.strings()
    ends = example["dependent"], example["head"]
    for (before, after), words in (("[]", ends[:1]), ("{}", ends[1:]), ("**", example["gap"])):
        for word in words:
            forms[word] = f"{before}{forms[word]}{after}"
    low, high = max(min(ends) - WORDS_AROUND, 1), max(ends) + WORDS_AROUND + 1
    cut = ["…"] * (low > 1), ["…"] * (high < len(forms))
    return " ".join([*cut[0], *forms[low:high], *cut[1]])


def page_of(
    measures: Sequence[Sequence[str]],
    by: Grouping,
    found: Iterable[tuple[str, Treebank, Sequence[Mapping]]],
) -> str:
    """Return an HTML page with the measures and each treebank's groups and example trees."""
    treebanks = [
        {"name": name, "table": relation_table(rows, by), "examples": [*_drawn(treebank, rows)]}
        for name, treebank, rows in found
    ]
    shown = {"measures": measures, "treebanks": treebanks, "notes": NOTES, "colours": COLOURS}
    heading = ", ".join(treebank["name"] for treebank in treebanks)
    return environment().get_template("crossings.html").render(heading=heading, **shown)


def _drawn(treebank: Treebank, rows: Iterable[Mapping]) -> Iterator[tuple[str, int, str, Markup]]:
    """Yield the group, sentence number, text and drawing of each example."""
    for one in (example for row in rows for example in row["examples"]):
        drawing = Markup(draw_sentence(treebank[one["sentence"] - 1], 1))
        yield one["group"], one["sentence"], marked_text(treebank, one), drawing
